import { z } from 'zod';
import { isCaptivePortal, type Exchange } from '@/domain/outcome';
import { type Secrets } from '@/platform/secrets';
import { type SignInLibrary, type SignInPageResult } from '@/platform/signIn';
import { type Ports, type Session } from '@/sync/ports';
import { defaultLimits, fetchOnce } from '@/sync/transport';

/** Why nobody was signed in. Each has its own sentence on the screen. */
export type SignInProblem =
  | 'offline'
  | 'unreachable'
  | 'no_such_service'
  | 'login_page'
  | 'service_trouble'
  /** A service of the interface that signs nobody in by code: a token is needed. */
  | 'no_sign_in'
  /** The service would not lead back to this page, because the page is not its own. */
  | 'not_from_here'
  /** Too late, used before, or begun in another browser. */
  | 'code_expired';

export type SignInResult =
  | { kind: 'signed_in'; session: Session }
  /** Sent to the service's pages; the app is opened anew on the way back. */
  | { kind: 'left' }
  | { kind: 'cancelled' }
  | { kind: SignInProblem };

/** What sign-in needs of the world. */
export type SignInParts = Pick<Ports, 'clock' | 'fetch' | 'network'> & {
  secrets: Secrets;
  redirectUriFor: (service: string) => string | null;
  openSignInPage: (address: string) => Promise<SignInPageResult>;
  loadAuthSession: () => Promise<SignInLibrary>;
};

/** The app as every service of ours knows it. It is public: PKCE stands in for a secret. */
const clientId = 'doorstep';
const pendingName = 'doorstep.sign-in';

const PendingSchema = z.object({
  baseUrl: z.string(),
  wayBack: z.string(),
  state: z.string(),
  verifier: z.string(),
  tokenEndpoint: z.string(),
});
type Pending = z.output<typeof PendingSchema>;

const DiscoverySchema = z.object({ authorization_endpoint: z.url(), token_endpoint: z.url() });
const TokensSchema = z.object({ access_token: z.string().min(1), refresh_token: z.string().min(1) });

const json = { accept: 'application/json' };

function get(parts: SignInParts, url: string): Promise<Exchange> {
  return fetchOnce(parts, url, { method: 'GET', headers: json }, defaultLimits.readLimitMs);
}

/** What keeps an exchange from meaning anything; null when the service itself has answered. */
function troubleOf(exchange: Exchange): SignInProblem | null {
  if (exchange.kind === 'offline') return 'offline';
  if (exchange.kind !== 'answered') return 'unreachable';
  if (exchange.status === 429 || exchange.status >= 500) return 'service_trouble';
  return isCaptivePortal(exchange) ? 'login_page' : null;
}

type Endpoints = { kind: 'found'; authorization: string; token: string };

/** Asks the service where it signs people in. */
async function discover(parts: SignInParts, baseUrl: string): Promise<Endpoints | { kind: SignInProblem }> {
  if (!parts.network.isOnline()) return { kind: 'offline' };
  const asked = await get(parts, `${baseUrl}/oidc/.well-known/openid-configuration`);
  const trouble = troubleOf(asked);
  if (trouble !== null) return { kind: trouble };
  const found = DiscoverySchema.safeParse(asked.kind === 'answered' ? asked.body : undefined);
  if (found.success)
    return {
      kind: 'found',
      authorization: found.data.authorization_endpoint,
      token: found.data.token_endpoint,
    };
  // Any service of the interface refuses a stranger in JSON; what does not is something else altogether.
  const list = await get(parts, `${baseUrl}/actions`);
  const isService = list.kind === 'answered' && list.status === 401 && list.body !== undefined;
  return { kind: isService ? 'no_sign_in' : 'no_such_service' };
}

/** Leads a person through the service's pages, where a one-time code is sent and typed in. */
export async function signIn(
  parts: SignInParts,
  { baseUrl, language }: { baseUrl: string; language: string }
): Promise<SignInResult> {
  const endpoints = await discover(parts, baseUrl);
  // People type the name of the host; ours answers below /api there.
  if (endpoints.kind === 'no_such_service' && new URL(baseUrl).pathname === '/')
    return signIn(parts, { baseUrl: `${new URL(baseUrl).origin}/api`, language });
  if (endpoints.kind !== 'found') return endpoints;
  const wayBack = parts.redirectUriFor(baseUrl);
  if (wayBack === null) return { kind: 'not_from_here' };

  const { AuthRequest } = await parts.loadAuthSession();
  const request = new AuthRequest({
    clientId,
    redirectUri: wayBack,
    scopes: ['openid', 'offline_access'],
    extraParams: { ui_locales: language },
  });
  const address = await request.makeAuthUrlAsync({ authorizationEndpoint: endpoints.authorization });
  if (request.codeVerifier === undefined) throw new Error('Sign-in was begun without a proof of its own.');
  const pending: Pending = {
    baseUrl,
    wayBack,
    state: request.state,
    verifier: request.codeVerifier,
    tokenEndpoint: endpoints.token,
  };
  // Kept before leaving: the phone may close the app while the person reads their mail.
  await parts.secrets.set(pendingName, JSON.stringify(pending));
  const visited = await parts.openSignInPage(address);
  return visited.kind === 'back' ? finishSignIn(parts, visited.address) : visited;
}

async function takePending(secrets: Secrets): Promise<Pending | null> {
  const text = await secrets.get(pendingName);
  await secrets.remove(pendingName);
  if (text === null) return null;
  try {
    return PendingSchema.parse(JSON.parse(text));
  } catch {
    return null; // Written by another version: the sign-in is begun again.
  }
}

/** Goes on where `signIn` left off, with the address that the service led back to. */
export async function finishSignIn(parts: SignInParts, address: string): Promise<SignInResult> {
  const pending = await takePending(parts.secrets);
  if (pending === null) return { kind: 'code_expired' };
  const { AuthRequest } = await parts.loadAuthSession();
  const request = new AuthRequest({ clientId, redirectUri: pending.wayBack, state: pending.state });
  const result = request.parseReturnUrl(address);
  if (result.type === 'error' && result.error?.code === 'access_denied') return { kind: 'cancelled' };
  const code = result.type === 'success' ? result.params.code : undefined;
  if (code === undefined) return { kind: 'code_expired' };
  return exchangeCode(parts, pending, code);
}

async function exchangeCode(parts: SignInParts, pending: Pending, code: string): Promise<SignInResult> {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: pending.wayBack,
    code,
    code_verifier: pending.verifier,
  });
  const headers = { ...json, 'content-type': 'application/x-www-form-urlencoded' };
  const exchange = await fetchOnce(
    parts,
    pending.tokenEndpoint,
    { method: 'POST', headers, body: form.toString() },
    defaultLimits.writeLimitMs
  );
  const trouble = troubleOf(exchange);
  if (trouble !== null) return { kind: trouble };
  const tokens = TokensSchema.safeParse(exchange.kind === 'answered' ? exchange.body : undefined);
  if (!tokens.success) return { kind: 'code_expired' };
  const refresh = { token: tokens.data.refresh_token, endpoint: pending.tokenEndpoint, clientId };
  return {
    kind: 'signed_in',
    session: { baseUrl: pending.baseUrl, accessToken: tokens.data.access_token, refresh },
  };
}

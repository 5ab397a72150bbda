import { z } from 'zod';
import { isCaptivePortal, type Exchange } from '@/domain/outcome';
import { type Secrets } from '@/platform/secrets';
import { type SignInLibrary, type SignInPageResult } from '@/platform/signIn';
import { type Ports, type Session } from '@/sync/ports';
import { defaultLimits, fetchOnce } from '@/sync/transport';

/** Why a sign-in failed. Each has its own sentence on the join screen. */
export type SignInProblem =
  | 'offline'
  | 'unreachable'
  | 'no_such_service'
  | 'login_page'
  | 'service_trouble'
  /** The service has no sign-in by code: a token is needed. */
  | 'no_sign_in'
  /** The web app is not served by this service, so the service cannot redirect back to it. */
  | 'not_from_here'
  /** Expired, already used, or started in another browser. */
  | 'code_expired';

export type SignInResult =
  | { kind: 'signed_in'; session: Session }
  /** The web page navigates to the service, and the app starts again after the redirect. */
  | { kind: 'left' }
  | { kind: 'cancelled' }
  | { kind: SignInProblem };

export type SignInParts = Pick<Ports, 'clock' | 'fetch' | 'network'> & {
  secrets: Secrets;
  redirectUriFor: (service: string) => string | null;
  openSignInPage: (address: string) => Promise<SignInPageResult>;
  loadAuthSession: () => Promise<SignInLibrary>;
};

/** A public client: PKCE replaces a client secret. */
const clientId = 'doorstep';
const pendingName = 'doorstep.sign-in';

const PendingSchema = z.object({
  baseUrl: z.string(),
  redirectUri: z.string(),
  state: z.string(),
  verifier: z.string(),
  tokenEndpoint: z.string(),
});
type Pending = z.output<typeof PendingSchema>;

const DiscoverySchema = z.object({ authorization_endpoint: z.url(), token_endpoint: z.url() });
const TokensSchema = z.object({ access_token: z.string().min(1), refresh_token: z.string().min(1) });

const json = { accept: 'application/json' };

/** Null without a connection: a browser downloads this code when it is needed first. */
const loadLibrary = ({ loadAuthSession }: SignInParts): Promise<SignInLibrary | null> =>
  loadAuthSession().catch(() => null);

function get(parts: SignInParts, url: string): Promise<Exchange> {
  return fetchOnce(parts, url, { method: 'GET', headers: json }, defaultLimits.readLimitMs);
}

/** Why an exchange is no response of the service; null if it is one. */
function failureOf(exchange: Exchange): SignInProblem | null {
  if (exchange.kind === 'offline') return 'offline';
  if (exchange.kind !== 'answered') return 'unreachable';
  if (exchange.status === 429 || exchange.status >= 500) return 'service_trouble';
  return isCaptivePortal(exchange) ? 'login_page' : null;
}

type Endpoints = { kind: 'found'; authorization: string; token: string };

/** Fetches the OpenID Connect endpoints of the service. */
async function discover(parts: SignInParts, baseUrl: string): Promise<Endpoints | { kind: SignInProblem }> {
  if (!parts.network.isOnline()) return { kind: 'offline' };
  const response = await get(parts, `${baseUrl}/oidc/.well-known/openid-configuration`);
  const failure = failureOf(response);
  if (failure !== null) return { kind: failure };
  const found = DiscoverySchema.safeParse(response.kind === 'answered' ? response.body : undefined);
  if (found.success)
    return {
      kind: 'found',
      authorization: found.data.authorization_endpoint,
      token: found.data.token_endpoint,
    };
  // A service with this interface responds with 401 in JSON without a token.
  const list = await get(parts, `${baseUrl}/actions`);
  const isService = list.kind === 'answered' && list.status === 401 && list.body !== undefined;
  return { kind: isService ? 'no_sign_in' : 'no_such_service' };
}

export type SignInRequest = {
  baseUrl: string;
  language: string;
  /** The code of a leader, from the link that was opened. */
  newcomerCode?: string | null;
};

/** Opens the sign-in pages of the service, where a person enters a one-time code. */
export async function signIn(
  parts: SignInParts,
  { baseUrl, language, newcomerCode = null }: SignInRequest
): Promise<SignInResult> {
  const endpoints = await discover(parts, baseUrl);
  // A person may type the host alone; our service is under /api.
  if (endpoints.kind === 'no_such_service' && new URL(baseUrl).pathname === '/')
    return signIn(parts, { baseUrl: `${new URL(baseUrl).origin}/api`, language, newcomerCode });
  if (endpoints.kind !== 'found') return endpoints;
  const redirectUri = parts.redirectUriFor(baseUrl);
  if (redirectUri === null) return { kind: 'not_from_here' };

  const library = await loadLibrary(parts);
  if (library === null) return { kind: 'offline' };
  const request = new library.AuthRequest({
    clientId,
    redirectUri,
    scopes: ['openid', 'offline_access'],
    extraParams: {
      ui_locales: language,
      ...(newcomerCode === null ? {} : { newcomer_code: newcomerCode }),
    },
  });
  const address = await request.makeAuthUrlAsync({ authorizationEndpoint: endpoints.authorization });
  if (request.codeVerifier === undefined) throw new Error('The sign-in request has no code verifier.');
  const pending: Pending = {
    baseUrl,
    redirectUri,
    state: request.state,
    verifier: request.codeVerifier,
    tokenEndpoint: endpoints.token,
  };
  // Stored first: the phone may kill the app while the person reads their mail.
  await parts.secrets.set(pendingName, JSON.stringify(pending));
  const result = await parts.openSignInPage(address);
  return result.kind === 'redirected' ? finishSignIn(parts, result.url) : result;
}

/** Whether a sign-in that this app began waits for its redirect. */
export async function isSignInPending(secrets: Secrets): Promise<boolean> {
  return (await secrets.get(pendingName)) !== null;
}

async function takePending(secrets: Secrets): Promise<Pending | null> {
  const text = await secrets.get(pendingName);
  await secrets.remove(pendingName);
  if (text === null) return null;
  try {
    return PendingSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Completes a sign-in with the URL that the service redirected to. */
export async function finishSignIn(parts: SignInParts, redirect: string): Promise<SignInResult> {
  // Before what was stored is taken: a later try needs it.
  const library = await loadLibrary(parts);
  if (library === null) return { kind: 'offline' };
  const pending = await takePending(parts.secrets);
  if (pending === null) return { kind: 'code_expired' };
  const request = new library.AuthRequest({
    clientId,
    redirectUri: pending.redirectUri,
    state: pending.state,
  });
  const result = request.parseReturnUrl(redirect);
  if (result.type === 'error' && result.error?.code === 'access_denied') return { kind: 'cancelled' };
  const code = result.type === 'success' ? result.params.code : undefined;
  if (code === undefined) return { kind: 'code_expired' };
  return exchangeCode(parts, pending, code);
}

async function exchangeCode(parts: SignInParts, pending: Pending, code: string): Promise<SignInResult> {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: pending.redirectUri,
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
  const failure = failureOf(exchange);
  if (failure !== null) return { kind: failure };
  const tokens = TokensSchema.safeParse(exchange.kind === 'answered' ? exchange.body : undefined);
  if (!tokens.success) return { kind: 'code_expired' };
  const refresh = { token: tokens.data.refresh_token, endpoint: pending.tokenEndpoint, clientId };
  return {
    kind: 'signed_in',
    session: { baseUrl: pending.baseUrl, accessToken: tokens.data.access_token, refresh },
  };
}

import type * as oidc from 'oidc-provider';

import type { Database } from '../store/database';
import { isUnavailable } from '../store/postgresErrors';
import { createAdapter } from './adapter';
import { type NewDevice, deviceName, insertDevice } from './devices';
import type { Keys } from './keys';
import { isActivePerson } from './people';
import { ACCESS_TOKEN_SECONDS, REFRESH_TOKEN_SECONDS, refresh } from './refreshTokens';
import { LANGUAGES } from './texts';

/** The OAuth client of the app. It is public (an app cannot keep a secret) and uses PKCE. */
export const CLIENT_ID = 'doorstep';
/** The mount path of the OAuth endpoints. */
export const MOUNT_PATH = '/api/oidc';
/** The redirect URI of the native app. */
const NATIVE_REDIRECT = 'doorstep://signed-in';
/** Its scheme, for the Content-Security-Policy of the pages: a form may redirect there. */
export const NATIVE_SCHEME = 'doorstep:';

const SCOPES = ['openid', 'offline_access'];
/** Long enough to open and read the mail. */
const INTERACTION_SECONDS = 30 * 60;
/** A phone with a bad connection needs time to exchange its code. */
const CODE_SECONDS = 5 * 60;

/** What a completed page adds to the result of a sign-in. */
export type SignInResult = Pick<NewDevice, 'epoch' | 'begunAt' | 'hasSecondFactor'>;

type ProviderOptions = {
  readonly database: Database;
  readonly keys: Keys;
  /** Renders the page of a failure. */
  readonly renderFailure: (ctx: oidc.KoaContextWithOIDC, kind: 'failed' | 'away') => void;
  readonly onServerError: (error: Error) => void;
};

type Library = typeof oidc;

/** A native client may redirect to this machine over http, or to any host over https. */
function redirectsOf(origin: string): string[] {
  const { protocol, hostname } = new URL(origin);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const isUsable = isLoopback ? protocol === 'http:' : protocol === 'https:';
  return isUsable ? [`${origin}/signed-in`, NATIVE_REDIRECT] : [NATIVE_REDIRECT];
}

function configuration(library: Library, origin: string, options: ProviderOptions): oidc.Configuration {
  const { database, keys, renderFailure } = options;
  return {
    adapter: createAdapter(database, (reason) => new library.errors.InvalidGrant(reason)),
    clients: [
      {
        client_id: CLIENT_ID,
        client_name: 'Doorstep',
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: redirectsOf(origin),
        id_token_signed_response_alg: 'ES256',
      },
    ],
    clientAuthMethods: ['none'],
    // Callers are identified by the code or token they send, never by a cookie.
    clientBasedCORS: () => true,
    cookies: { keys: keys.cookies },
    jwks: { keys: keys.signing },
    discovery: { ui_locales_supported: [...LANGUAGES] },
    extraParams: ['device_name', 'newcomer_code'],
    scopes: SCOPES,
    claims: { openid: ['sub'] },
    responseTypes: ['code'],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: CODE_SECONDS,
      Grant: REFRESH_TOKEN_SECONDS,
      IdToken: ACCESS_TOKEN_SECONDS,
      Interaction: INTERACTION_SECONDS,
      RefreshToken: REFRESH_TOKEN_SECONDS,
      Session: INTERACTION_SECONDS,
    },
    interactions: { url: (_ctx, interaction) => `${MOUNT_PATH}/sign-in/${interaction.uid}` },
    expiresWithSession: () => false,
    issueRefreshToken: () => true,
    findAccount: async (_ctx, id) => {
      const isActive = await database.asOwner((tx) => isActivePerson(tx, Number(id)));
      return isActive ? { accountId: id, claims: () => ({ sub: id }) } : undefined;
    },
    // Each sign-in is a separate device, so that each can be signed out separately.
    loadExistingGrant: async (ctx) => {
      const { account, client, params, provider, requestParamScopes } = ctx.oidc;
      if (!account || !client) return undefined;
      const scope = SCOPES.filter((name) => requestParamScopes.has(name)).join(' ');
      const name = deviceName(params?.device_name, ctx.get('user-agent'));
      // Written by `finish` of the pages.
      const signIn = ctx.oidc.result?.signIn as SignInResult;
      const userId = Number(account.accountId);
      const device = { userId, clientId: client.clientId, scope, name, ...signIn };
      const grantId = await database.asOwner((tx) => insertDevice(tx, device));
      if (grantId === null) throw new library.errors.AccessDenied('the account has changed: sign in again');
      return provider.Grant.find(grantId);
    },
    // Revoking either token signs the device out.
    revokeGrantPolicy: () => true,
    renderError: (ctx) => renderFailure(ctx, 'failed'),
  };
}

/** Refreshes a token in one transaction: the library's three steps cannot be repeated safely. */
function registerRefresh(library: Library, provider: oidc.Provider, database: Database): void {
  provider.registerGrantType(
    'refresh_token',
    async (ctx) => {
      const token: unknown = ctx.oidc.params.refresh_token;
      if (typeof token !== 'string' || token === '') {
        throw new library.errors.InvalidRequest("missing required parameter 'refresh_token'");
      }
      const outcome = await database.asOwner((tx) => refresh(tx, token, ctx.oidc.client.clientId));
      if (outcome.kind === 'too_many') {
        ctx.set('Retry-After', String(outcome.retryAfterSeconds));
        throw Object.assign(new library.errors.TemporarilyUnavailable('renewed too often'), {
          status: 429,
          statusCode: 429,
        });
      }
      if (outcome.kind === 'forgotten')
        throw new library.errors.UnauthorizedClient('the service was restored: sign in again');
      if (outcome.kind === 'refused')
        throw new library.errors.InvalidGrant(`refresh token: ${outcome.reason}`);
      ctx.body = {
        access_token: outcome.accessToken,
        token_type: 'Bearer',
        expires_in: ACCESS_TOKEN_SECONDS,
        refresh_token: outcome.refreshToken,
        scope: outcome.scope,
      };
    },
    ['refresh_token', 'scope']
  );
}

/**
 * While the database is unavailable the response is 503, never an error that a phone would treat as "signed out".
 */
function registerAvailability(provider: oidc.Provider, options: ProviderOptions): void {
  const failures = new WeakMap<object, unknown>();
  provider.on('server_error', (ctx, error) => {
    failures.set(ctx.req, error);
    options.onServerError(error);
  });
  provider.use(async (ctx, next) => {
    await next();
    const failure = failures.get(ctx.req);
    if (failure === undefined || !isUnavailable(failure)) return;
    ctx.remove('Location');
    if (ctx.accepts('json', 'html') === 'html') options.renderFailure(ctx as oidc.KoaContextWithOIDC, 'away');
    else ctx.body = { error: 'temporarily_unavailable', error_description: 'try again later' };
    ctx.status = 503;
    ctx.set('Retry-After', '5');
  });
}

/** The OAuth provider for one origin. */
export function buildProvider(library: Library, origin: string, options: ProviderOptions): oidc.Provider {
  const provider = new library.Provider(`${origin}${MOUNT_PATH}`, configuration(library, origin, options));
  // Our handler sets the protocol and host headers from the public origin, whatever a proxy sends.
  provider.proxy = true;
  registerAvailability(provider, options);
  registerRefresh(library, provider, options.database);
  return provider;
}

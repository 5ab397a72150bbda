import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { type Server, createServer } from 'node:http';

import { loadProvider } from '../../server/auth/library';

/** The account with which the next person signs in at the organisation; null: they cancel. */
export type Account = { id: string; email?: string; email_verified?: boolean | string };

/** A second provider, on another port: it signs in everybody as `current`, without asking. */
export async function startIdentityProvider() {
  const library = await loadProvider();
  const state: { current: Account | null; inIdToken: boolean; redirect: string } = {
    current: null,
    inIdToken: false,
    redirect: '',
  };
  const accounts = new Map<string, Account>();
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = { ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'one' };
  const build = (redirect: string, inIdToken: boolean) =>
    new library.Provider(issuer, {
      clients: [
        {
          client_id: 'doorstep-service',
          client_secret: 'a secret of the service',
          redirect_uris: [redirect],
          id_token_signed_response_alg: 'ES256',
        },
      ],
      jwks: { keys: [key] },
      cookies: { keys: [randomBytes(16).toString('hex')] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: !inIdToken,
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
      findAccount: (_ctx, id) => {
        const account = accounts.get(id);
        return account && { accountId: id, claims: () => ({ sub: id, ...account }) };
      },
      loadExistingGrant: async (ctx) => {
        const { client, account, provider } = ctx.oidc;
        const grant = new provider.Grant({ clientId: client?.clientId, accountId: account?.accountId });
        grant.addOIDCScope('openid email');
        await grant.save();
        return grant;
      },
    });
  let providers: {
    token: InstanceType<typeof library.Provider>;
    info: InstanceType<typeof library.Provider>;
  };
  server.on('request', (request, response) => {
    const provider = state.inIdToken ? providers.token : providers.info;
    if (!request.url?.startsWith('/interaction/')) return void provider.callback()(request, response);
    const { current } = state;
    if (current) accounts.set(current.id, current);
    const result = current
      ? { login: { accountId: current.id } }
      : { error: 'access_denied', error_description: 'cancelled' };
    return void provider.interactionFinished(request, response, result);
  });
  return {
    issuer,
    state,
    allow(redirect: string) {
      providers = { token: build(redirect, true), info: build(redirect, false) };
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

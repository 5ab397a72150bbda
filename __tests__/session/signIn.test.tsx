import { AuthRequest } from 'expo-auth-session';

import { finishSignIn, signIn, type SignInParts } from '@/session/signIn';
import { parseJoinLink, parseLaunchLink, formatJoinLink } from '@/session/joinLink';

type Response = { status: number; body?: unknown; text?: string };

/** Sign-in with canned responses by the end of the URL; otherwise 404 without JSON. */
function withNetwork(responses: Record<string, Response | 'cut'>, given: Partial<SignInParts> = {}) {
  const stored = new Map<string, string>();
  const requests: string[] = [];
  const parts: SignInParts = {
    clock: { now: Date.now, monotonic: () => performance.now(), sleep: () => new Promise(() => undefined) },
    network: { isOnline: () => true, onChange: () => () => undefined },
    fetch: (url) => {
      requests.push(url);
      const found = Object.entries(responses).find(([end]) => url.endsWith(end))?.[1] ?? { status: 404 };
      if (found === 'cut') return Promise.reject(new TypeError('Failed to fetch'));
      const text = found.text ?? (found.body === undefined ? 'Not found' : JSON.stringify(found.body));
      return Promise.resolve({
        status: found.status,
        headers: { get: () => null },
        text: () => Promise.resolve(text),
      });
    },
    secrets: {
      get: (name) => Promise.resolve(stored.get(name) ?? null),
      set: (name, value) => Promise.resolve(void stored.set(name, value)),
      remove: (name) => Promise.resolve(void stored.delete(name)),
    },
    redirectUriFor: () => 'doorstep://signed-in',
    loadAuthSession: () => Promise.resolve({ AuthRequest }),
    openSignInPage: () => Promise.resolve({ kind: 'cancelled' }),
    ...given,
  };
  return { parts, stored: stored, requests: requests };
}

const request = { baseUrl: 'https://one.example/api', language: 'en' };
const discovery = '/oidc/.well-known/openid-configuration';
const found = {
  status: 200,
  body: {
    authorization_endpoint: 'https://one.example/api/oidc/auth',
    token_endpoint: 'https://one.example/api/oidc/token',
  },
};
const pending = JSON.stringify({
  baseUrl: request.baseUrl,
  redirectUri: 'doorstep://signed-in',
  state: 'mine',
  verifier: 'proof',
  tokenEndpoint: 'https://one.example/api/oidc/token',
});

describe('starting a sign-in', () => {
  it.each([
    ['unreachable', { [discovery]: 'cut' }],
    ['no_such_service', {}],
    ['no_sign_in', { '/actions': { status: 401, body: { status: 'error' } } }],
    ['service_trouble', { [discovery]: { status: 503, body: {} } }],
    ['login_page', { [discovery]: { status: 200, text: '<html>Welcome to the hotel</html>' } }],
  ] as const)('says %s by what answers', async (kind, responses) => {
    expect(await signIn(withNetwork(responses).parts, request)).toEqual({ kind });
  });

  it('sends no request without signal', async () => {
    const network = { isOnline: () => false, onChange: () => () => undefined };
    const { parts, requests } = withNetwork({}, { network });
    expect(await signIn(parts, request)).toEqual({ kind: 'offline' });
    expect(requests).toEqual([]);
  });

  it('does not start where the service cannot redirect back', async () => {
    const { parts, stored } = withNetwork({ [discovery]: found }, { redirectUriFor: () => null });
    expect(await signIn(parts, request)).toEqual({ kind: 'not_from_here' });
    expect(stored.size).toBe(0);
  });

  it('says offline when the browser cannot download the code of the sign-in', async () => {
    const loadAuthSession = () => Promise.reject(new Error('Failed to fetch a part of the app'));
    const { parts, stored } = withNetwork({ [discovery]: found }, { loadAuthSession });
    expect(await signIn(parts, request)).toEqual({ kind: 'offline' });
    stored.set('doorstep.sign-in', pending);
    expect(await finishSignIn(parts, 'doorstep://signed-in?code=one&state=mine')).toEqual({
      kind: 'offline',
    });
    // For the next try.
    expect(stored.get('doorstep.sign-in')).toBe(pending);
  });

  it('tries /api when only the host was given', async () => {
    const { parts, requests } = withNetwork({}, {});
    expect(await signIn(parts, { ...request, baseUrl: 'https://one.example' })).toEqual({
      kind: 'no_such_service',
    });
    expect(requests).toContain(`https://one.example/api${discovery}`);
  });
});

describe('returning from the sign-in page', () => {
  const back = (query: string) => `doorstep://signed-in?${query}`;
  const tokens = {
    '/oidc/token': { status: 200, body: { access_token: 'access', refresh_token: 'refresh' } },
  };

  it('stores the refresh token in the session, so that the engine can renew it', async () => {
    const { parts, stored } = withNetwork(tokens);
    stored.set('doorstep.sign-in', pending);
    expect(await finishSignIn(parts, back('code=one&state=mine'))).toEqual({
      kind: 'signed_in',
      session: {
        baseUrl: request.baseUrl,
        accessToken: 'access',
        refresh: {
          token: 'refresh',
          endpoint: 'https://one.example/api/oidc/token',
          clientId: 'doorstep',
        },
      },
    });
    // The code verifier is valid once.
    expect(await finishSignIn(parts, back('code=one&state=mine'))).toEqual({ kind: 'code_expired' });
  });

  it('rejects a code that another page requested', async () => {
    const { parts, stored, requests } = withNetwork(tokens);
    stored.set('doorstep.sign-in', pending);
    expect(await finishSignIn(parts, back('code=one&state=other'))).toEqual({ kind: 'code_expired' });
    expect(requests).toEqual([]);
  });

  it.each([
    ['code_expired', { '/oidc/token': { status: 400, body: { error: 'invalid_grant' } } }],
    ['unreachable', { '/oidc/token': 'cut' }],
    ['service_trouble', { '/oidc/token': { status: 503, body: {} } }],
  ] as const)('says %s by what the exchange gives', async (kind, responses) => {
    const { parts, stored } = withNetwork(responses);
    stored.set('doorstep.sign-in', pending);
    expect(await finishSignIn(parts, back('code=one&state=mine'))).toEqual({ kind });
  });

  it('counts a refusal on the page as a cancel', async () => {
    const { parts, stored } = withNetwork({});
    stored.set('doorstep.sign-in', pending);
    expect(await finishSignIn(parts, back('error=access_denied&state=mine'))).toEqual({ kind: 'cancelled' });
  });
});

it('formats a join link without a token that it can parse', () => {
  const link = formatJoinLink('https://app.example', 'https://one.example/api');
  const parsed = { baseUrl: 'https://one.example/api', token: null, newcomerCode: null };
  expect(parseJoinLink(link)).toEqual(parsed);
  expect(parseLaunchLink(link)).toEqual(parsed);
  const withCode = formatJoinLink('https://app.example', 'https://one.example/api', '12345678');
  expect(parseLaunchLink(withCode)).toEqual({ ...parsed, newcomerCode: '12345678' });
  for (const cut of [link.slice(0, link.indexOf('=')), link.slice(0, link.indexOf('#'))])
    expect(parseLaunchLink(cut)).toBeNull();
});

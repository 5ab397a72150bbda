import { openScope } from '@/db/scopes';
import { openStore } from '@/db/store';
import type * as Ports from '@/platform/ports';
import type * as PlatformSignIn from '@/platform/signIn';
import type * as Boot from '@/runtime/boot';
import { type SignedOut } from '@/runtime/bootState';
import type { FetchInit } from '@/sync/ports';

import { openMemoryEngine } from '../support/sqlite';

/** A phone that a redirect of the service started: its database, keychain and network. */
const mockPhone = {
  secrets: new Map<string, string>(),
  redirect: null as string | null,
  /** A secret store without room refuses this secret. */
  refused: null as string | null,
  open: (): Promise<unknown> => Promise.reject(new Error('no database')),
  fetch: (_url: string, _init: FetchInit): Promise<unknown> => Promise.reject(new Error('no network')),
};

jest.mock('@/platform/background', () => ({
  defineBackgroundTask: () => undefined,
  registerBackgroundTask: () => Promise.resolve(),
  unregisterBackgroundTask: () => Promise.resolve(),
}));
jest.mock('@/platform/databaseFile', () => ({ openDatabaseFile: () => mockPhone.open() }));
jest.mock('@/platform/secrets', () => ({
  openSecrets: () =>
    Promise.resolve({
      get: (name: string) => Promise.resolve(mockPhone.secrets.get(name) ?? null),
      set: (name: string, value: string) =>
        name === mockPhone.refused
          ? Promise.reject(new Error('out of storage'))
          : Promise.resolve(void mockPhone.secrets.set(name, value)),
      remove: (name: string) => Promise.resolve(void mockPhone.secrets.delete(name)),
    }),
}));
jest.mock('@/platform/ports', () => ({
  ...jest.requireActual<typeof Ports>('@/platform/ports'),
  // Sleeps until aborted: no time passes, and no timer outlives the test.
  clock: {
    now: () => Date.now(),
    monotonic: () => Date.now(),
    sleep: (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((done) => signal?.addEventListener('abort', () => done())),
  },
  fetchOverNetwork: (url: string, init: FetchInit) => mockPhone.fetch(url, init),
  openNetwork: () => Promise.resolve({ isOnline: () => true, onChange: () => () => undefined }),
  lifecycle: { isForeground: () => false, onChange: () => () => undefined },
}));
jest.mock('@/platform/signIn', () => ({
  ...jest.requireActual<typeof PlatformSignIn>('@/platform/signIn'),
  takeRedirect: () => mockPhone.redirect,
}));
// expo-contacts does not load in Node.
jest.mock('@/platform/addressBook', () => ({ pickEmails: null }));
jest.mock('@/runtime/reminderControls', () => ({ createReminderControls: () => null }));

const service = 'https://one.example/api';
const session = { baseUrl: service, accessToken: 'token', refresh: null, userId: 1, spaceId: 1 };
const pending = {
  baseUrl: service,
  redirectUri: 'doorstep://signed-in',
  state: 'mine',
  verifier: 'proof',
  tokenEndpoint: `${service}/oidc/token`,
};

/** Starts the app of a person who is signed in. */
async function start(secrets: Record<string, unknown> = {}) {
  const engine = openMemoryEngine();
  await openScope(await openStore(engine), { service, userId: 1, spaceId: 1 });
  mockPhone.open = () => Promise.resolve({ engine, quarantined: [] });
  mockPhone.redirect = 'doorstep://signed-in?code=one&state=mine';
  mockPhone.secrets = new Map(
    Object.entries({ 'doorstep.session': session, ...secrets }).map(([name, value]) => [
      name,
      JSON.stringify(value),
    ])
  );
  mockPhone.refused = null;
  jest.resetModules();
  const { bootOnce, whenOpened } = jest.requireActual<typeof Boot>('@/runtime/boot');
  const boot = bootOnce();
  return { boot, state: await whenOpened(boot) };
}

const storedUser = () =>
  (JSON.parse(mockPhone.secrets.get('doorstep.session') ?? '') as typeof session).userId;

it('a link to the address of a redirect takes nobody out of their session', async () => {
  expect((await start()).state.kind).toBe('ready');
});

it('the redirect of a sign-in that this app began completes it', async () => {
  const { state } = await start({ 'doorstep.sign-in': pending });
  expect(state.kind === 'signed_out' && state.finish).toBeTruthy();
});

/** The service signs person 2 in, who belongs to these spaces. */
function answerSignIn(spaces: { id: number; name: string }[], patch: () => number = () => 200) {
  const user = { id: 2, mail: 'ada@example.org', group_id: 1, selected_group_id: [1] };
  mockPhone.fetch = (url, { method }) => {
    const success = (data: unknown) => ({ status: 200, body: { status: 'success', data } });
    const responses: Record<string, { status: number; body: unknown }> = {
      [`POST ${service}/oidc/token`]: { status: 200, body: { access_token: 'a', refresh_token: 'b' } },
      [`GET ${service}/me`]: success({ User: user, spaces }),
      [`PATCH ${service}/users/2?UpdateToken=true`]: { ...success('updated'), status: patch() },
    };
    const { status, body } = responses[`${method} ${url}`] ?? { status: 404, body: {} };
    return Promise.resolve({
      status,
      headers: { get: () => null },
      text: () => Promise.resolve(JSON.stringify(body)),
    });
  };
}

it('another person who has not chosen a space yet does not replace the session', async () => {
  let patch = 422;
  const two = [
    { id: 1, name: 'One' },
    { id: 2, name: 'Two' },
  ];
  answerSignIn(two, () => patch);
  const { finish } = (await start({ 'doorstep.sign-in': pending })).state as SignedOut;
  const outcome = await finish?.();
  if (outcome?.kind !== 'choose_space') throw new Error(`no choice: ${outcome?.kind}`);
  expect(storedUser()).toBe(1);
  expect(await outcome.goTo(2)).toBe('refused');
  expect(storedUser()).toBe(1);
  patch = 200;
  expect(await outcome.goTo(2)).toBe('switched');
  expect(storedUser()).toBe(2);
});

it('a phone that cannot store the session says so instead of waiting', async () => {
  answerSignIn([{ id: 1, name: 'One' }]);
  const { boot, state } = await start({ 'doorstep.sign-in': pending });
  mockPhone.refused = 'doorstep.session';
  const failed = new Promise((resolve) => boot.subscribe(({ kind }) => resolve(kind)));
  void (state as SignedOut).finish?.();
  expect(await failed).toBe('failed');
  expect(storedUser()).toBe(1);
});

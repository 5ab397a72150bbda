import { problem } from '@/contract/problem';
import type { BackgroundWork } from '@/platform/background';
import { enqueue, listOutbox } from '@/db/outbox/outbox';
import { StoreError } from '@/db/errors';
import { EngineError, type Engine } from '@/db/port';
import { openScope } from '@/db/scopes';
import { openStore, type Store } from '@/db/store';
import type * as Ports from '@/platform/ports';
import type * as Boot from '@/runtime/boot';
import type { FetchInit } from '@/sync/ports';

import { openMemoryEngine } from '../support/sqlite';
import { baseUrl, bundleRow, emptyService, storedBundle } from '../sync/support';

/** A phone without screens: its database, keychain, network and background task. */
const mockPhone = {
  work: null as BackgroundWork | null,
  open: (): Promise<{ engine: Engine; quarantined: string[] }> => Promise.reject(new Error('no database')),
  openings: 0,
  secrets: new Map<string, string>(),
  posts: [] as string[],
  fetch: (_url: string, _init: FetchInit): Promise<unknown> => Promise.reject(new Error('no network')),
};

jest.mock('@/platform/background', () => ({
  defineBackgroundTask: (work: BackgroundWork) => {
    mockPhone.work = work;
  },
  registerBackgroundTask: () => Promise.resolve(),
  unregisterBackgroundTask: () => Promise.resolve(),
}));
jest.mock('@/platform/databaseFile', () => ({
  openDatabaseFile: () => {
    mockPhone.openings += 1;
    return mockPhone.open();
  },
}));
jest.mock('@/platform/secrets', () => ({
  openSecrets: () =>
    Promise.resolve({
      get: (name: string) => Promise.resolve(mockPhone.secrets.get(name) ?? null),
      set: (name: string, value: string) => Promise.resolve(void mockPhone.secrets.set(name, value)),
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
// expo-contacts does not load in Node.
jest.mock('@/platform/addressBook', () => ({ pickEmails: null }));
jest.mock('@/runtime/reminderControls', () => ({ createReminderControls: () => null }));

const service = baseUrl.replace(/\/$/, '');
const session = { baseUrl: service, accessToken: 'token', refresh: null, userId: 1, spaceId: 1 };

/** Loads all modules again, like a new process. */
function startProcess() {
  jest.resetModules();
  mockPhone.openings = 0;
  jest.requireActual('@/runtime/backgroundTask');
  const { bootOnce } = jest.requireActual<typeof Boot>('@/runtime/boot');
  return bootOnce;
}

const wake = () => mockPhone.work?.(new AbortController().signal);

/** A database with unsent records of the signed-in user. The app does not close it, so the test reads the same store. */
async function databaseWith(numbers: number[], quarantined: string[] = []): Promise<Store> {
  const engine = openMemoryEngine();
  const store = await openStore(engine);
  const scope = await openScope(store, { service, userId: 1, spaceId: 1 });
  for (const number of numbers) await store.write((tx) => enqueue(tx, scope, bundleRow(number), Date.now()));
  mockPhone.open = () => Promise.resolve({ engine, quarantined });
  return store;
}

async function states(store: Store) {
  const scope = await openScope(store, { service, userId: 1, spaceId: 1 });
  return (await listOutbox(store, scope, {})).map(({ state }) => state);
}

beforeEach(() => {
  mockPhone.posts = [];
  mockPhone.secrets = new Map([['doorstep.session', JSON.stringify(session)]]);
  const script = emptyService(['idempotency_key', 'changes'], (sent, count) =>
    storedBundle(sent, 100 + count)
  );
  mockPhone.fetch = (url, init) => {
    const sent = {
      method: init.method,
      path: url.replace(service, ''),
      headers: init.headers,
      body: init.body,
    };
    if (init.method === 'POST') mockPhone.posts.push(sent.body ?? '');
    const reaction = script(sent, 0);
    if (typeof reaction === 'string') return Promise.reject(new Error(reaction));
    const text = JSON.stringify(reaction.body);
    return Promise.resolve({
      status: reaction.status,
      headers: { get: (name: string) => reaction.headers?.[name.toLowerCase()] ?? null },
      text: () => Promise.resolve(text),
    });
  };
});

it('sends the unsent records, once each, without a screen', async () => {
  const store = await databaseWith([1, 2, 3]);
  startProcess();
  expect(await wake()).toBe('done');
  expect(await states(store)).toEqual(['acked', 'acked', 'acked']);
  expect(mockPhone.posts).toHaveLength(3);
});

it('opens the database once, however often the task and the screens start', async () => {
  await databaseWith([1]);
  const bootOnce = startProcess();
  bootOnce();
  expect(await Promise.all([wake(), wake()])).toEqual(['done', 'done']);
  bootOnce();
  expect(mockPhone.openings).toBe(1);
  expect(mockPhone.posts).toHaveLength(1);
});

it('does nothing while no user is signed in', async () => {
  const store = await databaseWith([1]);
  mockPhone.secrets.clear();
  startProcess();
  expect(await wake()).toBe('failed');
  expect(await states(store)).toEqual(['queued']);
});

it('retries at the next run what failed in the first', async () => {
  const store = await databaseWith([1]);
  const { open } = mockPhone;
  mockPhone.open = () => Promise.reject(new StoreError('no_key', 'locked since the start'));
  startProcess();
  expect(await wake()).toBe('failed');
  mockPhone.open = open;
  expect(await wake()).toBe('done');
  expect(await states(store)).toEqual(['acked']);
});

it('sending continues after clearing the cache has failed', async () => {
  const store = await databaseWith([]);
  const { engine } = await mockPhone.open();
  const disk = { isFull: false };
  const run: Engine['run'] = (sql, params) =>
    disk.isFull && sql.startsWith('DELETE')
      ? Promise.reject(new EngineError('full', 'disk full'))
      : engine.run(sql, params);
  mockPhone.open = () => Promise.resolve({ engine: { ...engine, run }, quarantined: [] });
  const bootOnce = startProcess();
  expect(await wake()).toBe('done');
  const state = bootOnce().getState();
  if (state.kind !== 'ready') throw new Error(`the app is ${state.kind}`);
  disk.isFull = true;
  await expect(state.runtime.session.clearCache()).rejects.toThrow('disk full');
  disk.isFull = false;
  const scope = await openScope(store, { service, userId: 1, spaceId: 1 });
  await store.write((tx) => enqueue(tx, scope, bundleRow(1), Date.now()));
  expect(await wake()).toBe('done');
  expect(mockPhone.posts).toHaveLength(1);
});

it('a quarantined database is reported first, and once', async () => {
  const quarantined = ['quarantined-2026-11-14T10-00-00-000Z-doorstep.db'];
  await databaseWith([], quarantined);
  const bootOnce = startProcess();
  expect(await wake()).toBe('failed');
  const reported = bootOnce().getState();
  if (reported.kind !== 'quarantined') throw new Error(`the app is ${reported.kind}`);
  const ready = new Promise<void>((done) =>
    bootOnce().subscribe(({ kind }) => {
      if (kind === 'ready') done();
    })
  );
  reported.acknowledge();
  await ready;
  expect(await wake()).toBe('done');
  const again = startProcess();
  expect(await wake()).toBe('done');
  expect(again().getState().kind).toBe('ready');
});

/** A database that can be opened once at a time, on a disk that fails deletions while it is full. */
async function databaseOnFullDisk() {
  const store = await databaseWith([]);
  const { engine } = await mockPhone.open();
  const disk = { isFull: false, isOpen: false };
  const run: Engine['run'] = (sql, params) =>
    disk.isFull && sql.startsWith('DELETE')
      ? Promise.reject(new EngineError('full', 'disk full'))
      : engine.run(sql, params);
  const close = () => Promise.resolve(void (disk.isOpen = false));
  mockPhone.open = () => {
    if (disk.isOpen) return Promise.reject(new StoreError('damaged', 'opened twice'));
    disk.isOpen = true;
    return Promise.resolve({ engine: { ...engine, run, close }, quarantined: [] });
  };
  return { disk, store };
}

it('a start that fails after opening the database closes it, so that a retry can open it', async () => {
  const { disk } = await databaseOnFullDisk();
  disk.isFull = true;
  mockPhone.secrets.set('doorstep.session', JSON.stringify({ ...session, revoked: true }));
  const bootOnce = startProcess();
  expect(await wake()).toBe('failed');
  expect(bootOnce().getState().kind).toBe('failed');
  disk.isFull = false;
  expect(await wake()).toBe('failed');
  expect(bootOnce().getState().kind).toBe('signed_out');
});

it('a phone that is revoked while its disk is full shows no data until the cache is deleted', async () => {
  const { disk, store } = await databaseOnFullDisk();
  const bootOnce = startProcess();
  expect(await wake()).toBe('done');
  disk.isFull = true;
  const scope = await openScope(store, { service, userId: 1, spaceId: 1 });
  await store.write((tx) => enqueue(tx, scope, bundleRow(1), Date.now()));
  mockPhone.secrets.set('doorstep.session', JSON.stringify({ ...session, revoked: true, accessToken: '' }));
  mockPhone.fetch = () =>
    Promise.resolve({
      status: 401,
      headers: { get: () => null },
      text: () => Promise.resolve(JSON.stringify(problem('unauthenticated'))),
    });
  const shown = async (kind: string) => {
    const state = bootOnce();
    if (state.getState().kind === kind) return;
    await new Promise<void>((done) => {
      const stop = state.subscribe((next) => {
        if (next.kind !== kind) return;
        stop();
        done();
      });
    });
  };
  await wake();
  await shown('failed');
  const failed = bootOnce().getState();
  if (failed.kind !== 'failed') throw new Error(`the app is ${failed.kind}`);
  disk.isFull = false;
  failed.tryAgain();
  await shown('signed_out');
  expect(mockPhone.secrets.has('doorstep.session')).toBe(false);
});

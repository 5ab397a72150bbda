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

/** A phone that draws nothing: its file, its keychain, its wire, and the work it was given to do when it wakes the app. */
const mockPhone = {
  work: null as BackgroundWork | null,
  open: (): Promise<{ engine: Engine; setAside: string[] }> => Promise.reject(new Error('no file yet')),
  openings: 0,
  secrets: new Map<string, string>(),
  posts: [] as string[],
  fetch: (_url: string, _init: FetchInit): Promise<unknown> => Promise.reject(new Error('no wire yet')),
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
  // The phone sleeps until something happens: no time passes by itself, and no timer outlives the test.
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
// The address book has no half that runs without a phone.
jest.mock('@/platform/addressBook', () => ({ pickEmails: null }));
jest.mock('@/runtime/reminderControls', () => ({ createReminderControls: () => null }));

const service = baseUrl.replace(/\/$/, '');
const session = { baseUrl: service, accessToken: 'token', refresh: null, userId: 1, spaceId: 1 };

/** Nothing of an earlier opening is left: the process is a new one. */
function startProcess() {
  jest.resetModules();
  mockPhone.openings = 0;
  jest.requireActual('@/runtime/backgroundTask');
  const { bootOnce } = jest.requireActual<typeof Boot>('@/runtime/boot');
  return bootOnce;
}

const wake = () => mockPhone.work?.(new AbortController().signal);

/** A file with unsent records of a person who is signed in. The app closes nothing, so the test looks in the same store. */
async function fileWith(numbers: number[], setAside: string[] = []): Promise<Store> {
  const engine = openMemoryEngine();
  const store = await openStore(engine);
  const scope = await openScope(store, { service, userId: 1, spaceId: 1 });
  for (const number of numbers) await store.write((tx) => enqueue(tx, scope, bundleRow(number), Date.now()));
  mockPhone.open = () => Promise.resolve({ engine, setAside });
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
      headers: { get: () => null },
      text: () => Promise.resolve(text),
    });
  };
});

it('sends what waits, each record once, without a screen', async () => {
  const store = await fileWith([1, 2, 3]);
  startProcess();
  expect(await wake()).toBe('done');
  expect(await states(store)).toEqual(['acked', 'acked', 'acked']);
  expect(mockPhone.posts).toHaveLength(3);
});

it('opens the file once, however often the phone wakes the app and whoever opens it beside', async () => {
  await fileWith([1]);
  const bootOnce = startProcess();
  bootOnce();
  expect(await Promise.all([wake(), wake()])).toEqual(['done', 'done']);
  bootOnce();
  expect(mockPhone.openings).toBe(1);
  expect(mockPhone.posts).toHaveLength(1);
});

it('does nothing while nobody is signed in', async () => {
  const store = await fileWith([1]);
  mockPhone.secrets.clear();
  startProcess();
  expect(await wake()).toBe('failed');
  expect(await states(store)).toEqual(['queued']);
});

it('tries again at the next waking what the phone refused at the first', async () => {
  const store = await fileWith([1]);
  const { open } = mockPhone;
  mockPhone.open = () => Promise.reject(new StoreError('no_key', 'locked since the start'));
  startProcess();
  expect(await wake()).toBe('failed');
  mockPhone.open = open;
  expect(await wake()).toBe('done');
  expect(await states(store)).toEqual(['acked']);
});

it('a store that refuses to be cleared leaves nobody without an engine: what waits is sent all the same', async () => {
  const store = await fileWith([]);
  const { engine } = await mockPhone.open();
  const disk = { isFull: false };
  const run: Engine['run'] = (sql, params) =>
    disk.isFull && sql.startsWith('DELETE')
      ? Promise.reject(new EngineError('full', 'disk full'))
      : engine.run(sql, params);
  mockPhone.open = () => Promise.resolve({ engine: { ...engine, run }, setAside: [] });
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

it('a file that was set aside is said to a person first, once', async () => {
  const setAside = ['set-aside-2026-11-14T10-00-00-000Z-doorstep.db'];
  await fileWith([], setAside);
  const bootOnce = startProcess();
  expect(await wake()).toBe('failed');
  const told = bootOnce().getState();
  if (told.kind !== 'set_aside') throw new Error(`the app is ${told.kind}`);
  const ready = new Promise<void>((done) =>
    bootOnce().subscribe(({ kind }) => {
      if (kind === 'ready') done();
    })
  );
  told.goOn();
  await ready;
  expect(await wake()).toBe('done');
  const again = startProcess();
  expect(await wake()).toBe('done');
  expect(again().getState().kind).toBe('ready');
});

/** A file that can be opened by one at a time, on a disk that refuses to forget while it is full. */
async function fileOnFullDisk() {
  const store = await fileWith([]);
  const { engine } = await mockPhone.open();
  const disk = { isFull: false, isOpen: false };
  const run: Engine['run'] = (sql, params) =>
    disk.isFull && sql.startsWith('DELETE')
      ? Promise.reject(new EngineError('full', 'disk full'))
      : engine.run(sql, params);
  const close = () => Promise.resolve(void (disk.isOpen = false));
  mockPhone.open = () => {
    if (disk.isOpen) return Promise.reject(new StoreError('damaged', 'a second opening'));
    disk.isOpen = true;
    return Promise.resolve({ engine: { ...engine, run, close }, setAside: [] });
  };
  return { disk, store };
}

it('an opening that fails after the file was opened lets go of it: trying again opens it', async () => {
  const { disk } = await fileOnFullDisk();
  disk.isFull = true;
  mockPhone.secrets.set('doorstep.session', JSON.stringify({ ...session, revoked: true }));
  const bootOnce = startProcess();
  expect(await wake()).toBe('failed');
  expect(bootOnce().getState().kind).toBe('failed');
  disk.isFull = false;
  expect(await wake()).toBe('failed');
  expect(bootOnce().getState().kind).toBe('signed_out');
});

it('a phone that is revoked while its disk is full shows nothing until it has forgotten', async () => {
  const { disk, store } = await fileOnFullDisk();
  const bootOnce = startProcess();
  expect(await wake()).toBe('done');
  disk.isFull = true;
  const scope = await openScope(store, { service, userId: 1, spaceId: 1 });
  await store.write((tx) => enqueue(tx, scope, bundleRow(1), Date.now()));
  mockPhone.secrets.set('doorstep.session', JSON.stringify({ ...session, revoked: true, accessToken: '' }));
  mockPhone.fetch = () =>
    Promise.resolve({ status: 401, headers: { get: () => null }, text: () => Promise.resolve('{}') });
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

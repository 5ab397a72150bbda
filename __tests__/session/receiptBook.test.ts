import { randomBytes } from 'node:crypto';

import { getFact, setFact } from '@/db/facts';
import { drawBookAfterPulls, openReceiptBook } from '@/session/receiptBook';

import { onlineWith } from '../features/support/online';
import { createTestRuntime } from '../features/support/runtime';

async function setUp({ extensions = ['receipts'] } = {}) {
  const { runtime, store, scope, fakes } = await createTestRuntime();
  await store.write((tx) => setFact(tx, scope, 'capabilities', extensions));
  const keys = new Map<string, string>();
  const secrets = {
    get: (name: string) => Promise.resolve(keys.get(name) ?? null),
    set: (name: string, value: string) => {
      keys.set(name, value);
      return Promise.resolve();
    },
  };
  const requests: { key: string; body: unknown }[] = [];
  const network = { isUp: true };
  /** As the service: one book per key. */
  const write = ({ key, body }: { key: string; body: unknown }) => {
    requests.push({ key, body });
    const id = new Set(requests.map((request) => request.key)).size;
    return Promise.resolve(network.isUp ? { kind: 'written', value: { id } } : { kind: 'not_now' });
  };
  const open = () =>
    openReceiptBook({
      store,
      scope,
      secrets,
      online: onlineWith({ write }),
      newId: runtime.newId,
      randomBytes,
      webApp: 'https://one.example',
    });
  const book = () => getFact(store, scope, 'receipt_book');
  return { runtime, fakes, keys, requests, network, open, book };
}

test('a phone requests one book, also after a restart', async () => {
  const { open, book, requests } = await setUp();
  await open().draw();
  await open().draw();
  expect(requests).toHaveLength(1);
  expect((await book())?.number).toBe(1);
});

test('a lost response makes no second book: the request is repeated with the same key', async () => {
  const { open, book, requests, network } = await setUp();
  network.isUp = false;
  await open().draw();
  expect((await book())?.number).toBeNull();
  network.isUp = true;
  await open().draw();
  expect(requests).toHaveLength(2);
  expect(requests[1]).toEqual(requests[0]);
  expect((await book())?.number).toBe(1);
});

test('a phone that lost its key requests another book', async () => {
  const { open, book, keys } = await setUp();
  await open().draw();
  const first = await book();
  keys.clear();
  await open().draw();
  expect((await book())?.number).toBe(2);
  expect((await book())?.publicKey).not.toBe(first?.publicKey);
});

test('a service without receipts is not asked for a book, and no key is made', async () => {
  const { open, book, requests, keys } = await setUp({ extensions: ['cash_records'] });
  await open().draw();
  expect([requests.length, keys.size, await book()]).toEqual([0, 0, null]);
  expect(await open().signer()).toBeNull();
});

test('a book is drawn after a pull, once for each', async () => {
  const { runtime, fakes } = await setUp();
  let draws = 0;
  const draw = () => Promise.resolve(void (draws += 1));
  const stop = drawBookAfterPulls({ draw }, runtime.sync);
  fakes.setStatus({ lastPulledAt: 1 });
  fakes.setStatus({ isOnline: false });
  await new Promise((done) => setImmediate(done));
  fakes.setStatus({ lastPulledAt: 2 });
  stop();
  fakes.setStatus({ lastPulledAt: 3 });
  expect(draws).toBe(2);
});

import { createHash, randomBytes } from 'node:crypto';

import type { CashCount } from '@/contract/cashRecord';
import { applyContacts } from '@/db/contacts';
import { setFact } from '@/db/facts';
import { applyBundles } from '@/db/ledger/bundles';
import { getOutboxRow, listOutbox } from '@/db/outbox/outbox';
import { sentData } from '@/db/outbox/pending';
import { type Engine, EngineError } from '@/db/port';
import { getReceipt, getReceiptRecord, listReceipts } from '@/db/receipts';
import { getOpenShift } from '@/db/cash/shifts';
import { noPrevious, readReceipt } from '@/domain/receipt';
import { encodeBytes } from '@/domain/signedText';
import { assemble } from '@/features/capture/assemble';
import { saveCapture } from '@/features/capture/mutations';
import { closeShift } from '@/features/cash/mutations';
import { cancelRecord } from '@/features/shared/cancelRecord';
import { createSigner, isSigned } from '@/platform/signing';

import { openMemoryEngine } from '../../support/sqlite';
import { createTestRuntime, saturday } from '../support/runtime';
import { demoCatalogue, draftOf } from '../capture/catalogue';

const book = 12;

/** A phone with a receipt book. */
async function setUp(engine?: Engine) {
  const made = await createTestRuntime(engine);
  const { runtime, store, scope, fakes } = made;
  const drawBook = async (number: number) => {
    const signer = createSigner(randomBytes(32));
    fakes.signer = signer;
    const fact = { key: `book ${number}`, publicKey: encodeBytes(signer.publicKey), number };
    await store.write((tx) => setFact(tx, scope, 'receipt_book', fact));
  };
  await drawBook(book);
  const save = (id: string, replaces: string | null = null, seconds = 0) => {
    const draft = draftOf({ id, externalId: Number(id.slice(-1)), replaces });
    const context = { now: saturday + seconds * 1000, offsetMinutesAt: () => 60, locale: 'en-GB' };
    const { capture } = assemble(draft, demoCatalogue, context);
    return saveCapture(runtime, { capture, draft, draftKey: 'a', who: null });
  };
  const numbers = async () =>
    (await listReceipts(store, scope)).map(({ number, rowId, isVoid }) => [number, rowId, isVoid]);
  return { ...made, drawBook, save, numbers };
}

test('each record gets the next number, a signature, and 8 bytes of the hash of the receipt before', async () => {
  const { store, scope, save } = await setUp();
  for (const id of ['capture-1', 'capture-2', 'capture-3']) expect(await save(id)).toEqual({ kind: 'saved' });
  let previous = noPrevious;
  for (const [index, { code, rowId }] of (await listReceipts(store, scope)).entries()) {
    const receipt = readReceipt(code);
    expect(receipt && isSigned(receipt)).toBe(true);
    expect(receipt?.facts).toEqual({
      space: scope.spaceId,
      book,
      number: index + 1,
      amount: 2000,
      currency: 'eur',
      time: saturday / 1000,
      method: 'cash',
      organisation: '',
      previous,
    });
    previous = createHash('sha256').update(code).digest().subarray(0, 8).toString('base64url');
    const row = await getOutboxRow(store, scope, rowId);
    expect(row && sentData<{ receipt?: string }>(row).receipt).toBe(code);
  }
});

test('a second tap on Save is the same record with the same number', async () => {
  const { save, numbers, store, scope } = await setUp();
  await save('capture-1');
  expect(await save('capture-1', null, 2)).toEqual({ kind: 'saved' });
  expect(await numbers()).toEqual([[1, 'capture-1', false]]);
  expect(await listOutbox(store, scope)).toHaveLength(1);
});

test('a record that is not saved takes no number: no gap, no number twice', async () => {
  for (const statement of ['INSERT INTO outbox', 'INTO day_entries', 'COMMIT']) {
    let isFailing = false;
    const memory = openMemoryEngine();
    const fail = (sql: string) => {
      if (isFailing && sql.includes(statement)) throw new EngineError('full', 'disk full');
    };
    const engine: Engine = {
      ...memory,
      run: async (sql, params) => {
        fail(sql);
        return memory.run(sql, params);
      },
      execute: async (sql) => {
        fail(sql);
        return memory.execute(sql);
      },
    };
    const { save, numbers } = await setUp(engine);
    await save('capture-1');
    isFailing = true;
    expect(await save('capture-2')).toMatchObject({ kind: 'not_saved' });
    isFailing = false;
    await save('capture-3');
    expect([statement, await numbers()]).toEqual([
      statement,
      [
        [1, 'capture-1', false],
        [2, 'capture-3', false],
      ],
    ]);
  }
});

test('the store refuses a number twice', async () => {
  const { save, store, scope } = await setUp();
  await save('capture-1');
  const insert =
    'INSERT INTO receipts (scope_id, book, number, row_id, capture_id, code) VALUES (?, ?, ?, ?, ?, ?)';
  const again = store.write((tx) => tx.run(insert, [scope.id, book, 1, 'other', 'other', 'code']));
  await expect(again).rejects.toThrow(/UNIQUE|constraint/i);
});

test('a cancelled or replaced record keeps its number, and the count states it as void', async () => {
  const { runtime, store, scope, save, numbers } = await setUp();
  for (const id of ['capture-1', 'capture-2', 'capture-3']) await save(id);
  expect(await cancelRecord(runtime, 'capture-2', { reason: 'undone', note: '' })).toBe('cancelled');
  expect(await save('capture-4', 'capture-3', 90)).toEqual({ kind: 'saved' });
  expect(await numbers()).toEqual([
    [1, 'capture-1', false],
    [2, 'capture-2', true],
    [3, 'capture-3', true],
    [4, 'capture-4', false],
  ]);
  const shift = await getOpenShift(store, scope);
  const draft = {
    key: 'count-1',
    records: ['capture-1', 'capture-4'],
    there: [],
    reason: '',
    witness: '',
    cash: {},
  } as never;
  expect(await closeShift(runtime, { shiftId: shift?.id ?? '', draftKey: 'c', draft, sums: [] })).toBe(
    'saved'
  );
  const row = await getOutboxRow(store, scope, 'count-1');
  const { cash_record: count } = sentData<{ cash_record: CashCount }>(row!);
  expect(count.receipts).toEqual([{ book, first: 1, last: 4, void: [2, 3] }]);
});

test('after the key was lost another book begins with number 1, and the numbers of the first stay', async () => {
  const { store, scope, fakes, save, drawBook } = await setUp();
  await save('capture-1');
  fakes.signer = createSigner(randomBytes(32));
  // The new key has no book yet: no receipt, and the record is saved.
  expect(await save('capture-2')).toEqual({ kind: 'saved' });
  expect(await getReceipt(store, scope, 'capture-2')).toBeNull();
  await drawBook(13);
  await save('capture-3');
  const given = (await listReceipts(store, scope)).map((each) => [each.book, each.number, each.rowId]);
  expect(given).toEqual([
    [book, 1, 'capture-1'],
    [13, 1, 'capture-3'],
  ]);
});

test('without a book, or with a key that cannot be opened, the record is saved without a receipt', async () => {
  const { runtime, store, scope, save, fakes } = await setUp();
  fakes.signer = null;
  expect(await save('capture-1')).toEqual({ kind: 'saved' });
  runtime.receipts.signer = () => Promise.reject(new Error('keychain'));
  expect(await save('capture-2')).toEqual({ kind: 'saved' });
  expect(await listReceipts(store, scope)).toEqual([]);
  const rows = await listOutbox(store, scope);
  expect(rows.map((row) => sentData<{ receipt?: string }>(row).receipt)).toEqual([undefined, undefined]);
});

test('the receipt is for the giver’s number and address, unless they want no messages', async () => {
  const { store, scope, save } = await setUp();
  await save('capture-1');
  const giver = async (more: object = {}) => {
    const contact = {
      id: 7,
      mobile: '0612345678',
      mobile_invalid: false,
      mail: 'jeanne@example.org',
      ...more,
    };
    await store.write((tx) => applyContacts(tx, scope, [contact]));
    return (await getReceiptRecord(store, scope, 'capture-1')).giver;
  };
  expect(await giver()).toEqual({ phone: '0612345678', mail: 'jeanne@example.org' });
  expect(await giver({ mobile_invalid: true })).toEqual({ phone: undefined, mail: 'jeanne@example.org' });
  expect(await giver({ black_list: true })).toEqual({});
});

test('the receipt of a record that was cancelled on the phone or at the service is void', async () => {
  const { runtime, store, scope, save } = await setUp();
  await save('capture-1');
  const isVoid = async (id: string) => (await getReceiptRecord(store, scope, id)).isVoid;
  expect(await isVoid('capture-1')).toBe(false);
  await cancelRecord(runtime, 'capture-1', { reason: 'undone', note: '' });
  expect(await isVoid('capture-1')).toBe(true);
  const sent = (unpaid: number) => ({
    id: 500,
    transactions: [{ id: 1, amount: 2_000, currency: 'eur', unpaid_amount: unpaid }],
  });
  for (const [unpaid, expected] of [
    [0, false],
    [2_000, true],
  ] as const) {
    await store.write((tx) => applyBundles(tx, scope, [sent(unpaid)]));
    expect(await isVoid('500')).toBe(expected);
  }
});

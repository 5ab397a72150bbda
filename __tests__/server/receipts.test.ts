import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';

import { readReceipt, type ReceiptFacts } from '@/domain/receipt';
import { type DeviceSigner, encodeBytes } from '@/domain/signedText';
import { createSigner } from '@/platform/signing';

import { receiptOf } from '../support/receipts';
import { countOf } from './cashSamples';
import { type TestService, type TestSpace, bundleOf, runSql, startTestService } from './harness';

type Person = keyof TestSpace['tokens'];

/** The key of a phone, with the library that phones use; the service checks with Node's. */
const phoneKey = () => createSigner(randomBytes(32));

describe('receipts', () => {
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace();
  });
  after(() => service.close());

  const bookOf = ({ publicKey }: DeviceSigner, key: string = randomUUID()) => ({
    data: { receipt_book: { key, public_key: encodeBytes(publicKey) } },
  });
  const postBook = (person: Person, body: unknown) =>
    service.call(space.tokens[person], 'POST', '/v1/receipt_books', {
      body,
      headers: { 'idempotency-key': randomUUID() },
    });
  const drawBook = async (person: Person, signer: DeviceSigner): Promise<number> =>
    Number((await postBook(person, bookOf(signer))).body.data.receipt_book.id);
  const postGift = (person: Person, receipt: string) => {
    const body = bundleOf(space, { delivery_token: randomUUID() });
    return service.call(space.tokens[person], 'POST', '/v1/transaction_bundles', {
      body: { data: { ...body.data, receipt } },
    });
  };
  const codeOf = (signer: DeviceSigner, more: Partial<ReceiptFacts>) =>
    receiptOf(signer, { space: space.groupId, ...more });
  const readBook = async (id: number) => {
    const { body } = await service.call(space.tokens.manager, 'GET', '/v1/receipt_books');
    return body.data.find((book: { id: number }) => book.id === id);
  };
  const hasArrived = async (code: string): Promise<boolean> => {
    const receipt = readReceipt(code);
    assert.ok(receipt);
    const { space: of, book, number } = receipt.facts;
    const signature = encodeBytes(receipt.signature);
    const query = new URLSearchParams({ space: `${of}`, book: `${book}`, number: `${number}`, signature });
    const { status, body } = await service.call(null, 'GET', `/v1/receipts/arrived?${query.toString()}`);
    assert.deepEqual([status, Object.keys(body.data)], [200, ['has_arrived']]);
    return body.data.has_arrived;
  };

  it('a book is drawn once under one key, also under another Idempotency-Key', async () => {
    const body = bookOf(phoneKey());
    const first = await postBook('volunteer', body);
    const second = await postBook('volunteer', body);
    assert.deepEqual([second.status, second.body], [200, first.body]);
    const other = await postBook('volunteer', bookOf(phoneKey(), body.data.receipt_book.key));
    assert.match(other.body.type, /key_reused/);
    const ofAnother = await postBook('leader', body);
    assert.match(ofAnother.body.type, /key_reused/);
  });

  it('a signed receipt is stored with its bundle, and has arrived for whoever holds it', async () => {
    const signer = phoneKey();
    const book = await drawBook('volunteer', signer);
    const code = codeOf(signer, { book, number: 1 });
    assert.equal(await hasArrived(code), false);
    const { status, body } = await postGift('volunteer', code);
    assert.deepEqual([status, body.data.receipt], [200, code]);
    const path = `/v1/transaction_bundles/${body.data.id}`;
    assert.equal((await service.call(space.tokens.manager, 'GET', path)).body.data.receipt, code);
    assert.equal(await hasArrived(code), true);
  });

  it('another signature of the same book and number has not arrived', async () => {
    const signer = phoneKey();
    const book = await drawBook('volunteer', signer);
    await postGift('volunteer', codeOf(signer, { book, number: 1 }));
    assert.equal(await hasArrived(codeOf(phoneKey(), { book, number: 1 })), false);
    assert.equal(await hasArrived(codeOf(signer, { book, number: 1, amount: 9_000 })), false);
  });

  it('an altered receipt, and one for another payment or space, is refused with a sentence', async () => {
    const signer = phoneKey();
    const book = await drawBook('volunteer', signer);
    const good = codeOf(signer, { book });
    const refused = [
      [good.replace('.2000.', '.3000.'), /is not a signed receipt/],
      [codeOf(signer, { book, amount: 3_000 }), /certifies another payment/],
      [codeOf(signer, { book, method: 'cheque' }), /certifies another payment/],
      [codeOf(signer, { book, space: space.groupId + 1 }), /certifies another payment/],
    ] as const;
    for (const [code, sentence] of refused) {
      const { status, body } = await postGift('volunteer', code);
      assert.deepEqual([status, body.errors[0].location], [422, 'body/data/receipt']);
      assert.match(body.errors[0].message, sentence);
    }
  });

  it('a record is stored without a receipt where its book has another key or belongs to another person', async () => {
    const signer = phoneKey();
    const book = await drawBook('volunteer', signer);
    const givers = [
      ['volunteer', codeOf(phoneKey(), { book })],
      ['leader', codeOf(signer, { book })],
      ['volunteer', codeOf(signer, { book: book + 1_000 })],
    ] as const;
    for (const [person, code] of givers) {
      const { status, body } = await postGift(person, code);
      assert.deepEqual([status, body.data.receipt], [200, undefined]);
      assert.equal(await hasArrived(code), false);
    }
    assert.equal((await readBook(book)).arrived, 0);
  });

  it('a number that two records have is unique in its book: both records are stored, and managers see it', async () => {
    const signer = phoneKey();
    const book = await drawBook('volunteer', signer);
    const code = codeOf(signer, { book, number: 1 });
    assert.equal((await postGift('volunteer', code)).status, 200);
    assert.equal((await postGift('volunteer', code)).status, 200);
    const { arrived, twice } = await readBook(book);
    assert.deepEqual({ arrived, twice }, { arrived: 1, twice: [1] });
  });

  it('a paid promise gets the receipt of its payment once; one of another sum is not stored, and the payment is', async () => {
    const signer = phoneKey();
    const book = await drawBook('manager', signer);
    const own = phoneKey();
    const ownBook = await drawBook('volunteer', own);
    const promised = async () => {
      const made = await service.call(space.tokens.volunteer, 'POST', '/v1/transaction_bundles', {
        body: bundleOf(space, { unpaid_amount: 2000, delivery_token: randomUUID() }),
      });
      return made.body.data;
    };
    const pay = (
      person: Person,
      { id, transactions }: { id: number; transactions: { id: number }[] },
      receipt: string,
      more: object = { unpaid_amount: 0 }
    ) =>
      service.call(space.tokens[person], 'PATCH', `/v1/transaction_bundles/${id}`, {
        body: { data: { id, receipt, transactions: [{ id: transactions[0]?.id, ...more }] } },
        headers: { 'idempotency-key': randomUUID() },
      });
    const code = codeOf(own, { book: ownBook, number: 1 });
    const first = await promised();
    const paid = await pay('volunteer', first, code);
    assert.deepEqual([paid.status, paid.body.data.receipt], [200, code]);
    assert.equal(await hasArrived(code), true);
    // A second person marks it as paid too: the record keeps its receipt.
    const second = codeOf(signer, { book, number: 1 });
    const again = await pay('manager', first, second);
    assert.deepEqual([again.status, again.body.data.receipt], [200, code]);
    assert.equal(await hasArrived(second), false);
    // A manager takes the money of a promise that a volunteer recorded, in part.
    const part = codeOf(signer, { book, number: 2, amount: 500 });
    const ofManager = await pay('manager', await promised(), part, { amount: 500, unpaid_amount: 0 });
    assert.deepEqual([ofManager.status, ofManager.body.data.receipt], [200, part]);
    for (const wrong of [
      codeOf(signer, { book, number: 3, amount: 3_000 }),
      codeOf(signer, { book, number: 3, method: 'cheque' }),
    ]) {
      const other = await pay('manager', await promised(), wrong);
      assert.deepEqual([other.status, other.body.data.receipt], [200, undefined]);
      assert.equal(await hasArrived(wrong), false);
    }
    // Nothing is paid by a correction of what was paid before.
    const gift = (await postGift('volunteer', codeOf(phoneKey(), { book: ownBook }))).body.data;
    const late = await pay('volunteer', gift, codeOf(own, { book: ownBook, number: 2 }), { comment: 'a' });
    assert.deepEqual([late.status, late.body.data.receipt], [200, undefined]);
    const altered = await pay('volunteer', await promised(), code.replace('.2000.', '.3000.'));
    assert.match(altered.body.errors[0].message, /is not a signed receipt/);
  });

  it('the database lets nobody give a receipt for a record that they may not change, or out of the book of another', async () => {
    const made = await service.call(space.tokens.volunteer, 'POST', '/v1/transaction_bundles', {
      body: bundleOf(space, { delivery_token: randomUUID() }),
    });
    const insert = (person: Person, book: number) =>
      runSql(
        service.connectionString,
        `SET ROLE doorstep_app; SET doorstep.group_id = ${space.groupId};
         SET doorstep.user_id = ${space.userIds[person]}; SET doorstep.role_type = 'user';
         INSERT INTO receipts (group_id, bundle_id, book_id, number, code)
         VALUES (${space.groupId}, ${made.body.data.id}, ${book}, 1, 'code')`
      );
    const books = {
      newcomer: await drawBook('newcomer', phoneKey()),
      volunteer: await drawBook('volunteer', phoneKey()),
    };
    await assert.rejects(insert('newcomer', books.newcomer), /row-level security/);
    await assert.rejects(insert('volunteer', books.newcomer), /row-level security/);
    assert.equal((await insert('volunteer', books.volunteer)).rowCount, 1);
  });

  it('the list shows managers the gaps of each book; what a count calls void is none', async () => {
    const signer = phoneKey();
    const book = await drawBook('volunteer', signer);
    for (const number of [1, 4]) await postGift('volunteer', codeOf(signer, { book, number }));
    assert.deepEqual((await readBook(book)).missing, [2, 3]);
    const receipts = [{ book, last: 6, void: [3] }];
    const count = (person: Person) =>
      service.call(space.tokens[person], 'POST', '/v1/cash_records', { body: countOf({ receipts }) });
    // Only the owner of a book states what became of its numbers.
    await count('leader');
    assert.deepEqual((await readBook(book)).missing, [2, 3]);
    await count('volunteer');
    const { last, arrived, missing, void: unused, name, user_id: userId } = await readBook(book);
    assert.deepEqual(
      { last, arrived, missing, unused },
      { last: 6, arrived: 2, missing: [2, 5, 6], unused: [3] }
    );
    assert.equal(userId, space.userIds.volunteer);
    assert.ok(name);
  });

  it('the list of books is for managers only', async () => {
    for (const person of ['volunteer', 'leader'] as const) {
      const { status } = await service.call(space.tokens[person], 'GET', '/v1/receipt_books');
      assert.equal(status, 403);
    }
  });

  it('questions without a token are limited by network address', async () => {
    const limited = await startTestService({ rateLimit: { capacity: 3, refillPerSecond: 0.001 } });
    try {
      const path = `/v1/receipts/arrived?space=1&book=1&number=1&signature=${'A'.repeat(86)}`;
      const statuses = [];
      for (let time = 0; time < 4; time++) statuses.push((await limited.call(null, 'GET', path)).status);
      assert.deepEqual(statuses, [200, 200, 200, 429]);
    } finally {
      await limited.close();
    }
  });

  it('a service without extensions ignores the receipt of a bundle', async () => {
    const bare = await startTestService({ extensions: false });
    try {
      const other = await bare.createSpace();
      const body = bundleOf(other);
      const receipt = receiptOf(phoneKey(), { space: other.groupId });
      const stored = await bare.call(other.tokens.volunteer, 'POST', '/v1/transaction_bundles', {
        body: { data: { ...body.data, receipt } },
      });
      assert.deepEqual([stored.status, stored.body.data.receipt], [200, undefined]);
      assert.equal((await bare.call(null, 'GET', '/v1/receipts/arrived')).status, 404);
    } finally {
      await bare.close();
    }
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Book, type Stored } from './book';
import { judgeEnd, judgeHome, judgeLedger, judgeOutbox, type Finding } from './oracle';
import type { ShownOutbox } from './screens';

const kinds = (findings: readonly Finding[]) => findings.map(({ kind }) => kind);

/** A book with one gift that was saved so many times; `stored` is how often the service has it. */
function setUp(saved: number, stored: number, states: readonly string[] = []) {
  const book = new Book(1_000);
  const gift = book.newGift();
  for (let place = 0; place < saved; place += 1) {
    book.press({ gift, as: 'new' });
    book.confirm();
  }
  const [amount = 0] = gift.amounts;
  const service: Stored = {
    transactions: new Map([[amount, stored]]),
    donations: new Map(),
    comments: new Map([[amount, '']]),
  };
  const outbox: ShownOutbox = {
    rows: states.map((state) => ({ who: gift.who, detail: 'Donation · €10.01 · Cash', amount, state })),
    totals: [],
  };
  return { book, gift, service, outbox, amount };
}

test('a saved gift is lost, stuck, doubled or there once', () => {
  const judge = (saved: number, stored: number, states?: readonly string[]) => {
    const { book, service, outbox } = setUp(saved, stored, states);
    return kinds(judgeEnd(book, outbox, service));
  };
  assert.deepEqual(judge(1, 1), []);
  assert.deepEqual(judge(2, 2), []);
  assert.deepEqual(judge(1, 0), ['lost']);
  assert.deepEqual(judge(1, 0, ['Checking whether this arrived.']), ['stuck']);
  assert.deepEqual(judge(1, 2), ['doubled']);
  assert.deepEqual(judge(2, 1), ['lost']);
});

test('a Save without a message may be stored or not, and the fixed version of a gift is the same gift', () => {
  const { book, gift, service, outbox } = setUp(0, 1);
  book.press({ gift, as: 'new' });
  assert.deepEqual(judgeEnd(book, outbox, service), []);
  gift.amounts.push(2_001);
  book.press({ gift, as: 'fix' });
  book.confirm();
  assert.deepEqual(judgeEnd(book, outbox, service), []);
  service.transactions.set(2_001, 1);
  assert.deepEqual(kinds(judgeEnd(book, outbox, service)), ['doubled']);
});

test('a correction arrives with its note and its donation, once', () => {
  const { book, gift, service, outbox, amount } = setUp(1, 1);
  book.press({ gift, as: { comment: 'first', amount: null, added: 3_001, isSaved: false } });
  book.confirm();
  assert.deepEqual(kinds(judgeEnd(book, outbox, service)), ['lost']);
  service.comments.set(amount, 'first');
  service.donations.set(3_001, 2);
  assert.deepEqual(kinds(judgeEnd(book, outbox, service)), ['doubled']);
  assert.deepEqual(kinds(judgeEnd(book, outbox, service, ['{"amount":3001}'])), ['edge']);
  service.donations.set(3_001, 1);
  assert.deepEqual(judgeEnd(book, outbox, service), []);
  service.comments.set(amount, `New supporter\nName: ${gift.who}\n\nfirst`);
  assert.deepEqual(judgeEnd(book, outbox, service), []);
});

test('a corrected amount arrives, or a later one does', () => {
  const { book, gift, service, outbox, amount } = setUp(1, 1);
  const correct = (to: number, isSaved: boolean) => {
    gift.amounts.push(to);
    book.press({ gift, as: { comment: null, amount: to, added: null, isSaved } });
  };
  correct(2_001, true);
  assert.deepEqual(kinds(judgeEnd(book, outbox, service)), ['lost']);
  service.transactions = new Map([[2_001, 1]]);
  assert.deepEqual(judgeEnd(book, outbox, service), []);
  correct(2_002, false);
  assert.deepEqual(judgeEnd(book, outbox, service), []);
  service.transactions = new Map([[2_002, 1]]);
  assert.deepEqual(judgeEnd(book, outbox, service), []);
  service.transactions.set(amount, 1);
  assert.deepEqual(kinds(judgeEnd(book, outbox, service)), ['doubled']);
});

test('the outbox must not say sent of an absent gift, nor refused of a stored one, nor nothing', () => {
  const judge = (stored: number, states: readonly string[]) => {
    const { book, service, outbox } = setUp(1, stored, states);
    return kinds(judgeOutbox(book, outbox, service, service));
  };
  assert.deepEqual(judge(0, ['On this phone. Sends in a moment.']), []);
  assert.deepEqual(judge(1, ['Sent and found in the service.']), []);
  assert.deepEqual(judge(1, ['Checking whether this arrived.']), []);
  assert.deepEqual(judge(0, ['Sent 10:00, number 7.']), ['misreported', 'misreported']);
  assert.deepEqual(judge(1, ['Refused: something.']), ['misreported']);
  assert.deepEqual(judge(0, []), ['misreported']);
});

test('Home counts what the Outbox counts, and the Ledger shows each gift once', () => {
  const { book, service, outbox, amount } = setUp(1, 0, ['On this phone.']);
  const shown = { ...outbox, totals: ['1 to send · €10.01', '3 sent · €30.03'] };
  assert.deepEqual(judgeHome('1 on this phone · €10.01', shown), []);
  assert.deepEqual(kinds(judgeHome('2 on this phone · €20.02', shown)), ['misreported']);
  assert.deepEqual(kinds(judgeHome('Everything is sent', shown)), ['misreported', 'misreported']);
  const refused = setUp(2, 0, ['Refused: something.', 'Sign in to send.']).outbox;
  const inPills = { ...refused, totals: ['1 needs you · €10.01', 'Sign in to send 1 · €10.01'] };
  assert.deepEqual(judgeHome('1 needs you · 2 on this phone · €20.02', inPills), []);
  assert.deepEqual(kinds(judgeHome('1 needs you · €10.01', inPills)), ['misreported']);
  const onlyOne = { rows: refused.rows.slice(0, 1), totals: ['1 needs you · €10.01'] };
  assert.deepEqual(judgeHome('1 needs you · €10.01', onlyOne), []);
  // A record in two pills.
  const twice = { ...onlyOne, totals: ['1 to send · €10.01', ...onlyOne.totals] };
  assert.deepEqual(kinds(judgeHome('1 needs you · 2 on this phone · €10.01', twice)), ['misreported']);
  assert.deepEqual(judgeLedger(book, [5_000, amount], service), []);
  assert.deepEqual(kinds(judgeLedger(book, [5_000], service)), ['misreported']);
  assert.deepEqual(kinds(judgeLedger(book, [amount, amount], service)), ['misreported']);
});

test('what was not sent when the storage was deleted is not lost', () => {
  const { book, gift, service, outbox } = setUp(2, 1);
  book.removeUnsent(service);
  assert.equal(book.deleted, 1);
  assert.equal(gift.deleted, 1);
  assert.deepEqual(judgeEnd(book, outbox, service), []);
});

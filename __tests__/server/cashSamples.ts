import { randomUUID } from 'node:crypto';

const madeAt = '2026-03-01T18:00:00.000Z';

/** What a phone reports to the board. */
export function boardReportOf(more: Record<string, unknown> = {}) {
  const report = {
    day: '2026-03-01',
    counted_at: madeAt,
    doors: 12,
    talks: 3,
    taken: [{ payment_method_kind: 'cash', currency: 'EUR', amount: 2_000, count: 1 }],
    unsent: { count: 1, oldest_at: madeAt, sums: [{ currency: 'EUR', amount: 2_000 }] },
    uncounted: [{ currency: 'EUR', amount: 2_000 }],
    kept: [],
    ...more,
  };
  return { data: { report } };
}

/** Cash records as the app sends them. */
export function countOf(more: Record<string, unknown> = {}) {
  const content = {
    kind: 'count',
    key: randomUUID() as string,
    made_at: madeAt,
    shift: { key: randomUUID() as string, started_at: '2026-03-01T14:00:00.000Z' },
    expected: [{ currency: 'eur', amount: 2_000 }],
    counted: [{ currency: 'EUR', amount: 2_000, pieces: [{ value: 2_000, count: 1 }] }],
    records: [{ key: randomUUID() as string, currency: 'eur', amount: 2_000, payment_method_kind: 'cash' }],
    unsent: 0,
    ...more,
  };
  return { data: { cash_record: content } };
}

export function handOverOf(receiverId: number, key: string = randomUUID()) {
  const content = {
    kind: 'hand_over',
    key,
    made_at: madeAt,
    counts: [randomUUID() as string],
    received: [],
    cash: [{ currency: 'EUR', amount: 2_000 }],
    cheques: 0,
    to: { user_id: receiverId, name: 'Amina Berger' },
  };
  return { data: { cash_record: content } };
}

export function replyOf(handOverKey: string) {
  const content = {
    kind: 'reply',
    key: randomUUID() as string,
    made_at: madeAt,
    hand_over: handOverKey,
    counted: [{ currency: 'EUR', amount: 1_900 }],
    cheques: 0,
    is_disputed: true,
  };
  return { data: { cash_record: content } };
}

export function takeBackOf(handOverKey: string, receiverId: number) {
  const content = {
    kind: 'take_back',
    key: randomUUID() as string,
    made_at: madeAt,
    hand_over: handOverKey,
    to: { user_id: receiverId, name: 'Amina Berger' },
  };
  return { data: { cash_record: content } };
}

/** A request that makes batches of payments by cheque, or by another method. */
export function batchOf(transactions: readonly number[], more: Record<string, unknown> = {}) {
  return { data: { batch: { payment_method_kind: 'cheque', currency: 'eur', transactions, ...more } } };
}

/** Cash records of a person in euros. */
import type { CashCount, HandOver, HandOverReply } from '@/contract/cashRecord';
import type { Banked } from '@/domain/cash/receivedCash';

export const count = (key: string, amount: number, part: Partial<CashCount> = {}): CashCount => ({
  kind: 'count',
  key,
  made_at: '2026-11-14T18:00:00Z',
  shift: { key: `shift of ${key}`, started_at: '2026-11-14T14:00:00Z' },
  expected: [{ currency: 'eur', amount }],
  counted: [{ currency: 'eur', amount }],
  records: [],
  unsent: 0,
  ...part,
});

export const handOver = (key: string, counts: string[], amount: number): HandOver => ({
  kind: 'hand_over',
  key,
  made_at: '2026-11-14T19:00:00Z',
  counts,
  received: [],
  cash: [{ currency: 'eur', amount }],
  cheques: 0,
  to: { user_id: 4, name: 'Amina Berger' },
});

export const reply = (
  key: string,
  to: string,
  isDisputed: boolean,
  madeAt = '2026-11-14T19:10:00Z'
): HandOverReply => ({
  kind: 'reply',
  key,
  made_at: madeAt,
  hand_over: to,
  counted: [{ currency: 'eur', amount: 5_000 }],
  cheques: 0,
  is_disputed: isDisputed,
});

export const none: ReadonlyMap<string, Banked> = new Map();

export const taken = (amount: number, paymentMethodKind = 'cash', currency = 'eur') => ({
  amount,
  paymentMethodKind,
  currency,
});

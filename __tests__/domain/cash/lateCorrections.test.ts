import type { CashCount } from '@/contract/cashRecord';
import { lateCorrectionsOf, type ReceivedNow } from '@/domain/cash/lateCorrections';

const record = (key: string, amount: number, part: Partial<CashCount['records'][number]> = {}) => ({
  key,
  amount,
  currency: 'eur',
  payment_method_kind: 'cash',
  ...part,
});

const countOf = (records: CashCount['records']): CashCount => ({
  kind: 'count',
  key: 'count',
  made_at: '2026-11-14T18:00:00Z',
  shift: { key: 'shift', started_at: '2026-11-14T14:00:00Z' },
  expected: [],
  counted: [],
  records,
  unsent: 0,
});

const now = (amount: number, part: Partial<ReceivedNow> = {}): ReceivedNow[] => [
  { bundleId: 105, amount, currency: 'EUR', paymentMethodKind: 'cash', ...part },
];

describe('late corrections', () => {
  it('are none while the service has what was counted, or has nothing yet', () => {
    const count = countOf([record('a', 2_000), record('b', 500, { is_unsent: true })]);
    expect(lateCorrectionsOf(count, new Map([['a', now(2_000)]]))).toBeNull();
  });

  it('are payments with another amount, method or currency than was counted', () => {
    const count = countOf([record('a', 2_000), record('b', 500), record('c', 300), record('d', 100)]);
    const late = lateCorrectionsOf(
      count,
      new Map([
        ['a', now(1_500)],
        ['b', now(500, { paymentMethodKind: 'card' })],
        ['c', now(300, { currency: 'CHF' })],
        ['d', [...now(60), ...now(40)]],
      ])
    );
    expect(late?.changed.map((change) => [change.key, change.counted.amount, change.now])).toEqual([
      ['a', 2_000, 1_500],
      ['b', 500, 0],
      ['c', 300, 0],
    ]);
    expect(late?.count.key).toBe('count');
  });

  it('are records that were not sent when they were counted and are there now', () => {
    const count = countOf([record('a', 2_000, { is_unsent: true }), record('b', 500)]);
    const received = new Map([
      ['a', now(2_000)],
      ['b', now(500)],
    ]);
    expect(lateCorrectionsOf(count, received)).toMatchObject({ changed: [], arrived: 1 });
  });
});

import { isReceived, moneyParts, splitReceived } from '@/domain/moneyParts';

describe('received money', () => {
  it('excludes statuses of unpaid and refunded money', () => {
    expect(['unpaid', 'reimbursed', 'bank_error', 'cancel'].map(isReceived)).toEqual(Array(4).fill(false));
    expect(['valid', 'pending', undefined].map(isReceived)).toEqual(Array(3).fill(true));
  });

  const of = (received: number, promised: number, refunded: number, cancelled: number) => ({
    received,
    promised,
    refunded,
    cancelled,
  });
  const paid = { amount: 2000, reimbursed: 500, unpaid: 300 };
  const promise = { amount: 2000, unpaid: 2000, promised: 2000 };

  it.each([
    ['valid', paid, of(1200, 0, 500, 300)],
    [undefined, paid, of(1200, 0, 500, 300)],
    ['unpaid', paid, of(0, 0, 500, 1500)],
    ['reimbursed', paid, of(0, 0, 2000, 0)],
    ['cancel', paid, of(0, 0, 500, 1500)],
    ['bank_error', paid, of(0, 0, 500, 1500)],
    ['valid', promise, of(0, 2000, 0, 0)],
    ['unpaid', promise, of(0, 2000, 0, 0)],
    // Nobody owes a cancelled promise.
    ['cancel', promise, of(0, 0, 0, 2000)],
    ['valid', { amount: 2000, unpaid: 2000 }, of(0, 0, 0, 2000)],
  ])('with the status %s has parts that add up to the amount (%#)', (kind, recorded, expected) => {
    const parts = moneyParts(recorded, kind);
    expect(parts).toEqual(expected);
    expect(Object.values(parts).reduce((sum, part) => sum + part)).toBe(recorded.amount);
  });

  it('is the same of payments and of their sums', () => {
    const sum = { amount: 4000, reimbursed: 500, unpaid: 2300, promised: 2000 };
    for (const kind of ['valid', 'unpaid', 'reimbursed', 'cancel']) {
      const [one, other] = [moneyParts(paid, kind), moneyParts(promise, kind)];
      expect(moneyParts(sum, kind)).toEqual({
        received: one.received + other.received,
        promised: one.promised + other.promised,
        refunded: one.refunded + other.refunded,
        cancelled: one.cancelled + other.cancelled,
      });
    }
  });

  it('is split among the items in proportion, in integer cents that add up', () => {
    const shares = splitReceived({ amount: 3000, received: 1000, isReceived: true }, [1000, 1000, 1000]);
    expect(shares).toEqual([333, 334, 333]);
  });

  it('is the full amount of each item if the payment has no amount but was received', () => {
    expect(splitReceived({ amount: 0, received: 0, isReceived: true }, [500])).toEqual([500]);
    expect(splitReceived({ amount: 0, received: 0, isReceived: false }, [500])).toEqual([0]);
  });
});

import { isReceived, receivedOf, splitReceived } from '@/domain/received';

describe('received money', () => {
  it('excludes statuses of unpaid and refunded money', () => {
    expect(['unpaid', 'reimbursed', 'bank_error', 'cancel'].map(isReceived)).toEqual(Array(4).fill(false));
    expect(['valid', 'pending', undefined].map(isReceived)).toEqual(Array(3).fill(true));
  });

  it('excludes the refunded and the unpaid part of a payment', () => {
    expect(receivedOf({ amount: 2000, reimbursed: 500, unpaid: 300 }, true)).toBe(1200);
    expect(receivedOf({ amount: 2000, reimbursed: 500 }, false)).toBe(0);
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

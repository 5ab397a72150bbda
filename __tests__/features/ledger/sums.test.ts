import { timeBuckets } from '@/domain/timeBuckets';
import { sumUp } from '@/features/ledger/sums';

import { allReceived, entry } from '../support/ledgerSamples';

const of = { day: '2026-11-14', month: '2026-11', currency: 'EUR', recordedBy: 4, codeCampaign: null };

describe('sums', () => {
  const stored = [
    { start: '2026-11-13', paymentMethodKind: 'cash', currency: 'EUR', count: 2, amount: 3000 },
    { start: '2026-11-14', paymentMethodKind: 'card', currency: 'EUR', count: 1, amount: 5000 },
    { start: '2026-11-14', paymentMethodKind: 'cash', currency: 'CHF', count: 1, amount: 100 },
  ].map((sum, place) => ({ ...sum, month: '2026-11', unit: 'day' as const, statusId: place === 1 ? 4 : 3 }));

  it('contain stored and unsent money, by currency, and never add two currencies', () => {
    const [euros, francs] = sumUp(allReceived(stored), [{ ...entry, amount: 1000 }]);
    expect(euros).toMatchObject({ currency: 'EUR', received: 9000, count: 4 });
    expect(euros?.methods).toEqual([
      { method: 'card', amount: 5000, count: 1 },
      { method: 'cash', amount: 4000, count: 3 },
    ]);
    expect(francs).toMatchObject({ currency: 'CHF', received: 100 });
  });

  it('are split by status', () => {
    const [euros, francs] = sumUp(allReceived(stored), [{ ...entry, amount: 1000, statusId: null }]);
    expect(euros?.statuses).toEqual([
      { statusId: 4, amount: 5000 },
      { statusId: 3, amount: 3000 },
      { statusId: null, amount: 1000 },
    ]);
    expect(francs?.statuses).toEqual([{ statusId: 3, amount: 100 }]);
  });

  it('are what was received, with promises, refunds and what was cancelled beside it, in every view', () => {
    const [euros, francs] = sumUp(
      {
        sums: stored,
        counted: [{ month: '2026-12', amount: 700, currency: 'EUR' }],
        // Unpaid money is not subtracted a second time.
        refunds: [
          { ...of, paymentMethodKind: 'cash', statusId: 3, reimbursed: 500, unpaid: 0, promised: 0 },
          { ...of, paymentMethodKind: 'card', statusId: 4, reimbursed: 0, unpaid: 5000, promised: 5000 },
        ],
        kindOf: (statusId) => (statusId === 4 ? 'unpaid' : 'valid'),
      },
      [{ ...entry, amount: 1000, statusId: null, reimbursedAmount: 0, unpaidAmount: 200 }]
    );
    expect(euros).toMatchObject({ received: 3300, promised: 5000, refunded: 500, cancelled: 200 });
    expect([euros?.counted, francs?.counted]).toEqual([
      [{ month: '2026-12', amount: 700, currency: 'EUR' }],
      [],
    ]);
    // The methods add up to what was received.
    expect(euros?.methods).toEqual([
      { method: 'cash', amount: 3300, count: 3 },
      { method: 'card', amount: 0, count: 1 },
    ]);
    // So do the days.
    expect(euros?.periods).toEqual([
      { start: '2026-11-13', month: '2026-11', amount: 3000 },
      { start: '2026-11-14', month: '2026-11', amount: 300 },
    ]);
    expect(francs).toMatchObject({ received: 100, promised: 0, refunded: 0, cancelled: 0 });
  });

  it('are charted by month where stored by month, with unsent money in its month', () => {
    const ofMonths = ['2026-06-01', '2026-08-01'].map((start) => ({
      unit: 'month' as const,
      start,
      month: start.slice(0, 7),
      paymentMethodKind: 'cash',
      currency: 'EUR',
      statusId: null,
      count: 1,
      amount: 1000,
    }));
    const [euros] = sumUp(allReceived(ofMonths), [
      { ...entry, date: '2026-08-14T12:00:00.000Z', amount: 500 },
    ]);
    if (!euros) throw new Error('There are sums in euros.');
    expect(timeBuckets(euros)).toEqual({
      unit: 'month',
      buckets: [
        { start: '2026-06-01', amount: 1000 },
        { start: '2026-07-01', amount: 0 },
        { start: '2026-08-01', amount: 1500 },
      ],
    });
  });
});

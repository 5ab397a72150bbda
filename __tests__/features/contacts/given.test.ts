import { type BundleView } from '@/db/outbox/pendingBundles';
import { sumGiven } from '@/features/contacts/given';

describe('what a contact gave', () => {
  const statuses = [
    { id: 1, name: 'Received', kind: 'valid' },
    { id: 2, name: 'Sent back', kind: 'reimbursed' },
  ];
  const bundle = (
    id: number,
    parts: Partial<BundleView['bundle']>,
    date = '2026-03-01T10:00:00Z',
    statusId = 1
  ): BundleView => ({
    entity: `bundle:${id}`,
    id,
    pending: [],
    bundle: {
      transactions: [{ id, amount: 5000, currency: 'eur', contact_id: 7, date, status_id: statusId }],
      donations: [],
      memberships: [],
      ...parts,
    },
  });
  const options = { contactId: 7, now: Date.parse('2026-11-14T12:00:00Z') };

  it('is summed by year in the main currency, without refunds', () => {
    const given = sumGiven(
      [
        bundle(1, { donations: [{ amount: 2000, currency: 'EUR', contact_id: 7 }] }),
        bundle(
          2,
          {
            memberships: [{ amount: 3000, currency: 'eur', contact_id: 7, end_date: '2026-12-31T00:00:00Z' }],
          },
          '2025-03-01T10:00:00Z'
        ),
        bundle(3, { donations: [{ amount: 100, currency: 'gbp', contact_id: 7 }] }),
        bundle(4, { donations: [{ amount: 9900, currency: 'eur', contact_id: 7 }] }, undefined, 2),
      ],
      statuses,
      options
    );
    expect(given.sums).toEqual([
      { amount: 5000, currency: 'EUR' },
      { amount: 100, currency: 'gbp' },
    ]);
    expect(given.years.slice(-2)).toEqual([
      { year: 2025, amount: 3000 },
      { year: 2026, amount: 2000 },
    ]);
    expect(given.years).toHaveLength(7);
    expect([given.donations, given.memberships]).toEqual([2, 1]);
    expect(given.gifts).toHaveLength(4);
    expect(given.memberUntil).toBe('2026-12-31T00:00:00Z');
  });

  it('counts what they paid for themselves, and shows separately what they paid for someone else', () => {
    const own = sumGiven([bundle(1, { donations: [{ amount: 2000, currency: 'eur' }] })], statuses, options);
    expect(own.gifts.map(({ kind }) => kind)).toEqual(['donation']);
    const other = sumGiven(
      [bundle(1, { donations: [{ amount: 2000, currency: 'eur', contact_id: 8 }] })],
      statuses,
      options
    );
    expect(other.gifts.map(({ kind, amount }) => [kind, amount])).toEqual([['forOther', 5000]]);
    expect(other.sums).toEqual([]);
  });

  it('counts a payment without items', () => {
    const given = sumGiven([bundle(1, {})], statuses, options);
    expect(given.gifts.map(({ kind, received }) => [kind, received])).toEqual([['payment', 5000]]);
    expect(given.sums).toEqual([{ amount: 5000, currency: 'eur' }]);
  });

  const paid = { id: 1, currency: 'eur', contact_id: 7, date: '2026-03-01T10:00:00Z', status_id: 1 };

  it('excludes what was refunded or unpaid, shared among the items', () => {
    const given = sumGiven(
      [
        bundle(1, {
          transactions: [{ ...paid, amount: 10_000, reimbursed_amount: 2000, unpaid_amount: 1333 }],
          donations: [
            { amount: 3333, currency: 'eur', contact_id: 7 },
            { amount: 3333, currency: 'eur', contact_id: 8 },
          ],
          memberships: [{ amount: 3334, currency: 'eur', end_date: '2026-12-31T00:00:00Z' }],
        }),
      ],
      statuses,
      options
    );
    expect(given.gifts.map(({ amount, received }) => [amount, received])).toEqual([
      [3333, 2222],
      [3334, 2223],
    ]);
    expect(given.sums).toEqual([{ amount: 4445, currency: 'eur' }]);
    expect(given.years.at(-1)).toEqual({ year: 2026, amount: 4445 });
  });

  it('counts no membership that was refunded completely, and one that costs nothing', () => {
    const until = (end: string, amount: number, back: number) =>
      sumGiven(
        [
          bundle(1, {
            transactions: [{ ...paid, amount, reimbursed_amount: back }],
            memberships: [{ amount, currency: 'eur', contact_id: 7, end_date: end }],
          }),
        ],
        statuses,
        options
      ).memberUntil;
    expect(until('2026-12-31T00:00:00Z', 3000, 3000)).toBeNull();
    expect(until('2026-12-31T00:00:00Z', 3000, 1000)).toBe('2026-12-31T00:00:00Z');
    expect(until('2026-12-31T00:00:00Z', 0, 0)).toBe('2026-12-31T00:00:00Z');
  });
});

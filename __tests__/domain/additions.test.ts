import { additionsOf, missingAdditions } from '@/domain/additions';

const donation = { amount: 500, currency: 'eur', contact_id: 7, date: '2026-03-14T09:00:00+01:00' };
const stored = { ...donation, currency: 'EUR', date: '2026-03-14T08:00:00Z' };

describe('the additions of an update', () => {
  test('are the items without an id', () => {
    expect(additionsOf({ transactions: [{ id: 1 }], donations: [donation] })).toEqual([donation]);
  });

  test('are recognised by their delivery token', () => {
    const added = { delivery_token: 'mine', amount: 1 };
    const missing = (token: string) =>
      missingAdditions({ transactions: [added] }, { transactions: [{ id: 4, delivery_token: token }] }, null);
    expect([missing('mine').size, missing('other').size]).toEqual([0, 1]);
  });

  test('are recognised by their content, not by the number of items', () => {
    const base = { donations: [{ id: 1, amount: 300 }] };
    const byOffice = { id: 2, amount: 999, currency: 'eur' };
    const update = { donations: [donation] };
    expect(missingAdditions(update, { donations: [{ id: 1 }, byOffice] }, base).size).toBe(1);
    expect(
      missingAdditions(update, { donations: [{ id: 1 }, byOffice, { id: 3, ...stored }] }, base).size
    ).toBe(0);
  });

  test('are not confused with an equal item that was there before, or that an earlier update adds', () => {
    const update = { donations: [donation] };
    const one = { donations: [{ id: 3, ...stored }] };
    expect(missingAdditions(update, one, { donations: [{ id: 3, ...stored }] }).size).toBe(1);
    expect(missingAdditions(update, one, { donations: [donation] }).size).toBe(1);
    const two = { donations: [...one.donations, { id: 4, ...stored }] };
    expect(missingAdditions(update, two, { donations: [donation] }).size).toBe(0);
  });

  test('two equal ones need two items', () => {
    const update = { donations: [donation, { ...donation }] };
    expect(missingAdditions(update, { donations: [{ id: 3, ...stored }] }, null).size).toBe(1);
  });
});

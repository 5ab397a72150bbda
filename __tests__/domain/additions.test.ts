import { additionsOf, countExtraAdditions, findAdditions, showsUpdate } from '@/domain/additions';

const missingAdditions = (...given: Parameters<typeof findAdditions>) => findAdditions(...given).missing;

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

  test('found by content alone may be of another user; a token proves them', () => {
    const alike = (added: object, theirs: object) =>
      findAdditions({ transactions: [added] }, { transactions: [theirs] }, null).alike.size;
    expect(alike(donation, { id: 3, ...stored })).toBe(1);
    expect(alike({ ...donation, delivery_token: 'mine' }, { id: 3, delivery_token: 'mine' })).toBe(0);
  });
});

describe('an addition that was stored twice', () => {
  const update = { donations: [donation] };
  const bundle = (count: number) => ({
    donations: Array.from({ length: count }, (_, index) => ({ id: index + 3, ...stored })),
  });

  test('is noticed, but not what another update of this phone adds', () => {
    expect(countExtraAdditions(bundle(1), update, null, [])).toBe(0);
    expect(countExtraAdditions(bundle(2), update, null, [])).toBe(1);
    expect(countExtraAdditions(bundle(2), update, null, [update])).toBe(0);
    expect(countExtraAdditions(bundle(2), update, { donations: [donation] }, [])).toBe(0);
  });

  test('is not confused with another addition', () => {
    const other = {
      donations: [
        { id: 3, ...stored },
        { id: 4, amount: 900 },
      ],
    };
    expect(countExtraAdditions(other, update, null, [{ donations: [{ amount: 900 }] }])).toBe(0);
  });
});

describe('an update is shown by a bundle', () => {
  const base = { transactions: [{ id: 1, amount: 500, comment: 'old' }] };
  const update = (fields: object) => ({ transactions: [{ id: 1, ...fields }] });
  const shows = (bundle: object, given: object, later: object[] = []) =>
    showsUpdate(bundle, given, base, later);

  test('that has the changed values, as the service writes them', () => {
    expect(shows(base, update({ comment: 'new' }))).toBe(false);
    expect(shows(update({ comment: 'New ' }), update({ comment: 'new' }))).toBe(true);
    expect(shows(update({ date: '2026-03-14T00:00:00Z' }), update({ date: donation.date }))).toBe(true);
    expect(shows(update({ amount: 500 }), update({ comment: '' }))).toBe(true);
  });

  test('that returns the fields of an object in another order, or drops an empty one', () => {
    const details = { payment_method: { bank: 'Nord', number: '7' } };
    expect(shows(update({ payment_method: { number: '7', bank: 'Nord' } }), update(details))).toBe(true);
    expect(shows(update({ payment_method: { number: '8', bank: 'Nord' } }), update(details))).toBe(false);
    expect(shows(update({ amount: 700 }), update({ amount: 700, payment_method: {} }))).toBe(true);
  });

  test('that drops some of the changed fields, but not all', () => {
    expect(shows(update({ amount: 700 }), update({ amount: 700, comment: 'new' }))).toBe(true);
    expect(shows(update({ amount: 500 }), update({ amount: 500, comment: 'new' }))).toBe(false);
  });

  test('only if it has the changed items and the additions', () => {
    expect(shows({ transactions: [{ id: 2 }] }, update({ comment: 'new' }))).toBe(false);
    expect(shows(base, { donations: [donation] })).toBe(false);
    expect(shows({ donations: [{ id: 4, ...stored }] }, { donations: [donation] })).toBe(true);
  });

  test('also if a later update has changed the same field again', () => {
    const later = update({ comment: 'newest' });
    expect(shows(later, update({ comment: 'new' }))).toBe(false);
    expect(shows(later, update({ comment: 'new' }), [later])).toBe(true);
  });
});

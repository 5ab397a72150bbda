import { ActionAggregateRead } from '@/contract/action';
import { ContactRead } from '@/contract/contact';
import { readPage } from '@/contract/page';
import { MembershipPriceGroupRead } from '@/contract/price';
import { TransactionStatusRead } from '@/contract/status';
import { TeamRead } from '@/contract/team';
import { createdAt, deletedAt, updatedAt } from '@/contract/tolerant';
import { ActionUserRead, UserRead } from '@/contract/user';
import { fc } from '../support/property';
import { arbitraryOf } from './arbitrary';
import { resources } from './resources';

const RUNS = { numRuns: 40 };

/** The record without its null fields. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const present = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(present.map(([key, item]) => [key, withoutNulls(item)]));
}

/** A field that no resource has. */
const unknownFields = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 8 }).map((key) => `x-${key}`),
  fc.jsonValue({ maxDepth: 2 }),
  { minKeys: 1, maxKeys: 3, noNullPrototype: true }
);

describe.each(resources)('$name', ({ strict, read, identity }) => {
  const records = arbitraryOf(strict);

  test('the tolerant schema parses the output of the strict one to an equal value', () => {
    fc.assert(
      fc.property(records, (record) => {
        expect(read.parse(JSON.parse(JSON.stringify(record)))).toEqual(
          withoutNulls(JSON.parse(JSON.stringify(record)))
        );
      }),
      RUNS
    );
  });

  test('parsing a parsed record changes nothing', () => {
    fc.assert(
      fc.property(records, (record) => {
        const once = read.parse(record);
        expect(read.parse(once)).toEqual(once);
      }),
      RUNS
    );
  });

  test('unknown fields are preserved, null ones too', () => {
    fc.assert(
      fc.property(records, unknownFields, (record, unknown) => {
        expect(read.parse({ ...record, ...unknown })).toMatchObject(unknown);
      }),
      RUNS
    );
  });

  test('null equals absent, and every field except the identity may be either', () => {
    const optional = Object.keys(strict.shape).filter((key) => !identity.includes(key));
    fc.assert(
      fc.property(records, fc.subarray(optional), (record, keys) => {
        const absent = Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
        const nulls = Object.fromEntries(keys.map((key) => [key, null]));
        expect(read.parse({ ...record, ...nulls })).toEqual(read.parse(absent));
      }),
      RUNS
    );
  });

  test('parsing does not change the given record', () => {
    fc.assert(
      fc.property(records, (record) => {
        const before = JSON.stringify(record);
        read.parse(record);
        expect(JSON.stringify(record)).toBe(before);
      }),
      RUNS
    );
  });

  test('a record without its identity is bad', () => {
    const [record] = fc.sample(records, { numRuns: 1, seed: 7 });
    for (const key of identity) {
      expect(read.safeParse({ ...record, [key]: null }).success).toBe(false);
      expect(read.safeParse({ ...record, [key]: undefined }).success).toBe(false);
    }
  });

  test('a page with bad records yields the good ones, and counts the bad', () => {
    const bad = fc.constantFrom<unknown>(null, 'a page to sign in', 7, [], true);
    const page = fc.array(fc.oneof(records, bad), { maxLength: 8 });
    fc.assert(
      fc.property(page, (raws) => {
        const isRecord = (raw: unknown) => typeof raw === 'object' && raw !== null && !Array.isArray(raw);
        const result = readPage(read, raws);
        expect(result.good).toEqual(raws.filter(isRecord).map(withoutNulls));
        expect(result.bad.map(({ index, raw }) => ({ index, raw }))).toEqual(
          raws.map((raw, index) => ({ index, raw })).filter(({ raw }) => !isRecord(raw))
        );
      }),
      { numRuns: 15 }
    );
  });
});

describe('other spellings of a value', () => {
  test('a numeric text is an integer, and a number a text', () => {
    expect(UserRead.parse({ id: '12', postal: 75011, phone: 33 })).toEqual({
      id: 12,
      postal: '75011',
      phone: '33',
    });
  });

  test.each(['007', '1e3', '3.0', '', ' 7', '0x10', 'seven', 3.5, NaN, 2 ** 53, true, {}])(
    'the identity %p is not guessed at',
    (id) => {
      expect(UserRead.safeParse({ id }).success).toBe(false);
    }
  );

  test('booleans written as 0, 1 or text', () => {
    expect(ContactRead.parse({ id: 1, black_list: 1, phone_invalid: 'false' })).toEqual({
      id: 1,
      black_list: true,
      phone_invalid: false,
    });
    expect(ContactRead.safeParse({ id: 1, black_list: 'yes' }).success).toBe(false);
  });

  test('group_id is one space in a user and a list of them in an action user', () => {
    expect(UserRead.parse({ id: 1, group_id: [7] })).toEqual({ id: 1, group_id: 7 });
    expect(UserRead.safeParse({ id: 1, group_id: [7, 8] }).success).toBe(false);
    expect(ActionUserRead.parse({ id: 1, group_id: 7 })).toEqual({ id: 1, group_id: [7] });
  });

  test.each([
    ['2024-05-01T10:00:00Z', '2024-05-01T10:00:00Z'],
    ['2024-05-01T10:00:00.123456+02:00', '2024-05-01T10:00:00.123456+02:00'],
    ['2024-05-01', '2024-05-01'],
    ['2024-05-01 10:00:00', '2024-05-01T10:00:00Z'],
    ['2024-05-01T10:00:00', '2024-05-01T10:00:00Z'],
    ['2024-05-01 10:00:00 +0200', '2024-05-01T10:00:00+02:00'],
    ['2024-05-01 10:00:00+02', '2024-05-01T10:00:00+02:00'],
  ])('the timestamp %s is read as %s', (given, read) => {
    expect(ContactRead.parse({ id: 1, birthdate: given })).toEqual({ id: 1, birthdate: read });
    expect(Date.parse(read)).not.toBeNaN();
  });

  test('an empty timestamp is absent, any other text is bad', () => {
    expect(ContactRead.parse({ id: 1, birthdate: '' })).toEqual({ id: 1 });
    for (const birthdate of ['01/05/1980', '2024-13-01', 'yesterday', 1714557600]) {
      expect(ContactRead.safeParse({ id: 1, birthdate }).success).toBe(false);
    }
  });

  test('values that we would not send are still parsed', () => {
    const contact = { id: 1, gender: 'X', firstname: 'a'.repeat(500), mail: 'not a mail', age_category: -1 };
    expect(ContactRead.parse(contact)).toEqual(contact);
  });

  test('a null item of a list is dropped', () => {
    expect(ContactRead.parse({ id: 1, tags: [{ name: 'a' }, null, { name: 'b' }] })).toEqual({
      id: 1,
      tags: [{ name: 'a' }, { name: 'b' }],
    });
    expect(ContactRead.parse({ id: 1, tags: [null] })).toEqual({ id: 1, tags: [] });
  });
});

describe('both spellings of the dates', () => {
  test('a price group with created_at and a team with CreatedAt', () => {
    const group = MembershipPriceGroupRead.parse({
      id: 1,
      created_at: '2024-05-01 10:00:00',
      UpdatedAt: '2024-06-01',
    });
    expect(createdAt(group)).toBe('2024-05-01T10:00:00Z');
    expect(updatedAt(group)).toBe('2024-06-01');
    expect(createdAt(TeamRead.parse({ id: 1, CreatedAt: '2024-05-01T10:00:00Z' }))).toBe(
      '2024-05-01T10:00:00Z'
    );
  });

  test('the other spelling is checked like the first', () => {
    expect(TransactionStatusRead.safeParse({ id: 1, created_at: 'soon' }).success).toBe(false);
    expect(TransactionStatusRead.parse({ id: 1, created_at: null })).toEqual({ id: 1 });
  });

  test('a deletion in either spelling; null is not deleted', () => {
    expect(deletedAt(UserRead.parse({ id: 1, DeletedAt: '2024-05-01T10:00:00Z' }))).toBe(
      '2024-05-01T10:00:00Z'
    );
    expect(deletedAt(UserRead.parse({ id: 1, deleted_at: null }))).toBeUndefined();
  });
});

describe('nested errors', () => {
  test('a wrong type at any depth makes the record bad, and the reason has the path without the value', () => {
    const { good, bad } = readPage(ContactRead, [
      { id: 1, address: { city: 'Lyon', unheard_of: 1 } },
      { id: 2, address: { city: { secret: true } } },
      { id: 3, tags: [{ name: 'a' }, 'b'] },
      { id: 'four' },
      { id: 5, address: 'Lyon' },
    ]);
    expect(good).toEqual([{ id: 1, address: { city: 'Lyon', unheard_of: 1 } }]);
    expect(bad.map(({ index, id, reason }) => ({ index, id, reason }))).toEqual([
      { index: 1, id: 2, reason: 'address.city: expected a string' },
      { index: 2, id: 3, reason: 'tags.1: expected an object' },
      { index: 3, id: undefined, reason: 'id: expected an integer' },
      { index: 4, id: 5, reason: 'address: expected an object' },
    ]);
  });

  test('a member without an id makes the team bad; a role without one does not', () => {
    expect(TeamRead.safeParse({ id: 1, users: [{ firstname: 'Ana' }] }).success).toBe(false);
    expect(TeamRead.parse({ id: 1, users: [{ id: 2, role_data: { name: 'user' } }] })).toEqual({
      id: 1,
      users: [{ id: 2, role_data: { name: 'user' } }],
    });
  });

  test('a bad aggregate is named by its action', () => {
    const { bad } = readPage(ActionAggregateRead, [{ Action: { id: 9, name: [] }, NbVisites: 1 }]);
    expect(bad).toMatchObject([{ id: 9, reason: 'Action.name: expected a string' }]);
  });
});

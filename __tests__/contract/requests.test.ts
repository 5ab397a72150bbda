import { BundleCreateRequest, BundleUpdateRequest } from '@/contract/bundle';
import { InvitationRequest } from '@/contract/invitation';
import { IdParams, PageQuery, Timestamp } from '@/contract/primitives';
import {
  TeamCreateRequest,
  TeamRead,
  TeamReplaceBody,
  TeamReplaceRequest,
  TeamSchema,
} from '@/contract/team';
import { UserListQuery, UserUpdateQuery, UserUpdateRequest, hasUpdateToken } from '@/contract/user';
import { fc } from '../support/property';
import { arbitraryOf } from './arbitrary';

const transaction = {
  amount: 2000,
  currency: 'eur',
  payment_method_kind: 'cash',
  date: '2024-05-01T10:00:00Z',
};
const bundle = (...transactions: unknown[]) => ({ data: { transactions } });

describe('a new bundle', () => {
  test('has at least one transaction, each with amount, currency, kind and date', () => {
    expect(BundleCreateRequest.safeParse(bundle(transaction)).success).toBe(true);
    expect(BundleCreateRequest.safeParse(bundle()).success).toBe(false);
    for (const key of Object.keys(transaction)) {
      expect(BundleCreateRequest.safeParse(bundle({ ...transaction, [key]: undefined })).success).toBe(false);
    }
  });

  test.each([-1, 0.5, NaN, Infinity, 2 ** 53, '2000', null])('the amount %p is refused', (amount) => {
    expect(BundleCreateRequest.safeParse(bundle({ ...transaction, amount })).success).toBe(false);
  });

  test('zero and the largest 53-bit integer are amounts', () => {
    for (const amount of [0, Number.MAX_SAFE_INTEGER]) {
      expect(BundleCreateRequest.safeParse(bundle({ ...transaction, amount })).success).toBe(true);
    }
  });

  test('currency is stored in the case in which it arrived', () => {
    for (const currency of ['eur', 'EUR', 'Eur']) {
      expect(
        BundleCreateRequest.parse(bundle({ ...transaction, currency })).data.transactions[0]?.currency
      ).toBe(currency);
    }
    expect(BundleCreateRequest.safeParse(bundle({ ...transaction, currency: '€' })).success).toBe(false);
  });

  test('ids, summary and misspelt fields are refused, not dropped', () => {
    expect(BundleCreateRequest.safeParse(bundle({ ...transaction, id: 1 })).success).toBe(false);
    expect(BundleCreateRequest.safeParse(bundle({ ...transaction, contactId: 1 })).success).toBe(false);
    expect(
      BundleCreateRequest.safeParse({ data: { transactions: [transaction], summary: {} } }).success
    ).toBe(false);
  });

  test('a payment method is any object that the database can store', () => {
    const withMethod = (payment_method: unknown) => bundle({ ...transaction, payment_method });
    expect(BundleCreateRequest.safeParse(withMethod({ cheque: { number: '7', bank: null } })).success).toBe(
      true
    );
    expect(BundleCreateRequest.safeParse(withMethod({ a: 'a\0' })).success).toBe(false);
    expect(BundleCreateRequest.safeParse(withMethod({ a: '\uD800' })).success).toBe(false);
    expect(BundleCreateRequest.safeParse(withMethod({ a: 'x'.repeat(20_000) })).success).toBe(false);
    const deep = Array.from({ length: 50 }).reduce<unknown>((inner) => ({ inner }), 1);
    expect(BundleCreateRequest.safeParse(withMethod(deep)).success).toBe(false);
  });

  test('text that PostgreSQL cannot store is refused; the rest of Unicode is not', () => {
    const withComment = (comment: string) =>
      BundleCreateRequest.safeParse(bundle({ ...transaction, comment })).success;
    expect(withComment('Zoé 👩‍👩‍👧 مرحبا')).toBe(true);
    expect(withComment('a\0b')).toBe(false);
    expect(withComment('half \uD83D')).toBe(false);
    expect(withComment('x'.repeat(10_001))).toBe(false);
  });
});

describe('an update of a bundle', () => {
  const update = (...transactions: unknown[]) =>
    BundleUpdateRequest.safeParse({ data: { id: 1, transactions } });

  test('an item with an id has only the changes, one without is complete', () => {
    expect(update({ id: 5, status_id: 2 }, transaction).success).toBe(true);
    expect(update({ status_id: 2 }).success).toBe(false);
    expect(update({ id: null, ...transaction }).success).toBe(false);
  });

  test('it has the id of the bundle', () => {
    expect(BundleUpdateRequest.safeParse({ data: { transactions: [transaction] } }).success).toBe(false);
  });
});

describe('timestamps', () => {
  test.each(['2024-05-01T10:00:00Z', '2024-05-01T10:00:00.123+02:00', '1000-01-01T00:00:00Z'])(
    '%s is sent',
    (value) => {
      expect(Timestamp.safeParse(value).success).toBe(true);
    }
  );

  test.each([
    '2024-05-01',
    '2024-05-01T10:00:00',
    '2024-02-30T10:00:00Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-14:00',
    '2024-05-01T10:00:00+23:00',
    `2024-05-01T10:00:00.${'0'.repeat(50)}Z`,
    'x',
  ])('%s is not', (value) => {
    expect(Timestamp.safeParse(value).success).toBe(false);
  });
});

describe('a team', () => {
  test('a new one has a name, no id and no timestamps', () => {
    const create = (team: unknown) => TeamCreateRequest.safeParse({ data: { team } }).success;
    expect(create({ name: 'North', users: [{ id: 1 }], address: { lattitude: '48.8' } })).toBe(true);
    expect(create({ users: [] })).toBe(false);
    expect(create({ name: 'North', id: 1 })).toBe(false);
    expect(create({ name: 'North', address: { latitude: '48.8' } })).toBe(false);
  });

  test('our service accepts every team that our client sends as a replacement', () => {
    fc.assert(
      fc.property(arbitraryOf(TeamReplaceRequest), (request) => {
        expect(TeamReplaceBody.safeParse(request).success).toBe(true);
      }),
      { numRuns: 50 }
    );
  });

  test('a team can be sent back completely as it was read', () => {
    fc.assert(
      fc.property(arbitraryOf(TeamSchema), (given) => {
        const team = { ...TeamRead.parse({ ...given, colour: 'red', badge: null }), name: 'North' };
        expect(TeamReplaceBody.parse({ data: { team } }).data.team.users).toEqual(
          team.users?.map(({ id }) => ({ id }))
        );
        const { leaders = [], users = [], ...rest } = team;
        const reference = ({ id }: { id: number }) => ({ id });
        const sent = TeamReplaceRequest.parse({
          data: { team: { ...rest, leaders: leaders.map(reference), users: users.map(reference) } },
        });
        expect(sent.data.team).toMatchObject({ colour: 'red', badge: null });
      }),
      { numRuns: 50 }
    );
  });

  test('the service treats null as absent, and the name may be absent', () => {
    const team = { id: 1, name: null, address: { city: null, floor: '2' }, users: null };
    expect(TeamReplaceBody.parse({ data: { team } })).toEqual({ data: { team } });
    expect(TeamReplaceBody.safeParse({ data: { team: { id: 1 } } }).success).toBe(true);
    expect(TeamReplaceBody.safeParse({ data: { team: { name: 'North' } } }).success).toBe(false);
    expect(TeamReplaceBody.safeParse({ data: { team: { id: 1, users: [{ name: 'Ana' }] } } }).success).toBe(
      false
    );
  });
});

describe('a user', () => {
  test('the mail is mandatory and valid', () => {
    expect(UserUpdateRequest.safeParse({ data: { mail: 'ana@example.org' } }).success).toBe(true);
    expect(UserUpdateRequest.safeParse({ data: { surname: 'Ana' } }).success).toBe(false);
    expect(UserUpdateRequest.safeParse({ data: { mail: 'ana' } }).success).toBe(false);
  });

  test('the address of an avatar is a web address', () => {
    const withAvatar = (avatar: string) =>
      UserUpdateRequest.safeParse({ data: { mail: 'ana@example.org', avatar } }).success;
    expect(withAvatar('https://example.org/a.png')).toBe(true);
    expect(withAvatar('javascript:alert(1)')).toBe(false);
  });

  test('UpdateToken is read next to data, inside it and in the query', () => {
    const data = { mail: 'ana@example.org', selected_group_id: [7] };
    const isRequested = (body: unknown, query: unknown = {}) =>
      hasUpdateToken(UserUpdateRequest.parse(body), UserUpdateQuery.parse(query));
    expect(isRequested({ data })).toBe(false);
    expect(isRequested({ data, UpdateToken: false })).toBe(false);
    expect(isRequested({ data, UpdateToken: true })).toBe(true);
    expect(isRequested({ data: { ...data, UpdateToken: true } })).toBe(true);
    expect(isRequested({ data }, { UpdateToken: 'true' })).toBe(true);
    expect(isRequested({ data }, { UpdateToken: 'false' })).toBe(false);
  });

  test('an invitation names at least one valid address', () => {
    const invite = (...invitations: unknown[]) =>
      InvitationRequest.safeParse({ data: { invitations } }).success;
    expect(invite({ email: 'ana@example.org' }, { email: 'bo@example.org', role_id: 3 })).toBe(true);
    expect(invite()).toBe(false);
    expect(invite({ email: 'ana' })).toBe(false);
  });
});

describe('query strings', () => {
  test('digits are numbers, and the /v1 lists have their defaults and their maximum', () => {
    expect(PageQuery.parse({ limit: '1000', offset: '20', other: 'x' })).toEqual({ limit: 1000, offset: 20 });
    expect(PageQuery.parse({})).toEqual({ limit: 100, offset: 0 });
  });

  test.each(['0', '1001', '', ' ', '1e2', '0x10', '-1', '1.5', 'all', ['1', '2']])(
    'limit=%p is refused',
    (limit) => {
      expect(PageQuery.safeParse({ limit }).success).toBe(false);
    }
  );

  test('the user list has no limit unless one is given', () => {
    expect(UserListQuery.parse({})).toEqual({});
    expect(UserListQuery.parse({ limit: '5000', sort: 'false' })).toEqual({ limit: 5000, sort: false });
    expect(UserListQuery.safeParse({ sort: 'maybe' }).success).toBe(false);
  });

  test('an id in a path is a safe integer', () => {
    expect(IdParams.parse({ id: '0' })).toEqual({ id: 0 });
    for (const id of ['-1', 'abc', '9007199254740992', '99999999999999999999']) {
      expect(IdParams.safeParse({ id }).success).toBe(false);
    }
  });
});

import { z } from 'zod';

import { CHANGE_KINDS, changeRecords, isChangeKind } from '@/contract/changes';
import { type Endpoint, endpoints } from '@/contract/endpoints';
import { readEnvelope } from '@/contract/envelope';
import { EXTENSIONS } from '@/contract/extensions';
import { PROBLEMS, ProblemSchema, problem, readProblem } from '@/contract/problem';
import { fc } from '../support/property';
import { arbitraryOf } from './arbitrary';

const rows: [name: string, row: Endpoint][] = Object.entries(endpoints);

const IN_THE_INTERFACE = [
  'GET /users',
  'GET /users/:id',
  'PATCH /users/:id',
  'PATCH /users/role',
  'POST /users/invitation',
  'GET /teams',
  'POST /teams',
  'GET /teams/:id',
  'PATCH /teams',
  'DELETE /teams/:id',
  'GET /teams/public',
  'GET /v1/membership_price_groups',
  'GET /v1/donation_prices',
  'POST /v1/transaction_bundles',
  'GET /v1/transaction_bundles',
  'PATCH /v1/transaction_bundles/:id',
  'GET /v1/transaction_bundles/:id/history',
  'GET /v1/transaction_statuses',
  'GET /v1/transaction_settings',
  'GET /v1/contacts/:id',
  'GET /actions',
];

const EXTENDING = [
  'GET /v1/transaction_bundles/:id',
  'GET /v1/contacts',
  'POST /v1/contacts',
  'PATCH /v1/contacts/:id',
  'GET /v1/contact_imports',
  'POST /v1/contact_imports',
  'POST /v1/contact_imports/:id/contacts',
  'DELETE /v1/contact_imports/:id',
  'GET /v1/contact_duplicates',
  'POST /v1/contact_duplicates',
  'POST /v1/contacts/:id/merge',
  'GET /forms/:id',
  'POST /forms',
  'POST /v1/answers',
  'PATCH /forms/:id',
  'GET /roles',
  'GET /me',
  'GET /v1/changes',
  'GET /v1/changes/sizes',
  'GET /v1/audit',
  'GET /v1/audit/export',
  'GET /v1/contacts/:id/data',
  'DELETE /v1/contacts/:id/data',
  'GET /users/:id/data',
  'DELETE /users/:id/data',
  'GET /v1/tokens',
  'POST /v1/tokens',
  'DELETE /v1/tokens/:id',
  'GET /oidc/devices',
  'DELETE /oidc/devices/:id',
  'DELETE /users/:id/devices',
  'POST /v1/visits',
  'POST /v1/cash_records',
  'GET /v1/batches',
  'GET /v1/batchable_transactions',
  'GET /v1/batches/:id',
  'POST /v1/batches',
  'PATCH /v1/batches/:id',
  'GET /v1/months',
  'GET /v1/months/:id',
  'PATCH /v1/months/:id',
  'GET /v1/reconciliation',
  'POST /v1/receipt_books',
  'GET /v1/receipt_books',
  'GET /v1/receipts/arrived',
  'GET /v1/invitations',
  'POST /v1/invitations/:id/send',
  'DELETE /v1/invitations/:id',
  'POST /v1/donation_prices',
  'PATCH /v1/donation_prices/:id',
  'POST /v1/membership_price_groups',
  'PATCH /v1/membership_price_groups/:id',
  'POST /v1/membership_prices',
  'PATCH /v1/membership_prices/:id',
  'POST /v1/transaction_statuses',
  'PATCH /v1/transaction_statuses/:id',
  'PATCH /v1/transaction_settings',
  'GET /actions/:id',
  'POST /actions',
  'PATCH /actions/:id',
  'GET /oidc/second-factor',
  'DELETE /users/:id/second-factor',
  'GET /v1/members',
  'POST /v1/teams/:id/newcomer_code',
  'POST /v1/board',
  'GET /v1/teams/:id/board',
  'GET /v1/contacts/everyone',
  'POST /v1/contacts/:id/look_up',
  'GET /v1/space',
  'PATCH /v1/space',
  'PATCH /v1/members/:id',
];

const OPEN = ['GET /health', 'GET /ready', 'GET /v1/receipts/arrived'];

const named = (list: [string, Endpoint][]) => list.map(([, { method, path }]) => `${method} ${path}`).sort();

describe('the table', () => {
  test('has the endpoints of the interface, our extensions, and no other', () => {
    expect(named(rows)).toEqual([...new Set([...IN_THE_INTERFACE, ...EXTENDING, ...OPEN])].sort());
  });

  test('marks as extensions only what the interface does not have', () => {
    const extensions = rows.filter(([, row]) => row.extension !== undefined);
    expect(named(extensions)).toEqual([...EXTENDING].sort());
    expect(EXTENSIONS).toEqual(expect.arrayContaining(extensions.map(([, row]) => row.extension)));
  });

  test('two responses have no envelope, and only health, readiness and the question of a receipt’s holder are public', () => {
    expect(named(rows.filter(([, row]) => row.envelope === 'bare'))).toEqual([
      'GET /teams/public',
      'GET /v1/contacts/:id',
    ]);
    expect(named(rows.filter(([, row]) => !row.auth))).toEqual(OPEN);
  });

  test.each(rows)('%s is consistent', (_name, row) => {
    expect(row.writes).toBe(row.method !== 'GET');
    expect(row.body !== undefined).toBe(row.method === 'POST' || row.method === 'PATCH');
    expect(Object.keys(row.params?.shape ?? {})).toEqual(
      [...row.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    );
  });

  test.each(rows)('%s can be described as JSON Schema', (_name, row) => {
    for (const schema of [row.params, row.query, row.body, row.request]) {
      if (schema) expect(() => z.toJSONSchema(schema, { io: 'input' })).not.toThrow();
    }
    expect(() => z.toJSONSchema(row.response, { io: 'output' })).not.toThrow();
  });
});

describe('parsing a response', () => {
  test.each(rows)('%s: a response of our service is parsed without a bad record', (_name, row) => {
    fc.assert(
      fc.property(arbitraryOf(row.response), (response) => {
        const reading = row.read(JSON.parse(JSON.stringify(response)));
        expect(reading).toMatchObject({ ok: true });
        const bad = reading.ok && z.object({ bad: z.array(z.unknown()) }).safeParse(reading.value).data?.bad;
        expect(bad || []).toEqual([]);
      }),
      { numRuns: 20 }
    );
  });

  test.each(rows)('%s: any other body is a failure, never a throw', (_name, row) => {
    const body = fc.oneof(
      fc.jsonValue(),
      fc.record({ status: fc.constant('success'), data: fc.jsonValue() }),
      fc.constantFrom(undefined, '<html>Sign in to the hotel</html>')
    );
    fc.assert(
      fc.property(body, (given) => {
        expect(typeof row.read(given).ok).toBe('boolean');
      }),
      { numRuns: 50 }
    );
  });

  test.each([undefined, null, '', '<html>', [], {}, { status: 'error', data: [] }, { data: [] }])(
    '%p is not an envelope',
    (body) => {
      expect(readEnvelope(body)).toMatchObject({ ok: false, failure: { kind: 'not_success' } });
    }
  );

  test('an absent list is a failure, a null one is empty', () => {
    const { read } = endpoints.listTeams;
    expect(read({ status: 'success', data: {} })).toMatchObject({ ok: false, failure: { kind: 'no_data' } });
    expect(read({ status: 'success' })).toMatchObject({ ok: false, failure: { kind: 'no_data' } });
    expect(read({ status: 'success', data: { teams: null } })).toEqual({
      ok: true,
      value: { good: [], bad: [] },
    });
  });

  test('the count of a list is total, or data.count', () => {
    expect(endpoints.listBundles.read({ status: 'success', data: [], total: 7 })).toMatchObject({
      value: { total: 7 },
    });
    expect(
      endpoints.listUsers.read({ status: 'success', data: { count: 3, teams: null, users: [] } })
    ).toMatchObject({
      value: { total: 3 },
    });
  });

  test('one bad record does not reject the page', () => {
    expect(
      endpoints.listTeams.read({ status: 'success', data: { teams: [{ id: 1 }, { name: 'no id' }] } })
    ).toEqual({
      ok: true,
      value: { good: [{ id: 1 }], bad: [{ index: 1, reason: 'id: missing', raw: { name: 'no id' } }] },
    });
  });

  test('history is an array, one object or null', () => {
    const entry = { id: 1, kind: 'transaction', old: null, new: { amount: 1 } };
    const read = { id: 1, kind: 'transaction', new: { amount: 1 } };
    const history = (data: unknown) => endpoints.getBundleHistory.read({ status: 'success', data });
    expect(history([entry, entry])).toMatchObject({ value: { good: [read, read] } });
    expect(history(entry)).toEqual({ ok: true, value: { good: [read], bad: [] } });
    expect(history(null)).toEqual({ ok: true, value: { good: [], bad: [] } });
  });

  test('invitations are one object or an array', () => {
    const invited = (invitations: unknown) =>
      endpoints.inviteUsers.read({ status: 'success', data: { msg: 'sent', invitations } });
    expect(invited({ id: 1 })).toEqual({ ok: true, value: { good: [{ id: 1 }], bad: [] } });
    expect(invited([{ id: 1 }, { id: 2 }])).toEqual({
      ok: true,
      value: { good: [{ id: 1 }, { id: 2 }], bad: [] },
    });
  });

  test('a form is data, or data.form', () => {
    const form = { id: 1, label: 'Support', refvalues: [{ id: 2, value: 'yes' }] };
    expect(endpoints.getForm.read({ status: 'success', data: form })).toEqual({ ok: true, value: form });
    expect(endpoints.getForm.read({ status: 'success', data: { form } })).toEqual({ ok: true, value: form });
    expect(endpoints.getForm.read({ status: 'success', data: { form: { label: 'no id' } } }).ok).toBe(false);
  });

  test('the feed needs its cursor, and the reader handles unknown kinds', () => {
    const changes = [
      { kind: 'team', id: 1, deleted: true },
      { kind: 'petition', id: 2, record: {} },
      { id: 3 },
    ];
    const feed = (data: object) => endpoints.listChanges.read({ status: 'success', data });
    expect(feed({ changes, cursor: 'abc', more: true })).toEqual({
      ok: true,
      value: {
        good: changes.slice(0, 2),
        bad: [{ index: 2, id: 3, reason: 'kind: missing', raw: { id: 3 } }],
        cursor: 'abc',
        more: true,
      },
    });
    expect(feed({ changes, more: true }).ok).toBe(false);
    expect([isChangeKind('team'), isChangeKind('petition'), isChangeKind('toString')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([...CHANGE_KINDS].sort()).toEqual(Object.keys(changeRecords).sort());
  });

  test('unknown extensions are ignored', () => {
    const data = { name: 'other', version: '9', extensions: ['changes', 'telepathy'] };
    expect(endpoints.getHealth.read({ status: 'success', data })).toEqual({ ok: true, value: data });
  });
});

describe('problems', () => {
  test.each(Object.entries(PROBLEMS))('%s has a body of its status', (code, { status, title }) => {
    const body = problem(code as keyof typeof PROBLEMS, { instance: '/teams' });
    expect(ProblemSchema.parse(body)).toEqual(body);
    expect(body).toMatchObject({ status, title, code, instance: '/teams' });
  });

  test('a client reads what it can from any body', () => {
    const errors = [{ location: 'body/data/mail', message: 'Invalid email' }];
    expect(readProblem(problem('invalid', { errors }))).toEqual({ code: 'invalid', errors });
    expect(readProblem({ code: 7, detail: 'no' })).toEqual({ detail: 'no' });
    for (const body of [undefined, null, '<html>', [], 7]) expect(readProblem(body)).toEqual({});
  });
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';

import { sql } from 'drizzle-orm';

import { type Endpoint, type EndpointName, endpoints } from '@/contract/endpoints';

import { hashToken } from '../../server/auth/tokens';
import type { Caller } from '../../server/store/database';
import { type TestService, type TestSpace, bundleOf, startTestService } from './harness';
import { batchOf, boardReportOf, handOverOf } from './cashSamples';
import { answersOf, visitOf } from './visitSamples';

describe('spaces', () => {
  let service: TestService;
  let one: TestSpace;
  let two: TestSpace;
  const actionIds: Record<number, number> = {};
  const importIds: Record<number, number> = {};
  const chequeIds: Record<number, number> = {};

  before(async () => {
    service = await startTestService();
    one = await service.createSpace();
    two = await service.createSpace();
    for (const space of [one, two]) {
      await service.call(space.tokens.volunteer, 'POST', '/v1/transaction_bundles', {
        body: {
          data: {
            ...bundleOf(space, { delivery_token: `of ${space.groupId}` }).data,
            memberships: [{ amount: 1 }],
            donations: [{ amount: 1 }],
          },
        },
        headers: { 'idempotency-key': `key-${space.groupId}` },
      });
      await service.call(space.tokens.admin, 'POST', '/users/invitation', {
        body: { data: { invitations: [{ email: 'both@example.org' }] } },
      });
      await service.database.asOwner(async ({ $client: client }) => {
        const action = await client.query(
          "INSERT INTO actions (group_id, name, created_by) VALUES ($1, 'Action', $2) RETURNING id",
          [space.groupId, space.userIds.admin]
        );
        const values = [space.groupId, action.rows[0].id];
        actionIds[space.groupId] = Number(action.rows[0].id);
        const made = await client.query(
          `INSERT INTO contact_imports (group_id, uuid, name, created_by) VALUES ($1, $2, 'x', $3) RETURNING id`,
          [space.groupId, randomUUID(), space.userIds.admin]
        );
        importIds[space.groupId] = Number(made.rows[0].id);
        await client.query('INSERT INTO action_users SELECT $1, $2, $3', [...values, space.userIds.leader]);
        await client.query('INSERT INTO action_teams SELECT $1, $2, $3', [...values, space.teamId]);
        await client.query('INSERT INTO visits (group_id, action_id, user_id) VALUES ($1, $2, $3)', [
          ...values,
          space.userIds.leader,
        ]);
        await client.query(
          `INSERT INTO answers (group_id, action_id, user_id, contact_id, uuid, answers, answered_at, request_hash)
           VALUES ($1, $2, $3, $4, gen_random_uuid(), '[]', now(), '')`,
          [...values, space.userIds.leader, space.contactIds[0]]
        );
        await client.query(
          `INSERT INTO cash_records (group_id, user_id, key, kind, content, request_hash) VALUES ($1, $2, 'k', 'count', '{}', '')`,
          [space.groupId, space.userIds.leader]
        );
      });
      const made = await service.call(space.tokens.admin, 'POST', '/v1/transaction_bundles', {
        body: bundleOf(space, { payment_method_kind: 'cheque' }),
      });
      chequeIds[space.groupId] = made.body.data.transactions[0].id;
      await service.database.asOwner(({ $client: client }) =>
        client.query(
          `WITH book AS (INSERT INTO receipt_books (group_id, user_id, key, public_key, request_hash)
             VALUES ($1, $2, 'k', '', '') RETURNING group_id, id)
           INSERT INTO receipts (group_id, bundle_id, book_id, number, code) SELECT group_id, $3, id, 1, 'x' FROM book`,
          [space.groupId, space.userIds.admin, made.body.data.id]
        )
      );
      await service.call(space.tokens.admin, 'PATCH', '/v1/months/202601', {
        body: { data: { month: { step: 'close' } } },
      });
      await service.call(space.tokens.admin, 'POST', '/v1/transaction_bundles', {
        body: bundleOf(space, { date: '2026-01-05T10:00:00Z' }),
      });
      await service.call(space.tokens.volunteer, 'POST', '/v1/board', { body: boardReportOf() });
      await service.call(space.tokens.admin, 'POST', '/v1/batches', {
        body: batchOf([made.body.data.transactions[0].id]),
      });
    }
  });
  after(() => service.close());

  async function callerOf(space: TestSpace): Promise<Caller> {
    const caller = await service.database.findCaller(hashToken(space.tokens.admin).toString('hex'));
    assert.ok(caller);
    return caller;
  }

  async function spaceTables(): Promise<string[]> {
    const { rows } = await service.database.asOwner(({ $client: client }) =>
      client.query<{ table_name: string }>(
        `SELECT c.relname AS table_name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'group_id'
         WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND has_table_privilege('doorstep_app', c.oid, 'SELECT')`
      )
    );
    return rows.map(({ table_name }) => table_name);
  }

  it('are separated by the database: a query without a WHERE sees one space, in every table', async () => {
    const caller = await callerOf(one);
    const tables = await spaceTables();
    assert.ok(tables.length >= 25, `only ${tables.length} tables were found`);
    for (const table of tables) {
      const all = await service.database.asOwner(({ $client: client }) =>
        client.query(`SELECT count(DISTINCT group_id) AS spaces FROM ${table}`)
      );
      const seen = await service.database.read(caller, (tx) =>
        tx.execute<{ group_id: number }>(sql.raw(`SELECT DISTINCT group_id FROM ${table}`))
      );
      assert.equal(all.rows[0].spaces, 2, `${table} has nothing to hide`);
      assert.deepEqual(
        table === 'users' ? [one.groupId] : seen.rows.map((row) => Number(row.group_id)),
        [one.groupId],
        table
      );
    }
    const people = await service.database.read(caller, (tx) =>
      tx.execute<{ id: number }>(sql`SELECT id FROM users`)
    );
    assert.deepEqual(new Set(people.rows.map(({ id }) => Number(id))), new Set(Object.values(one.userIds)));
  });

  it('are separated for writes: no row is inserted or changed in another space', async () => {
    const caller = await callerOf(one);
    await assert.rejects(
      service.database.write(caller, (tx) =>
        tx.execute(sql`INSERT INTO teams (group_id, name) VALUES (${two.groupId}, 'x')`)
      ),
      { code: '42501' }
    );
    const changed = await service.database.write(caller, async (tx) => {
      const teams = await tx.execute(
        sql`UPDATE teams SET name = 'mine' WHERE group_id = ${two.groupId} OR id = ${two.teamId}`
      );
      const people = await tx.execute(sql`UPDATE users SET city = 'mine' WHERE id = ${two.userIds.leader}`);
      return [teams.rowCount, people.rowCount];
    });
    assert.deepEqual(changed, [0, 0]);
  });

  it('show nothing to a transaction outside every space', async () => {
    const { rows } = await service.database.asOwner(async ({ $client: client }) => {
      await client.query('SET LOCAL ROLE doorstep_app');
      return client.query('SELECT count(*) AS count FROM contacts');
    });
    assert.equal(rows[0].count, 0);
  });

  it('run requests under a role that cannot bypass row-level security and owns no table', async () => {
    const { rows } = await service.database.asOwner(({ $client: client }) =>
      client.query(`SELECT rolsuper OR rolbypassrls AS mighty,
        EXISTS (SELECT 1 FROM pg_class WHERE relowner = pg_roles.oid) AS owner FROM pg_roles WHERE rolname = 'doorstep_app'`)
    );
    assert.deepEqual(rows, [{ mighty: false, owner: false }]);
    const who = await service.database.read(await callerOf(one), (tx) =>
      tx.execute<{ who: string }>(sql`SELECT current_user AS who`)
    );
    assert.equal(who.rows[0]?.who, 'doorstep_app');
  });

  /** A request to each endpoint that names records of the second space, sent by the first one's superadmin. */
  function foreignRequests(
    bundleId: number,
    deviceId: number,
    actionId: number,
    priceGroupId: number,
    invitationId: number,
    tokenId: number,
    batchId: number
  ): { [Name in EndpointName]?: [path: string, body?: unknown] } {
    const { userIds, teamId, contactIds, roles, forms, catalogue } = two;
    return {
      getUser: [`/users/${userIds.leader}`],
      updateUser: [`/users/${userIds.leader}`, { data: { mail: 'taken@example.org' } }],
      changeRole: ['/users/role', { data: { user_id: userIds.leader, role_id: roles.user } }],
      inviteUsers: [
        '/users/invitation',
        { data: { invitations: [{ email: 'z@example.org', role_id: roles.user }] } },
      ],
      sendInvitation: [`/v1/invitations/${invitationId}/send`, { data: {} }],
      withdrawInvitation: [`/v1/invitations/${invitationId}`],
      changeMembership: [`/v1/members/${userIds.leader}`, { data: { state: 'removed' } }],
      createTeam: ['/teams', { data: { team: { name: 'x', users: [{ id: userIds.leader }] } } }],
      getTeam: [`/teams/${teamId}`],
      replaceTeam: ['/teams', { data: { team: { id: teamId, name: 'mine' } } }],
      deleteTeam: [`/teams/${teamId}`],
      createBundle: ['/v1/transaction_bundles', bundleOf(two)],
      getBundle: [`/v1/transaction_bundles/${bundleId}`],
      updateBundle: [
        `/v1/transaction_bundles/${bundleId}`,
        { data: { id: bundleId, donations: [{ amount: 1 }] } },
      ],
      getBundleHistory: [`/v1/transaction_bundles/${bundleId}/history`],
      getContact: [`/v1/contacts/${contactIds[0]}`],
      createContact: [
        '/v1/contacts',
        { data: { uuid: randomUUID(), formdatas: [{ form_id: forms.consent.id }] } },
      ],
      createContactImport: ['/v1/contact_imports', { data: { uuid: randomUUID(), name: '' } }],
      addImportedContacts: [
        `/v1/contact_imports/${importIds[two.groupId]}/contacts`,
        { data: { contacts: [{ uuid: randomUUID() }] } },
      ],
      undoContactImport: [`/v1/contact_imports/${importIds[two.groupId]}`],
      markContactsAsDifferent: [
        '/v1/contact_duplicates',
        { data: { one: contactIds[0], other: contactIds[1] } },
      ],
      mergeContact: [
        `/v1/contacts/${contactIds[0]}/merge`,
        {
          data: {
            merged_id: contactIds[1],
            take: [],
            seen: { stays: '2026-01-01T00:00:00Z', leaves: '2026-01-01T00:00:00Z' },
          },
        },
      ],
      updateContact: [`/v1/contacts/${contactIds[0]}`, { data: { mail: 'taken@example.org' } }],
      exportContact: [`/v1/contacts/${contactIds[0]}/data`],
      eraseContact: [`/v1/contacts/${contactIds[0]}/data`],
      exportUser: [`/users/${userIds.leader}/data`],
      eraseUser: [`/users/${userIds.leader}/data`],
      getForm: [`/forms/${forms.consent.id}`],
      createAnswers: ['/v1/answers', answersOf(forms.canHelp.id, { contact_id: contactIds[0] })],
      createForm: ['/forms', { data: { label: '', type: 'text' } }],
      updateForm: [`/forms/${forms.consent.id}`, { data: { label: 'mine' } }],
      createCashRecord: ['/v1/cash_records', handOverOf(userIds.leader)],
      getBatch: [`/v1/batches/${batchId}`],
      createBatches: ['/v1/batches', batchOf([chequeIds[two.groupId] ?? 0])],
      updateBatch: [`/v1/batches/${batchId}`, { data: { batch: { step: 'close' } } }],
      // Every space has the same months.
      getMonth: ['/v1/months/0'],
      updateMonth: ['/v1/months/0', { data: { month: { step: 'close' } } }],
      createReceiptBook: [
        '/v1/receipt_books',
        { data: { receipt_book: { key: randomUUID(), public_key: '' } } },
      ],
      createVisit: ['/v1/visits', visitOf(actionIds[two.groupId] ?? 0)],
      createDonationPrice: ['/v1/donation_prices', { data: { name: '', amount: 1, currency: 'eur' } }],
      updateDonationPrice: [`/v1/donation_prices/${catalogue.donationPrices[0]}`, { data: { amount: 1 } }],
      createMembershipPriceGroup: ['/v1/membership_price_groups', { data: { name: '' } }],
      updateMembershipPriceGroup: [`/v1/membership_price_groups/${priceGroupId}`, { data: { name: 'mine' } }],
      createMembershipPrice: [
        '/v1/membership_prices',
        { data: { name: 'x', amount: 1, currency: 'eur', membership_price_group_id: priceGroupId } },
      ],
      updateMembershipPrice: [
        `/v1/membership_prices/${catalogue.membershipPrices.yearly}`,
        { data: { amount: 1 } },
      ],
      createTransactionStatus: ['/v1/transaction_statuses', { data: { name: '', kind: 'other' } }],
      updateTransactionStatus: [
        `/v1/transaction_statuses/${catalogue.statuses.valid}`,
        { data: { name: 'mine' } },
      ],
      updateTransactionSettings: [
        '/v1/transaction_settings',
        { data: { default_status_id: catalogue.statuses.valid } },
      ],
      getAction: [`/actions/${actionId}`],
      createAction: ['/actions', { data: { action: { name: 'x', teams: [{ id: teamId }] } } }],
      updateAction: [`/actions/${actionId}`, { data: { action: { name: 'mine' } } }],
      lookUpContact: [`/v1/contacts/${contactIds[0]}/look_up`, { data: {} }],
      createNewcomerCode: [`/v1/teams/${teamId}/newcomer_code`, { data: {} }],
      reportToBoard: ['/v1/board', boardReportOf({ doors: -1 })],
      getTeamBoard: [`/v1/teams/${teamId}/board`],
      updateSpace: ['/v1/space', { data: { audit_days: 1 } }],
      revokeToken: [`/v1/tokens/${tokenId}`],
      createToken: ['/v1/tokens', { data: { name: 'x', rights: ['read'], days: 0 } }],
      signOutDevice: [`/oidc/devices/${deviceId}`],
      signOutUser: [`/users/${userIds.leader}/devices`],
      resetSecondFactor: [`/users/${userIds.leader}/second-factor`],
    };
  }

  it('are separated on every endpoint that names a record', async () => {
    const foreignBundle = (await service.call(two.tokens.admin, 'GET', '/v1/transaction_bundles')).body
      .data[0];
    const foreignGroups = await service.call(two.tokens.admin, 'GET', '/v1/membership_price_groups');
    const foreignActions = await service.call(two.tokens.admin, 'GET', '/actions');
    const before = await snapshot(two);
    const device = await service.database.asOwner(({ $client: client }) =>
      client.query(
        "INSERT INTO devices (grant_id, user_id, client_id, scope, name) VALUES ('g', $1, 'doorstep', '', 'Phone') RETURNING id",
        [two.userIds.leader]
      )
    );
    const invited = (await service.call(two.tokens.admin, 'GET', '/v1/invitations')).body.data.invitations[0];
    const token = await service.call(two.tokens.admin, 'POST', '/v1/tokens', {
      body: { data: { name: 'theirs', rights: ['read'], days: 1 } },
    });
    const requests = foreignRequests(
      foreignBundle.id,
      Number(device.rows[0].id),
      foreignActions.body.data.ActionsAggreg[0].Action.id,
      foreignGroups.body.data[0].id,
      invited.id,
      token.body.data.id,
      (await service.call(two.tokens.admin, 'GET', '/v1/batches')).body.data[0].id
    );
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      const request = requests[name as EndpointName];
      const names = endpoint.path.includes(':') || (endpoint.writes && endpoint.body);
      if (!request) {
        assert.ok(!names, `${name} names records and is not tried here`);
        continue;
      }
      const { status } = await service.call(one.tokens.superadmin, endpoint.method, request[0], {
        body: request[1],
      });
      assert.ok(status === 404 || status === 422 || status === 403, `${name} returned ${status}`);
    }
    assert.deepEqual(await snapshot(two), before);
    assert.equal((await service.call(token.body.data.token, 'GET', '/me')).status, 200);
  });

  async function snapshot(space: TestSpace): Promise<unknown[]> {
    const paths = [
      '/users',
      '/teams',
      '/teams/public',
      '/v1/transaction_bundles',
      '/actions',
      '/v1/contacts?limit=1000',
      '/v1/donation_prices',
      '/v1/membership_price_groups',
      '/v1/transaction_statuses',
      '/v1/transaction_settings',
    ];
    return Promise.all(paths.map(async (path) => (await service.call(space.tokens.admin, 'GET', path)).body));
  }

  it('are separated in every list', async () => {
    const foreign = new Set([
      ...Object.values(two.userIds).map((id) => `user ${id}`),
      ...two.contactIds.map((id) => `contact ${id}`),
    ]);
    await service.untilShown();
    const [users, contacts, changes] = await Promise.all([
      service.call(one.tokens.superadmin, 'GET', '/users'),
      service.call(one.tokens.superadmin, 'GET', '/v1/contacts?limit=1000'),
      service.call(one.tokens.superadmin, 'GET', '/v1/changes?limit=1000'),
    ]);
    const seen = [
      ...users.body.data.users.map(({ id }: { id: number }) => `user ${id}`),
      ...contacts.body.data.map(({ id }: { id: number }) => `contact ${id}`),
      ...changes.body.data.changes.map(({ kind, id }: { kind: string; id: number }) => `${kind} ${id}`),
    ];
    assert.ok(seen.length > 30);
    assert.deepEqual(
      seen.filter((each) => foreign.has(each)),
      []
    );
    const search = await service.call(one.tokens.superadmin, 'GET', '/v1/contacts?q=valorme&limit=1000');
    assert.ok(search.body.data.every(({ id }: { id: number }) => one.contactIds.includes(id)));
    const text = JSON.stringify([await snapshot(one)]);
    assert.equal(text.includes(`leader.${two.groupId}@example.org`), false);
    assert.equal(text.includes(`"group_id":${two.groupId}`), false);
  });
});

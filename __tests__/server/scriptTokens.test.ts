import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { type EndpointName, endpoints } from '@/contract/endpoints';
import { TOKEN_RIGHTS, type TokenRight } from '@/contract/token';

import { hashToken } from '../../server/auth/tokens';
import { type TestService, type TestSpace, bundleOf, runSql, startTestService } from './harness';
import { sampleRequest } from './sampleRequests';
import { answersOf, createAction, visitOf } from './visitSamples';

let service: TestService;
let space: TestSpace;

before(async () => {
  service = await startTestService();
  space = await service.createSpace();
});
after(() => service.close());

const create = (rights: readonly string[], token = space.tokens.admin, days = 30) =>
  service.call(token, 'POST', '/v1/tokens', { body: { data: { name: 'nightly', rights, days } } });
const tokenWith = async (...rights: TokenRight[]): Promise<string> => (await create(rights)).body.data.token;
const list = async () => (await service.call(space.tokens.admin, 'GET', '/v1/tokens')).body.data.tokens;

/** What each right opens besides its own part: nothing. */
const expected: Readonly<Record<TokenRight, readonly EndpointName[]>> = {
  read: [
    ...[
      'listChanges',
      'listActionSizes',
      'listUsers',
      'getUser',
      'listMembersAway',
      'listInvitations',
      'listRoles',
      'listTeams',
      'listPublicTeams',
    ],
    ...[
      'getSpace',
      'getTeam',
      'listContacts',
      'listContactImports',
      'getContact',
      'getForm',
      'listActions',
      'getAction',
    ],
    'listMembershipPriceGroups',
    ...[
      'listDonationPrices',
      'listTransactionStatuses',
      'getTransactionSettings',
      'listBundles',
      'getBundle',
    ],
    ...['getBundleHistory', 'listBatches', 'listBatchable', 'getBatch', 'listReceiptBooks'],
    ...['listMonths', 'getMonth', 'getReconciliation'],
  ] as EndpointName[],
  contacts: [
    ...['listContacts', 'getContact', 'getForm', 'listActions', 'getAction'],
    ...['createAction', 'updateAction', 'createVisit', 'createContact', 'updateContact'],
    ...['createForm', 'updateForm', 'createAnswers'],
    ...['listContactImports', 'createContactImport', 'addImportedContacts', 'undoContactImport'],
  ] as EndpointName[],
  people: [
    ...[
      'listUsers',
      'getUser',
      'updateUser',
      'inviteUsers',
      'listInvitations',
      'sendInvitation',
      'withdrawInvitation',
      'listMembersAway',
      'changeMembership',
    ],
    ...['listRoles', 'listTeams', 'listPublicTeams', 'getTeam', 'createTeam', 'replaceTeam', 'deleteTeam'],
  ] as EndpointName[],
  money: [
    ...[
      'listMembershipPriceGroups',
      'listDonationPrices',
      'listTransactionStatuses',
      'getTransactionSettings',
    ],
    ...['createDonationPrice', 'updateDonationPrice', 'createMembershipPriceGroup', 'createMembershipPrice'],
    ...['updateMembershipPriceGroup', 'updateMembershipPrice', 'createTransactionStatus'],
    ...['updateTransactionStatus', 'updateTransactionSettings', 'createCashRecord'],
    ...['listBatches', 'listBatchable', 'getBatch', 'createBatches', 'updateBatch'],
    ...['listMonths', 'getMonth', 'updateMonth', 'getReconciliation'],
    ...['createReceiptBook', 'listReceiptBooks'],
    ...['createBundle', 'listBundles', 'getBundle', 'updateBundle', 'getBundleHistory'],
  ] as EndpointName[],
  audit: ['listAudit', 'exportAudit'],
};
const always: readonly EndpointName[] = ['getHealth', 'getReady', 'getMe', 'getReceiptArrival'];

describe('a token for scripts', () => {
  for (const right of TOKEN_RIGHTS) {
    it(`with the right ${right} opens that part only`, async () => {
      const token = await tokenWith(right);
      const opened: string[] = [];
      for (const name of Object.keys(endpoints) as EndpointName[]) {
        const { path, body } = await sampleRequest(service, space, name, 'newcomer');
        // A key, so that the check of earlier responses runs as well.
        const headers: Record<string, string> = endpoints[name].writes
          ? { 'idempotency-key': `${right} ${name}`.replace(' ', '-') }
          : {};
        const { status } = await service.call(token, endpoints[name].method, path, { body, headers });
        assert.ok(status === 200 || status === 403, `${name}: ${status}`);
        if (status === 200) opened.push(name);
      }
      assert.deepEqual(opened.sort(), [...always, ...expected[right]].sort());
    });
  }

  it('is limited by the database too', async () => {
    const callerOf = async (token: string) => {
      const caller = await service.database.findCaller(hashToken(token).toString('hex'));
      assert.ok(caller);
      return caller;
    };
    await service.call(space.tokens.volunteer, 'POST', '/v1/transaction_bundles', { body: bundleOf(space) });
    const count = async (token: string, table: string) =>
      service.database.read(await callerOf(token), async ({ $client }) => {
        const { rows } = await $client.query(`SELECT count(*) AS count FROM ${table}`);
        return Number(rows[0].count);
      });
    const money = await tokenWith('money');
    const contacts = await tokenWith('contacts');
    assert.equal(await count(money, 'contacts'), 0);
    assert.ok((await count(money, 'transactions')) > 0);
    assert.ok((await count(contacts, 'contacts')) > 0);
    assert.equal(await count(contacts, 'transactions'), 0);
    assert.equal(await count(await tokenWith('people', 'read'), 'audit'), 0);
    // Who else is in the space, and who takes part, is seen with the right to people; the own person always.
    const [people, reader] = [await tokenWith('people'), await tokenWith('read')];
    const actionId = await createAction(service, space);
    await runSql(
      service.connectionString,
      `INSERT INTO action_users (group_id, action_id, user_id) SELECT group_id, ${actionId}, ${space.userIds.volunteer}
         FROM actions WHERE id = ${actionId};
       INSERT INTO action_teams (group_id, action_id, team_id) SELECT group_id, ${actionId}, ${space.teamId}
         FROM actions WHERE id = ${actionId}`
    );
    await service.call(space.tokens.volunteer, 'POST', '/v1/visits', { body: visitOf(actionId) });
    const answers = answersOf(space.forms.canHelp.id, { contact_id: space.contactIds[0] });
    await service.call(space.tokens.volunteer, 'POST', '/v1/answers', { body: answers });
    for (const table of ['users', 'space_users', 'teams', 'team_users', 'action_users', 'action_teams']) {
      const own = table === 'users' || table === 'space_users' ? 1 : 0;
      assert.equal(await count(contacts, table), own, table);
      const all = await count(people, table);
      assert.ok(all > own && all === (await count(reader, table)), table);
    }
    for (const table of ['visits', 'actions', 'answers']) {
      assert.equal(await count(people, table), 0, table);
      assert.ok((await count(contacts, table)) > 0, table);
    }
    assert.equal(await count(people, 'cash_records'), 0);
    assert.equal(
      await count(people, 'doorstep_members_away()'),
      await count(reader, 'doorstep_members_away()')
    );
    assert.equal(await count(contacts, 'doorstep_members_away()'), 0);
    // The right to read, with one to write something else, writes nothing of people or contacts.
    const mixed = await callerOf(await tokenWith('read', 'money'));
    const changed = (statement: string) =>
      service.database.write(mixed, async ({ $client }) => (await $client.query(statement)).rowCount);
    assert.equal(await changed(`UPDATE teams SET name = 'x'`), 0);
    assert.equal(await changed(`UPDATE users SET firstname = 'x'`), 0);
    assert.equal(await changed(`DELETE FROM action_users`), 0);
    await assert.rejects(changed(`INSERT INTO teams (group_id, name) VALUES (${space.groupId}, 'x')`), {
      code: '42501',
    });
    await assert.rejects(
      changed(`INSERT INTO visits (group_id, user_id, uuid, action_id)
        SELECT ${space.groupId}, ${space.userIds.admin}, gen_random_uuid(), min(id) FROM actions`),
      { code: '42501' }
    );
    await assert.rejects(
      service.database.write(await callerOf(await tokenWith('read')), ({ $client }) =>
        $client.query(`INSERT INTO teams (group_id, name) VALUES (${space.groupId}, 'x')`)
      ),
      { code: '25006' }
    );
  });

  it('is listed with its rights and last use, and stored as a hash', async () => {
    const made = await create(['read', 'money'], space.tokens.admin, 90);
    const { id, token } = made.body.data;
    const find = async () => (await list()).find((each: { id: number }) => each.id === id);
    const before = await find();
    assert.deepEqual(
      [before.name, before.rights, before.last_used_at],
      ['nightly', ['read', 'money'], undefined]
    );
    assert.deepEqual(before.user, { id: space.userIds.admin, name: `admin Of${space.groupId}` });
    assert.equal(Math.round((Date.parse(before.expires_at) - Date.now()) / 86_400_000), 90);
    await service.call(token, 'GET', '/me');
    while ((await find()).last_used_at === undefined) await new Promise((done) => setTimeout(done, 20));
    const everything = await runSql(
      service.connectionString,
      `SELECT (SELECT json_agg(t)::text FROM access_tokens t) || (SELECT coalesce(json_agg(k)::text, '') FROM idempotency_keys k) AS text`
    );
    assert.ok(!everything.rows[0]?.text.includes(token));
  });

  it('is valid in its space only, until it is revoked or expires', async () => {
    const other = await service.createSpace();
    const { id, token } = (await create(['read'])).body.data;
    const me = (headers = {}) => service.call(token, 'GET', '/me', { headers });
    assert.equal((await me()).status, 200);
    assert.equal((await me({ 'doorstep-space': String(other.groupId) })).status, 401);
    assert.equal((await service.call(space.tokens.admin, 'DELETE', `/v1/tokens/${id}`)).status, 200);
    assert.equal((await me()).status, 401);
    assert.equal((await service.call(space.tokens.admin, 'DELETE', `/v1/tokens/${id}`)).status, 404);
    assert.ok((await list()).every((each: { id: number }) => each.id !== id));
    const expiring = (await create(['read'])).body.data;
    await runSql(service.connectionString, 'UPDATE access_tokens SET expires_at = now() WHERE id = $1', [
      expiring.id,
    ]);
    assert.equal((await service.call(expiring.token, 'GET', '/me')).status, 401);
  });

  it('is created and revoked by admins, never with a limited token', async () => {
    assert.equal((await create(['read'], space.tokens.manager)).status, 403);
    assert.equal((await create(['read'], await tokenWith('people', 'audit'))).status, 403);
    for (const body of [
      { name: '', rights: ['read'], days: 1 },
      { name: 'x', rights: [], days: 1 },
      { name: 'x', rights: ['all'], days: 1 },
      { name: 'x', rights: ['read'], days: 367 },
    ]) {
      const refused = await service.call(space.tokens.admin, 'POST', '/v1/tokens', { body: { data: body } });
      assert.equal(refused.status, 422);
    }
  });

  it('is named in the audit log', async () => {
    const token = await tokenWith('people');
    await service.call(token, 'POST', '/teams', { body: { data: { team: { name: 'By a script' } } } });
    const { body } = await service.call(space.tokens.admin, 'GET', '/v1/audit?limit=5');
    const entry = body.data.entries.find(({ kind }: { kind: string }) => kind === 'team');
    assert.deepEqual([entry.actor.id, entry.token], [space.userIds.admin, 'nightly']);
  });
});

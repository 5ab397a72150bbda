import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { removeExpired } from '../../server/auth/cleanup';
import { openMemoryEngine } from '../support/sqlite';
import { startSystemPhone } from '../system/support';
import { readFeed } from './feedReader';
import {
  type PersonName,
  type TestService,
  type TestSpace,
  bundleOf,
  runSql,
  startTestService,
  untilLockIsWaitedFor,
} from './harness';

let service: TestService;
let space: TestSpace;
let strangers: readonly number[];

const sql = (text: string, values: unknown[] = []) => runSql(service.connectionString, text, values);

before(async () => {
  service = await startTestService();
  space = await service.createSpace({ contacts: 3, visibility: 'assigned' });
  strangers = space.contactIds;
  await sql(
    `UPDATE contacts SET firstname = 'Rosa', mail = 'rosa@example.org', address = '{"city": "Lyon"}',
      words = $2 WHERE group_id = $1`,
    [space.groupId, `'${space.groupId}/rosa':1A`]
  );
});
after(() => service.close());

const search = (name: PersonName, words = 'rosa') =>
  service.call(space.tokens[name], 'GET', `/v1/contacts/everyone?q=${words}`);
const lookUp = (name: PersonName, id: number) =>
  service.call(space.tokens[name], 'POST', `/v1/contacts/${id}/look_up`, { body: { data: {} } });
const read = async (name: PersonName, id: number) =>
  (await service.call(space.tokens[name], 'GET', `/v1/contacts/${id}`)).status;
const held = async (name: PersonName) => {
  const { changes } = await readFeed(service, space.tokens[name]);
  return [...new Set(changes.flatMap(({ kind, id, deleted }) => (kind === 'contact' && !deleted ? id : [])))];
};

/** Whether a person leads the team. */
const setLeader = (name: PersonName, leads: boolean) =>
  leads
    ? sql('INSERT INTO team_users VALUES ($1, $2, $3, true, 0)', [
        space.groupId,
        space.teamId,
        space.userIds[name],
      ])
    : sql('DELETE FROM team_users WHERE user_id = $1 AND leader', [space.userIds[name]]);

describe('people beyond what one sees', () => {
  it('are found by managers and leaders, by name and town only, and by nobody else', async () => {
    for (const name of ['manager', 'leader'] as const) {
      const { body } = await search(name);
      assert.deepEqual(body.data.map(({ id }: { id: number }) => id).sort(), [...strangers].sort());
      assert.deepEqual(Object.keys(body.data[0]).sort(), ['city', 'firstname', 'id', 'surname']);
      assert.deepEqual((await search(name, 'nobody')).body.data, []);
    }
    assert.equal((await search('volunteer')).status, 403);
    assert.equal((await search('leader', '')).status, 422);
  });

  it('tell leaders by no search what it does not show: neither phone nor mail nor street', async () => {
    const at = await service.createSpace({ contacts: 1, visibility: 'assigned' });
    const person = {
      ...{ firstname: 'Zoe', surname: 'Berg', mail: 'hidden@example.org', mobile: '+33 6 39 98 11 22' },
      address: { street: 'Allee', house_number: '12', city: 'Valorme' },
    };
    const { body } = await service.call(at.tokens.manager, 'PATCH', `/v1/contacts/${at.contactIds[0]}`, {
      body: { data: person },
    });
    assert.equal(body.data.firstname, 'Zoe');
    const finds = async (name: PersonName, q: string) =>
      (
        await service.call(at.tokens[name], 'GET', `/v1/contacts/everyone?q=${encodeURIComponent(q)}`)
      ).body.data.map(({ id }: { id: number }) => id);
    for (const q of ['zoe', 'BER valo', 'valorme']) assert.deepEqual(await finds('leader', q), at.contactIds);
    for (const q of ['0639', 'hid', 'zoe hidden', 'zoe al', 'zoe 1', 'allee 12']) {
      assert.deepEqual(await finds('leader', q), [], q);
      assert.deepEqual(await finds('manager', q), at.contactIds, q);
    }
  });

  it('are seen by whoever looked them up, and the audit log shows it', async () => {
    const [one = 0, two = 0] = strangers;
    assert.equal(await read('leader', one), 404);
    assert.equal((await lookUp('leader', one)).body.data.mail, 'rosa@example.org');
    assert.equal(await read('leader', one), 200);
    assert.equal(await read('leader', two), 404);
    assert.deepEqual(await held('leader'), [one]);
    const { body } = await service.call(space.tokens.admin, 'GET', '/v1/audit?kind=data');
    const [entry] = body.data.entries;
    assert.deepEqual(
      [entry.event, entry.record_kind, entry.record_id, entry.actor.id],
      ['looked_up', 'contact', one, space.userIds.leader]
    );
  });

  it('cannot be looked up by a volunteer, and a number that nobody has is not found', async () => {
    const [one = 0] = strangers;
    assert.equal((await lookUp('volunteer', one)).status, 404);
    assert.equal(await read('volunteer', one), 404);
    assert.equal((await lookUp('leader', 999_999_999)).status, 404);
  });

  it('are found by managers only, where the space decides so', async () => {
    const decide = (search_everyone: string) =>
      service.call(space.tokens.admin, 'PATCH', '/v1/space', { body: { data: { search_everyone } } });
    assert.equal((await decide('managers')).body.data.search_everyone, 'managers');
    assert.equal((await search('leader')).status, 403);
    assert.equal((await lookUp('leader', strangers[1] ?? 0)).status, 404);
    assert.equal((await search('manager')).status, 200);
    assert.equal((await decide('everybody')).status, 422);
    await decide('leaders');
  });

  it('are not seen by whoever may not search any more: no leader, in no team, in another role', async () => {
    const [one = 0] = strangers;
    await lookUp('leader', one);
    const before = await readFeed(service, space.tokens.leader);
    await setLeader('leader', false);
    assert.equal(await read('leader', one), 404);
    const { buckets } = await readFeed(service, space.tokens.leader, before.cursor);
    const bucket = `looked:${space.userIds.leader}`;
    assert.deepEqual([before.buckets.includes(bucket), buckets.includes(bucket)], [true, false]);
    await setLeader('leader', true);
    assert.equal(await read('leader', one), 200);

    await lookUp('manager', one);
    const setRole = (role: 'user' | 'manager') =>
      sql('UPDATE space_users SET role_id = $2 WHERE user_id = $1', [
        space.userIds.manager,
        space.roles[role],
      ]);
    await setLeader('manager', false);
    await setRole('user');
    const token = await service.createTokenFor(space.userIds.manager);
    assert.equal((await service.call(token, 'GET', `/v1/contacts/${one}`)).status, 404);
    await setRole('manager');
    await sql("UPDATE looked_up SET at = now() - interval '31 days'");
    await removeExpired(service.database);
  });

  it('leave the phone with the right to search, in its next round', async () => {
    const [one = 0] = strangers;
    const engine = openMemoryEngine();
    const phone = await startSystemPhone({ service, space, person: 'leader', engine });
    const contacts = async () =>
      (await engine.all<{ id: number }>('SELECT id FROM contacts', [])).map(({ id }) => id);
    await phone.pass(60_000);
    await lookUp('leader', one);
    const fetched = phone.engine.fetchContact(one);
    await phone.pass(60_000);
    assert.equal(await fetched, 'stored');
    assert.deepEqual(await contacts(), [one]);
    await setLeader('leader', false);
    await phone.pass(600_000);
    assert.deepEqual(await contacts(), []);
    await phone.engine.stop();
    await setLeader('leader', true);
    await sql("UPDATE looked_up SET at = now() - interval '31 days'");
    await removeExpired(service.database);
  });

  it('leave after thirty days, but not those with a gift of the person', async () => {
    const [one = 0, two = 0] = strangers;
    for (const id of [one, two]) await lookUp('leader', id);
    await service.call(space.tokens.leader, 'POST', '/v1/transaction_bundles', {
      body: bundleOf(space, { contact_id: two }),
    });
    await sql("UPDATE looked_up SET at = at - interval '29 days'");
    await removeExpired(service.database);
    assert.deepEqual((await held('leader')).sort(), [one, two].sort());
    await sql("UPDATE looked_up SET at = at - interval '2 days'");
    await removeExpired(service.database);
    assert.deepEqual([await read('leader', one), await read('leader', two)], [404, 200]);
    assert.deepEqual(await held('leader'), [two]);
  });
});

describe('look-ups that end', () => {
  it('are as many as there are, and nobody waits for the rest of the cleanup', async () => {
    const [one] = strangers;
    await sql(
      `INSERT INTO looked_up (group_id, user_id, contact_id, at)
       SELECT $1, 1000000 + n, $2, now() - interval '31 days' FROM generate_series(1, 1100) AS n`,
      [space.groupId, one]
    );
    const client = new pg.Client({ connectionString: service.connectionString });
    await client.connect();
    await client.query('BEGIN');
    // One of the last tables that the cleanup reads.
    await client.query('LOCK TABLE devices IN ACCESS EXCLUSIVE MODE');
    const cleanup = removeExpired(service.database);
    await untilLockIsWaitedFor(service.connectionString);
    assert.deepEqual((await sql('SELECT FROM looked_up WHERE user_id > 1000000')).rows, []);
    const adding = sql('INSERT INTO team_users VALUES ($1, $2, $3, false, 9)', [
      space.groupId,
      space.teamId,
      space.userIds.newcomer,
    ]);
    assert.notEqual(await Promise.race([adding, sleep(5_000)]), undefined, 'it waits for the cleanup');
    await client.query('COMMIT');
    await client.end();
    await Promise.all([cleanup, adding]);
  });
});

describe('somebody beyond what one sees, for whom one records a gift', () => {
  const give = async (name: PersonName, contactId: number | undefined) => {
    const body = bundleOf(space, { contact_id: contactId });
    return (await service.call(space.tokens[name], 'POST', '/v1/transaction_bundles', { body })).body.data;
  };
  const correct = async (name: PersonName, { id, transactions }: Gift, contactId: number | undefined) => {
    const [payment] = transactions;
    const body = { data: { id, transactions: [{ id: payment?.id, contact_id: contactId }] } };
    const { status } = await service.call(space.tokens[name], 'PATCH', `/v1/transaction_bundles/${id}`, {
      body,
    });
    assert.equal(status, 200);
  };
  type Gift = { id: number; transactions: { id: number }[] };
  const lookUps = async (contactId: number | undefined) => {
    const { rows } = await sql(
      `SELECT actor_id FROM audit WHERE group_id = $1 AND event = 'looked_up' AND record_id = $2`,
      [space.groupId, contactId]
    );
    return rows.map(({ actor_id: actor }) => Number(actor));
  };

  before(async () => {
    space = await service.createSpace({ contacts: 4, visibility: 'assigned' });
    // The leader has the gifts of the team while an action of it runs.
    const { rows } = await sql(
      `INSERT INTO actions (group_id, name, created_by) VALUES ($1, 'Running', $2) RETURNING id`,
      [space.groupId, space.userIds.admin]
    );
    await sql('INSERT INTO action_teams VALUES ($1, $2, $3)', [space.groupId, rows[0].id, space.teamId]);
  });

  it('is seen, and the audit log shows it once; somebody whom one sees already is not in it', async () => {
    const [stranger] = space.contactIds;
    await give('volunteer', stranger);
    await give('volunteer', stranger);
    assert.equal(await read('volunteer', stranger ?? 0), 200);
    assert.deepEqual(await lookUps(stranger), [space.userIds.volunteer]);
    await give('manager', space.contactIds[1]);
    assert.deepEqual(await lookUps(space.contactIds[1]), []);
  });

  it('is not seen after a correction to another, unless another gift is theirs', async () => {
    const [own, , stranger = 0, other = 0] = space.contactIds;
    const gift = await give('volunteer', stranger);
    const first = {
      volunteer: await readFeed(service, space.tokens.volunteer),
      leader: await held('leader'),
    };
    assert.ok(first.leader.includes(stranger), 'the leader sees the gifts of the team');
    await correct('volunteer', gift, own);
    assert.equal(await read('volunteer', stranger), 404);
    assert.equal(await read('leader', stranger), 404);
    const { changes } = await readFeed(service, space.tokens.volunteer, first.volunteer.cursor);
    const left = changes.find(({ kind, id }) => kind === 'contact' && id === stranger);
    assert.deepEqual([left?.bucket, left?.deleted], [`user:${space.userIds.volunteer}`, true]);

    const [one, two] = [await give('volunteer', other), await give('volunteer', other)];
    await correct('volunteer', one, own);
    assert.equal(await read('volunteer', other), 200);
    // Another person of the team has a gift of theirs.
    await give('leader', other);
    await correct('volunteer', two, own);
    assert.equal(await read('volunteer', other), 404);
    assert.equal(await read('leader', other), 200);
  });

  it('is seen after a correction by whoever looked them up or added them', async () => {
    const [own, , stranger = 0] = space.contactIds;
    await lookUp('leader', stranger);
    await correct('leader', await give('leader', stranger), own);
    assert.equal(await read('leader', stranger), 200);

    const { body } = await service.call(space.tokens.volunteer, 'POST', '/v1/contacts', {
      body: { data: { uuid: randomUUID(), firstname: 'Nina', surname: 'Added' } },
    });
    const added = body.data.id;
    await correct('volunteer', await give('volunteer', added), own);
    assert.ok((await held('volunteer')).includes(added));
    // And when the one that they added is merged into another.
    await sql('DELETE FROM looked_up WHERE group_id = $1', [space.groupId]);
    const [, , , stays = 0] = space.contactIds;
    const seenAt = async (id: number) =>
      (await service.call(space.tokens.manager, 'GET', `/v1/contacts/${id}`)).body.updated_at;
    const seen = { stays: await seenAt(stays), leaves: await seenAt(added) };
    const merged = await service.call(space.tokens.manager, 'POST', `/v1/contacts/${stays}/merge`, {
      body: { data: { merged_id: added, take: [], seen } },
    });
    assert.equal(merged.status, 200, merged.text);
    await correct('volunteer', await give('volunteer', stays), own);
    assert.equal(await read('volunteer', stays), 200);
  });

  it('is seen if a gift to them arrives while another one is corrected away', async () => {
    const [own, , stranger = 0] = space.contactIds;
    const { transactions } = await give('volunteer', stranger);
    const client = new pg.Client({ connectionString: service.connectionString });
    await client.connect();
    await client.query('BEGIN');
    await client.query('UPDATE transactions SET contact_id = $2 WHERE id = $1', [transactions[0].id, own]);
    const arriving = give('volunteer', stranger);
    await Promise.race([arriving, sleep(500)]);
    await client.query('COMMIT');
    await client.end();
    await arriving;
    assert.equal(await read('volunteer', stranger), 200);
  });
});

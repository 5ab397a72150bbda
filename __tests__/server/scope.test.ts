import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { type Endpoint, type EndpointName, endpoints } from '@/contract/endpoints';

import { hashToken } from '../../server/auth/tokens';
import { START, readPosition, writePosition } from '../../server/store/feedPosition';
import { openMemoryEngine } from '../support/sqlite';
import { startSystemPhone } from '../system/support';
import { readFeed } from './feedReader';
import { type PersonName, type TestService, type TestSpace, runSql, startTestService } from './harness';
import { everything, expected, fillSpace, sorted } from './scopeSamples';

describe('what each role sees in a space whose data is assigned', () => {
  let service: TestService;
  let space: TestSpace;
  let actions: number[];
  let bundles: number[];
  let batches: number[];

  const sql = (text: string, values: unknown[] = []) => runSql(service.connectionString, text, values);

  before(async () => {
    service = await startTestService();
    space = await service.createSpace({ contacts: 6, visibility: 'assigned' });
    ({ actions, bundles, batches } = await fillSpace(service, space));
    await service.untilShown();
  });
  after(() => service.close());

  /** The texts of records in an answer. Longer ones first: "gift volunteer" contains no other. */
  const textsIn = (answer: string) => everything.filter((text) => answer.includes(`"${text}"`));

  const ids: Partial<Record<EndpointName, () => readonly number[]>> = {
    getContact: () => space.contactIds,
    exportContact: () => space.contactIds,
    exportUser: () => Object.values(space.userIds),
    getUser: () => Object.values(space.userIds),
    getTeam: () => [space.teamId, space.privateTeamId, space.hidingTeamId],
    getAction: () => actions,
    getBundle: () => bundles,
    getBundleHistory: () => bundles,
    getBatch: () => batches,
    getMonth: () => [202_603],
    getTeamBoard: () => [space.teamId, space.privateTeamId, space.hidingTeamId],
    getForm: () => [space.forms.consent.id],
  };

  /** The records that each endpoint shows a caller who asks for everything. */
  async function walk(name: PersonName): Promise<Map<string, string[]>> {
    const shown = new Map<string, string[]>();
    for (const [endpoint, { method, path }] of Object.entries<Endpoint>(endpoints)) {
      if (method !== 'GET' || endpoint === 'exportAudit') continue;
      const wanted = path.includes(':id') ? ids[endpoint as EndpointName]?.() : [0];
      assert.ok(wanted, `${endpoint} needs ids`);
      const texts: string[] = [];
      for (const id of wanted) {
        const token = await service.createTokenFor(space.userIds[name]);
        const { text } = await service.call(token, 'GET', path.replace(':id', String(id)));
        texts.push(...textsIn(text));
      }
      shown.set(endpoint, sorted(texts));
    }
    return shown;
  }

  /** The people of three teams: managers read the board of each, a leader that of their own. */
  const onBoards: { readonly [Name in PersonName]?: readonly string[] } = {
    leader: ['gift leader', 'gift volunteer'],
    manager: ['gift leader', 'gift manager', 'gift volunteer'],
    admin: ['gift leader', 'gift manager', 'gift volunteer'],
  };

  const only = (texts: readonly string[], ...kinds: string[]) =>
    sorted(texts.filter((text) => kinds.includes(text.split(' ')[0] ?? '')));

  for (const name of ['volunteer', 'leader', 'newcomer', 'manager', 'admin'] as const) {
    it(`${name}: every endpoint shows these records, and the lists all of them`, async () => {
      const seen = expected[name];
      const shown = await walk(name);
      for (const [endpoint, texts] of shown)
        for (const text of texts) assert.ok(seen.includes(text), `${endpoint} shows ${name} ${text}`);
      assert.deepEqual(shown.get('listContacts'), only(seen, 'contact'));
      assert.deepEqual(shown.get('getContact'), only(seen, 'contact'));
      assert.deepEqual(shown.get('listBundles'), only(seen, 'gift'));
      assert.deepEqual(shown.get('getBundle'), only(seen, 'gift'));
      assert.deepEqual(shown.get('getBundleHistory'), only(seen, 'gift'));
      assert.deepEqual(shown.get('listUsers'), only(seen, 'person'));
      assert.deepEqual(shown.get('getUser'), only(seen, 'person'));
      assert.deepEqual(shown.get('getTeamBoard'), onBoards[name] ?? []);
      for (const endpoint of ['listActions', 'getAction'])
        assert.deepEqual(only(shown.get(endpoint) ?? [], 'doors'), only(seen, 'doors'));
    });

    it(`${name}: totals and search count the same records`, async () => {
      const token = space.tokens[name];
      const count = only(expected[name], 'contact').length;
      for (const path of [
        '/v1/contacts?limit=1',
        '/v1/contacts?limit=1&offset=1',
        '/v1/contacts?q=common&limit=1',
      ]) {
        const { body } = await service.call(token, 'GET', path);
        assert.equal(body.total, count, path);
        assert.equal(body.data.length, 1, path);
      }
      const { body } = await service.call(token, 'GET', '/v1/transaction_bundles?limit=1');
      if ('total' in body) assert.equal(body.total, only(expected[name], 'gift').length);
    });

    it(`${name}: the feed contains exactly these records, with pages of any size`, async () => {
      for (const limit of [1000, 3]) {
        const { changes } = await readFeed(service, space.tokens[name], undefined, { limit });
        assert.deepEqual(sorted(textsIn(JSON.stringify(changes))), sorted(expected[name]));
      }
    });
  }

  /** The rows of a table that a caller reads under row-level security. */
  async function countRows(name: PersonName, table: string): Promise<number> {
    const caller = await service.database.findCaller(hashToken(space.tokens[name]).toString('hex'));
    assert.ok(caller);
    return service.database.read(caller, async ({ $client: client }) => {
      const { rows } = await client.query(`SELECT count(*) AS count FROM ${table}`);
      return Number(rows[0].count);
    });
  }

  it('is decided by a policy of each table: without it, the table shows more', async () => {
    const { rows } = await sql(
      "SELECT tablename, qual FROM pg_policies WHERE policyname = 'visible' AND permissive = 'RESTRICTIVE' ORDER BY tablename"
    );
    assert.deepEqual(
      rows.map(({ tablename }) => tablename),
      [
        ...['answers', 'bundle_history', 'contacts', 'donations', 'memberships', 'space_users'],
        ...['transaction_bundles', 'transactions', 'visits'],
      ]
    );
    const usersBefore = await countRows('newcomer', 'users');
    for (const { tablename, qual } of rows) {
      const restricted = await countRows('newcomer', tablename);
      await sql(`DROP POLICY visible ON ${tablename}`);
      const open = await countRows('newcomer', tablename);
      if (tablename === 'space_users') assert.ok((await countRows('newcomer', 'users')) > usersBefore);
      await sql(
        `CREATE POLICY visible ON ${tablename} AS RESTRICTIVE FOR SELECT TO doorstep_app USING (${qual})`
      );
      assert.ok(open > restricted, `${tablename}: ${restricted} rows with the policy, ${open} without`);
      assert.equal(await countRows('newcomer', tablename), restricted);
    }
  });

  it('follows people who join and leave, the end of an action, and the setting of the space', async () => {
    const { tokens, groupId, userIds, teamId } = space;
    const texts = async (name: PersonName) => {
      const { changes } = await readFeed(service, tokens[name]);
      return sorted(textsIn(JSON.stringify(changes)));
    };
    // Gifts of a team are visible to its leader from the moment that their maker joins it, until they leave.
    await sql('INSERT INTO team_users VALUES ($1, $2, $3, false, 9)', [groupId, teamId, userIds.newcomer]);
    assert.deepEqual(
      await texts('leader'),
      sorted([...expected.leader, 'contact 2', 'gift newcomer', 'person newcomer'])
    );
    await sql('DELETE FROM team_users WHERE team_id = $1 AND user_id = $2', [teamId, userIds.newcomer]);
    assert.deepEqual(await texts('leader'), sorted(expected.leader));

    const setDates = (startsAt: string, endsAt: string) =>
      sql(
        'UPDATE actions SET starts_at = now() + $2::interval, ends_at = now() + $3::interval WHERE id = $1',
        [actions[0], startsAt, endsAt]
      );
    const withoutAction = [
      'cash volunteer',
      'contact 4',
      'doors 0',
      'gift leader',
      'person admin',
      'person leader',
      'person manager',
      'person superadmin',
      'person volunteer',
    ];
    for (const [startsAt, endsAt, isThere] of [
      ['49 hours', '9 days', false],
      ['47 hours', '9 days', true],
      ['-9 days', '-23 hours', true],
      ['-9 days', '-25 hours', false],
    ] as const) {
      await setDates(startsAt, endsAt);
      assert.deepEqual(await texts('leader'), isThere ? sorted(expected.leader) : withoutAction, startsAt);
    }
    await sql('UPDATE actions SET starts_at = NULL, ends_at = NULL WHERE id = $1', [actions[0]]);

    await service.call(tokens.admin, 'PATCH', '/v1/space', { body: { data: { visibility: 'everyone' } } });
    // Cash records and doors have their own rules.
    const notTheirs = ['cash volunteer', 'doors 0'];
    assert.deepEqual(await texts('newcomer'), sorted(everything.filter((text) => !notTheirs.includes(text))));
    await service.call(tokens.admin, 'PATCH', '/v1/space', { body: { data: { visibility: 'assigned' } } });
    assert.deepEqual(await texts('newcomer'), sorted(expected.newcomer));
  });

  it('joins a bucket without restarting the others, and uses the position of none for another', async () => {
    const { tokens, groupId, userIds, contactIds } = space;
    const first = await readFeed(service, tokens.volunteer);
    await sql('INSERT INTO action_users VALUES ($1, $2, $3)', [groupId, actions[1], userIds.volunteer]);
    const bucket = `action:${actions[1]}`;
    const joined = await readFeed(service, tokens.volunteer, first.cursor, { limit: 1 });
    assert.deepEqual(joined.restarted, [bucket]);
    const entered = joined.changes.filter((change) => change.bucket === bucket);
    assert.deepEqual(
      sorted(textsIn(JSON.stringify(entered))),
      sorted([
        ...['contact 2', 'contact 3', 'visit newcomer', 'answer newcomer'],
        ...['person newcomer', 'person volunteer'],
      ])
    );
    // Besides the bucket, only the action itself has changed.
    assert.deepEqual(
      joined.changes.filter((change) => change.bucket !== bucket).map(({ kind, id }) => [kind, id]),
      [['action', actions[1]]]
    );
    await sql('UPDATE contacts SET firstname = $2 WHERE id = $1', [contactIds[2], 'Renamed']);
    const renamed = await readFeed(service, tokens.volunteer, joined.cursor);
    assert.deepEqual(
      renamed.changes.map(({ bucket: of, id }) => [of, id]),
      [[bucket, contactIds[2]]]
    );
    await sql('DELETE FROM action_users WHERE action_id = $1 AND user_id = $2', [
      actions[1],
      userIds.volunteer,
    ]);
    const left = await readFeed(service, tokens.volunteer, renamed.cursor);
    assert.equal(left.buckets.includes(bucket), false);
    assert.deepEqual(left.restarted, []);
  });

  it('restarts everything for the cursor of another space or person', async () => {
    const other = await service.createSpace({ visibility: 'assigned' });
    const foreign = await readFeed(service, other.tokens.volunteer);
    const colleague = await readFeed(service, space.tokens.leader);
    for (const { cursor } of [foreign, colleague]) {
      const read = await readFeed(service, space.tokens.volunteer, cursor);
      assert.deepEqual(read.restarted, read.buckets);
      assert.deepEqual(sorted(textsIn(JSON.stringify(read.changes))), sorted(expected.volunteer));
    }
  });

  it('shows nothing of a bucket that the caller may not read, also if the cursor names it', async () => {
    const own = await readFeed(service, space.tokens.volunteer);
    const position = readPosition(own.cursor);
    assert.ok(position);
    const points = new Map(position.points);
    for (const bucket of ['all', 'contacts', `action:${actions[1]}`, `user:${space.userIds.manager}`])
      points.set(bucket, { ...START, since: 0 });
    const forged = writePosition({ ...position, points });
    const read = await readFeed(service, space.tokens.volunteer, forged);
    assert.deepEqual([read.changes, read.buckets, read.restarted], [[], own.buckets, []]);
  });

  it('contains for a manager who chose actions to hold their contacts instead of all', async () => {
    const { tokens, userIds } = space;
    const all = await readFeed(service, tokens.manager);
    const held = await readFeed(service, tokens.manager, all.cursor, { more: `&hold=${actions[0]}` });
    const own = [`looked:${userIds.manager}`, 'space', `user:${userIds.manager}`];
    const chosen = [`action:${actions[0]}`, 'all', ...own];
    assert.deepEqual(held.buckets, chosen);
    assert.deepEqual(held.restarted, [chosen[0], own[0], own[2]]);
    const fresh = await readFeed(service, tokens.manager, undefined, { more: `&hold=${actions[0]}` });
    assert.deepEqual(
      sorted(textsIn(JSON.stringify(fresh.changes))),
      sorted(everything.filter((text) => !['contact 2', 'contact 4', 'contact 5'].includes(text)))
    );
  });

  it('leaves out an action that the caller does not have, and refuses what is no list of actions', async () => {
    const hold = async (name: 'volunteer' | 'manager', ids: string) =>
      (await readFeed(service, space.tokens[name], undefined, { more: `&hold=${ids}` })).buckets.filter(
        (bucket: string) => bucket.startsWith('action:') || bucket === 'contacts'
      );
    assert.deepEqual(await hold('volunteer', `${actions[0]},${actions[1]}`), [`action:${actions[0]}`]);
    assert.deepEqual(await hold('manager', `${actions[1]},999999`), [`action:${actions[1]}`]);
    assert.deepEqual(await hold('manager', ''), []);
    const { status, body } = await service.call(space.tokens.manager, 'GET', '/v1/changes?hold=x');
    assert.equal(status, 422);
    assert.equal(body.errors[0].location, 'query/hold');
  });

  it('counts for everyone the contacts that a phone would download', async () => {
    for (const name of ['volunteer', 'leader', 'manager'] as const) {
      const { body } = await service.call(space.tokens[name], 'GET', '/v1/changes/sizes');
      const { contacts, actions: sizes } = body.data as {
        contacts: number;
        actions: { action_id: number; contacts: number }[];
      };
      const countIn = async (more: string) => {
        const { changes } = await readFeed(service, space.tokens[name], undefined, { more });
        const of = changes.filter(
          ({ kind, record }: { kind: string; record?: object }) => record && kind === 'contact'
        );
        return { of, all: new Set(of.map(({ id }: { id: number }) => id)).size };
      };
      assert.equal(contacts, (await countIn('')).all, name);
      if (name === 'volunteer')
        assert.deepEqual(
          sizes.map(({ action_id }) => action_id),
          [actions[0]]
        );
      for (const size of sizes) {
        const { of } = await countIn(`&hold=${size.action_id}`);
        const inAction = of.filter(({ bucket }: { bucket: string }) => bucket === `action:${size.action_id}`);
        assert.equal(size.contacts, inAction.length, `${name}, action ${size.action_id}`);
      }
    }
  });

  // Last: a phone reports to the board, which the endpoints above show.
  for (const name of ['volunteer', 'leader', 'newcomer', 'manager', 'admin'] as const)
    it(`${name}: the tables of their phone contain exactly these records`, async () => {
      const engine = openMemoryEngine();
      const phone = await startSystemPhone({ service, space, person: name, engine });
      await phone.pass(120_000);
      assert.equal(phone.engine.getStatus().problem, null);
      const tables = await engine.all<{ name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table'",
        []
      );
      let stored = '';
      for (const table of tables)
        for (const row of await engine.all<object>(`SELECT * FROM ${table.name}`, []))
          stored += `${Object.values(row).join('\n')}\n`;
      assert.deepEqual(sorted(everything.filter((text) => stored.includes(text))), sorted(expected[name]));
      await phone.engine.stop();
    });

  it('has the managers of the space for leaders, as they come and go', async () => {
    const { groupId, roles, tokens, userIds } = space;
    const managers = async () => {
      const { changes } = await readFeed(service, tokens.leader);
      const found = changes.filter(({ bucket, record }) => bucket === 'managers' && record);
      return found.map(({ id }) => id).sort();
    };
    const others = [userIds.superadmin, userIds.admin, userIds.manager].sort();
    const all = [...others, userIds.newcomer].sort();
    assert.deepEqual(await managers(), others);
    const change = (set: string, value: unknown) =>
      sql(`UPDATE space_users SET ${set} = $3 WHERE group_id = $1 AND user_id = $2`, [
        groupId,
        userIds.newcomer,
        value,
      ]);
    await change('role_id', roles.manager);
    assert.deepEqual(await managers(), all);
    await change('suspended_at', new Date());
    assert.deepEqual(await managers(), others);
    await change('suspended_at', null);
    assert.deepEqual(await managers(), all);
    const retype = (type: string) =>
      sql('UPDATE roles SET type = $3 WHERE group_id = $1 AND id = $2', [groupId, roles.manager, type]);
    await retype('user');
    assert.deepEqual(await managers(), [userIds.superadmin, userIds.admin].sort());
    await retype('manager');
    assert.deepEqual(await managers(), all);
    await change('role_id', roles.user);
    assert.deepEqual(await managers(), others);
    const { buckets } = await readFeed(service, tokens.volunteer);
    assert.equal(buckets.includes('managers'), false);
  });
});

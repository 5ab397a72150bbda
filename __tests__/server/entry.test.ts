import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { hashToken } from '../../server/auth/tokens';
import { type Caller, StaleCaller, type Tx, query, send } from '../../server/store/database';
import { type TestService, type TestSpace, runSql, startTestService } from './harness';

describe('entering a space', () => {
  let service: TestService;
  let one: TestSpace;
  let two: TestSpace;
  let stranger: TestSpace;
  /** The volunteer of the first space, who is also a manager of the second one. */
  let person: number;

  const sql = (text: string, values: unknown[] = []) => runSql(service.connectionString, text, values);
  const choose = (...spaces: TestSpace[]) =>
    sql('UPDATE users SET selected_group_id = $2 WHERE id = $1', [
      person,
      spaces.map(({ groupId }) => groupId),
    ]);
  const find = async (token: string, named?: number): Promise<Caller> => {
    const caller = await service.database.findCaller(hashToken(token).toString('hex'), named);
    assert.ok(caller);
    return caller;
  };
  const canEnter = (caller: Caller): Promise<boolean> =>
    service.database
      .read(caller, async (tx) => (await query(tx, 'SELECT 1')).length === 1)
      .catch((error: unknown) => {
        assert.ok(error instanceof StaleCaller, String(error));
        return false;
      });

  before(async () => {
    service = await startTestService();
    one = await service.createSpace();
    two = await service.createSpace();
    stranger = await service.createSpace();
    person = one.userIds.volunteer;
    await sql('INSERT INTO space_users (group_id, user_id, role_id) VALUES ($1, $2, $3)', [
      two.groupId,
      person,
      two.roles.manager,
    ]);
  });
  after(() => service.close());

  it('accepts exactly the caller of the token, whatever is pinned, selected and named', async () => {
    const free = await service.createTokenFor(person);
    const pinned = await service.createTokenFor(person, two.groupId);
    const spaces = [one, two, stranger];
    const roles = [one.roles.user, one.roles.manager, two.roles.user, two.roles.manager];
    let [entered, refused] = [0, 0];
    for (const chosen of [[], [one], [two], [two, one], [stranger], [stranger, two]]) {
      await choose(...chosen);
      for (const token of [free, pinned, one.tokens.manager]) {
        const tokenHash = hashToken(token).toString('hex');
        for (const named of [undefined, ...spaces.map(({ groupId }) => groupId)]) {
          const known = await service.database.findCaller(tokenHash, named);
          for (const groupId of named === undefined ? spaces.map((space) => space.groupId) : [named]) {
            for (const roleId of roles) {
              for (const userId of [person, one.userIds.manager]) {
                const caller = {
                  tokenHash,
                  userId,
                  groupId,
                  roleId,
                  roleType: 'user',
                  deviceId: null,
                  rights: null,
                  expiresAt: Infinity,
                  namesSpace: named !== undefined,
                } as const;
                const isExpected =
                  known?.userId === userId && known.groupId === groupId && known.roleId === roleId;
                assert.equal(
                  await canEnter(caller),
                  isExpected,
                  JSON.stringify({ caller, known, chosen: chosen.length })
                );
                if (isExpected) entered += 1;
                else refused += 1;
              }
            }
          }
        }
      }
    }
    await choose(one);
    assert.ok(entered >= 40 && refused >= 400, `${entered} entered, ${refused} were refused`);
  });

  it('refuses immediately after a token is revoked or expires and after a person is deactivated or deleted', async () => {
    const token = await service.createTokenFor(person);
    const caller = await find(token);
    const hash = hashToken(token);
    for (const [end, undo] of [
      ['UPDATE access_tokens SET revoked_at = now() WHERE token_hash = $1', 'revoked_at = NULL'],
      [
        "UPDATE access_tokens SET expires_at = now() - interval '1 second' WHERE token_hash = $1",
        "expires_at = now() + interval '1 hour'",
      ],
    ] as const) {
      assert.equal(await canEnter(caller), true);
      await sql(end, [hash]);
      assert.equal(await canEnter(caller), false, end);
      await sql(`UPDATE access_tokens SET ${undo} WHERE token_hash = $1`, [hash]);
    }
    for (const [end, undo] of [
      ['active = false', 'active = true'],
      ['deleted_at = now()', 'deleted_at = NULL'],
    ] as const) {
      const fresh = await find(await service.createTokenFor(person));
      assert.equal(await canEnter(fresh), true);
      await sql(`UPDATE users SET ${end} WHERE id = $1`, [person]);
      assert.equal(await canEnter(fresh), false, end);
      await sql(`UPDATE users SET ${undo} WHERE id = $1`, [person]);
      assert.equal(await canEnter(fresh), false, 'what has ended stays ended');
    }
  });

  it('comes first in a transaction: PostgreSQL runs no later statement of a refused caller', async () => {
    const caller = { ...(await find(one.tokens.admin)), roleId: -1 };
    // An insert takes a number from the sequence even if row-level security refuses the row: only the entry prevents it.
    const insert = (tx: Tx) =>
      query(tx, "INSERT INTO teams (group_id, name) VALUES ($1, 'x')", [one.groupId]);
    const last = async () => {
      const [row] = (await sql('SELECT last_value AS value FROM teams_id_seq')).rows;
      return Number(row?.value);
    };
    const before = await last();
    await assert.rejects(service.database.write(caller, insert), StaleCaller);
    assert.equal(await last(), before);
    await service.database.write({ ...caller, roleId: one.roles.admin }, insert);
    assert.equal(await last(), before + 1);
  });
});

describe('a transaction in a space', () => {
  let service: TestService;
  let caller: Caller;

  before(async () => {
    service = await startTestService({ connections: 1, preparedStatements: false });
    const space = await service.createSpace();
    const found = await service.database.findCaller(hashToken(space.tokens.admin).toString('hex'));
    assert.ok(found);
    caller = found;
  });
  after(() => service.close());

  const failing = (tx: Tx) => query(tx, 'SELECT 1 / $1::int', [0]);
  const insert = (tx: Tx, name: string) =>
    query(tx, 'INSERT INTO teams (group_id, name) VALUES ($1, $2)', [caller.groupId, name]);
  const countTeams = (name: string) =>
    service.database.read(caller, async (tx) => {
      const [row] = await query<{ count: number }>(
        tx,
        'SELECT count(*) AS count FROM teams WHERE name = $1',
        [name]
      );
      return row?.count;
    });

  it('is all or nothing when a statement fails, before or after the others', async () => {
    for (const work of [
      (tx: Tx) => Promise.all([insert(tx, 'half'), failing(tx)]),
      (tx: Tx) => Promise.all([failing(tx), insert(tx, 'half')]),
    ]) {
      await assert.rejects(service.database.write(caller, work), { code: '22012' });
      assert.equal(await countTeams('half'), 0);
    }
    await service.database.write(caller, (tx) => insert(tx, 'complete'));
    assert.equal(await countTeams('complete'), 1);
  });

  it('fails when a statement that was not awaited has failed', async () => {
    await assert.rejects(
      service.database.write(caller, async (tx) => {
        await insert(tx, 'unnoticed');
        send(tx, 'SELECT 1 / $1::int', [0]);
      }),
      { code: '22012' }
    );
    assert.equal(await countTeams('unnoticed'), 0);
  });

  it('is rolled back when its work throws, also before the first statement', async () => {
    await assert.rejects(
      service.database.write(caller, () => {
        throw new Error('refused');
      }),
      /refused/
    );
    await assert.rejects(
      service.database.write(caller, async (tx) => {
        await insert(tx, 'unwanted');
        throw new Error('refused');
      }),
      /refused/
    );
    assert.equal(await countTeams('unwanted'), 0);
  });

  it('reads from one snapshot and cannot write when it is opened for reading', async () => {
    await assert.rejects(
      service.database.read(caller, (tx) => insert(tx, 'read')),
      { code: '25006' }
    );
    const rows = await service.database.read(caller, (tx) => query(tx, 'SHOW transaction_isolation'));
    assert.deepEqual(rows, [{ transaction_isolation: 'repeatable read' }]);
  });

  it('refuses statements after its end, which would run as the owner of the tables', async () => {
    let late: Tx | undefined;
    await service.database.write(caller, async (tx) => {
      late = tx;
    });
    assert.ok(late);
    await assert.rejects(insert(late, 'late'), /the transaction has ended/);
    await assert.rejects(late.execute('SELECT 1'), (error: Error) =>
      /the transaction has ended/.test(String(error.cause))
    );
    assert.equal(await countTeams('late'), 0);
  });

  it('leaves nothing on its connection: role, space and timeouts end with it', async () => {
    const state = `SELECT pg_backend_pid() AS pid, current_user AS who, doorstep_space() AS space,
      current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
      current_setting('idle_in_transaction_session_timeout') AS idle,
      (SELECT count(*) FROM pg_prepared_statements) AS prepared`;
    const ends: ((tx: Tx) => Promise<unknown>)[] = [(tx) => query(tx, 'SELECT 1'), failing];
    for (const end of ends) {
      const inside = await service.database.read(caller, async (tx) => (await query(tx, state))[0]);
      await service.database.write(caller, end).catch(() => undefined);
      const after = await service.database.asOwner(async (tx) => (await query(tx, state))[0]);
      assert.ok(inside && after);
      assert.deepEqual(
        [inside.who, inside.space, inside.statement, inside.lock, inside.idle],
        ['doorstep_app', caller.groupId, '30s', '5s', '30s']
      );
      assert.equal(after.pid, inside.pid, 'the pool has one connection');
      assert.notEqual(after.who, 'doorstep_app');
      assert.deepEqual([after.space, after.statement, after.lock, after.idle], [null, '0', '0', '0']);
      assert.equal(after.prepared, 0);
    }
  });

  it('passes neither its role nor its space to the next caller on the same connection', async () => {
    const [one, two] = [await service.createSpace(), await service.createSpace()];
    const teamsOf = async ({ tokens }: TestSpace) => {
      const { body } = await service.call(tokens.admin, 'GET', '/teams');
      return body.data.teams.map(({ id }: { id: number }) => id).sort();
    };
    const idsOf = ({ teamId, privateTeamId, hidingTeamId }: TestSpace) =>
      [teamId, privateTeamId, hidingTeamId].sort();
    // The token of the second caller is looked up outside every space, on the connection that the first one used.
    for (const space of [one, two, one]) assert.deepEqual(await teamsOf(space), idsOf(space));
    const spaces = await service.database.asOwner((tx) => query(tx, 'SELECT 1 FROM spaces'));
    assert.equal(spaces.length, 3);
  });
});

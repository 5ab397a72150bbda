import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { hashToken } from '../../server/auth/tokens';
import { type Caller, StaleCaller } from '../../server/store/database';
import { type TestService, type TestSpace, runSql, startTestService } from './harness';

describe('the entry of a transaction into a space', () => {
  let service: TestService;
  let one: TestSpace;
  let two: TestSpace;
  let stranger: TestSpace;
  /** The volunteer of the first space, who belongs to the second one too, as a manager. */
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
  const isLetIn = (caller: Caller): Promise<boolean> =>
    service.database
      .readAtOnce(
        caller,
        async (at) => (await at.run({ name: 'one', text: 'SELECT 1', values: [] })).length === 1
      )
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

  it('is open to whom the token stands for and to nobody else, whatever is pinned, chosen and named', async () => {
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
                  isNamed: named !== undefined,
                } as const;
                const isDue =
                  known?.userId === userId && known.groupId === groupId && known.roleId === roleId;
                assert.equal(
                  await isLetIn(caller),
                  isDue,
                  JSON.stringify({ caller, known, chosen: chosen.length })
                );
                if (isDue) entered += 1;
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

  it('is closed from the moment a token ends, a person leaves or a role changes', async () => {
    const token = await service.createTokenFor(person);
    const caller = await find(token);
    const hash = hashToken(token);
    for (const [end, mend] of [
      ['UPDATE access_tokens SET revoked_at = now() WHERE token_hash = $1', 'revoked_at = NULL'],
      [
        "UPDATE access_tokens SET expires_at = now() - interval '1 second' WHERE token_hash = $1",
        "expires_at = now() + interval '1 hour'",
      ],
    ] as const) {
      assert.equal(await isLetIn(caller), true);
      await sql(end, [hash]);
      assert.equal(await isLetIn(caller), false, end);
      await sql(`UPDATE access_tokens SET ${mend} WHERE token_hash = $1`, [hash]);
    }
    for (const [end, mend] of [
      ['active = false', 'active = true'],
      ['deleted_at = now()', 'deleted_at = NULL'],
    ] as const) {
      assert.equal(await isLetIn(caller), true);
      await sql(`UPDATE users SET ${end} WHERE id = $1`, [person]);
      assert.equal(await isLetIn(caller), false, end);
      await sql(`UPDATE users SET ${mend} WHERE id = $1`, [person]);
    }
    assert.equal(await isLetIn(caller), true);
  });

  it('is the first thing of a transaction: nothing that was sent behind it is done for whoever is not let in', async () => {
    const caller = { ...(await find(one.tokens.admin)), roleId: -1 };
    // No row-level security stands before a sequence: only the refusal keeps this from being done.
    const statement = { name: 'taken', text: "SELECT nextval('teams_id_seq')", values: [] };
    const last = async () => {
      const [row] = (await sql('SELECT last_value AS value FROM teams_id_seq')).rows;
      return Number(row?.value);
    };
    const before = await last();
    await assert.rejects(
      service.database.writeAtOnce(caller, (at) => at.run(statement)),
      StaleCaller
    );
    await assert.rejects(
      service.database.write(caller, (tx) => tx.$client.query("SELECT nextval('teams_id_seq')")),
      StaleCaller
    );
    assert.equal(await last(), before);
    await service.database.writeAtOnce({ ...caller, roleId: one.roles.admin }, (at) => at.run(statement));
    assert.equal(await last(), before + 1);
  });
});

describe('a transaction in one message', () => {
  let service: TestService;
  let caller: Caller;

  before(async () => {
    service = await startTestService();
    const space = await service.createSpace();
    const found = await service.database.findCaller(hashToken(space.tokens.admin).toString('hex'));
    assert.ok(found);
    caller = found;
  });
  after(() => service.close());

  const one = { name: 'one', text: 'SELECT 1 AS one', values: [] };
  const failing = { name: 'failing', text: 'SELECT 1 / $1::int AS one', values: [0] };
  const insert = (name: string) => ({
    name: 'team',
    text: 'INSERT INTO teams (group_id, name) VALUES ($1, $2)',
    values: [caller.groupId, name],
  });
  const countTeams = (name: string) =>
    service.database.readAtOnce(caller, async (at) => {
      const text = 'SELECT count(*)::int AS count FROM teams WHERE name = $1';
      const [row] = await at.run({ name: 'count', text, values: [name] });
      return row?.count;
    });

  it('is all or nothing, and leaves the connection fit for the next', async () => {
    for (const order of [
      [insert('half'), failing],
      [failing, insert('half')],
    ]) {
      await assert.rejects(
        service.database.writeAtOnce(caller, (at) =>
          Promise.all(order.map((statement) => at.run(statement)))
        ),
        { code: '22012' }
      );
      assert.equal(await countTeams('half'), 0);
    }
    await service.database.writeAtOnce(caller, (at) => at.run(insert('whole')));
    assert.equal(await countTeams('whole'), 1);
    // What was prepared behind a failure, or failed itself, is prepared anew.
    assert.deepEqual(await service.database.readAtOnce(caller, (at) => at.run({ ...failing, values: [1] })), [
      { one: 1 },
    ]);
  });

  it('reads as of one moment and writes nothing when it is there to read', async () => {
    await assert.rejects(
      service.database.readAtOnce(caller, (at) => at.run(insert('read'))),
      { code: '25006' }
    );
    const isolation = { name: 'isolation', text: 'SHOW transaction_isolation', values: [] };
    assert.deepEqual(await service.database.readAtOnce(caller, (at) => at.run(isolation)), [
      { transaction_isolation: 'repeatable read' },
    ]);
  });

  it('refuses what is asked for once it has left', async () => {
    await assert.rejects(
      service.database.readAtOnce(caller, async (at) => {
        await at.run(one);
        return at.run(one);
      }),
      /before this statement was asked for/
    );
    assert.deepEqual(await service.database.readAtOnce(caller, (at) => at.run(one)), [{ one: 1 }]);
  });

  it('is never sent for work that fails before it has an answer, whatever that work had asked for', async () => {
    const refuse = async (): Promise<never> => {
      await Promise.resolve();
      throw new Error('refused by itself');
    };
    const ways: ((asked: Promise<unknown>) => Promise<unknown>)[] = [
      () => {
        throw new Error('refused by itself');
      },
      async () => {
        throw new Error('refused by itself');
      },
      (asked) => Promise.all([asked, refuse()]),
      async (asked) => {
        await refuse();
        await asked;
      },
    ];
    for (const way of ways) {
      await assert.rejects(
        service.database.writeAtOnce(caller, (at) => way(at.run(insert('unwanted')))),
        /refused by itself/
      );
    }
    assert.equal(await countTeams('unwanted'), 0);
  });
});

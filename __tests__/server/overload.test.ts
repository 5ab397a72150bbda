import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

import { createTestDatabase } from '../support/postgres';
import { type TestService, type TestSpace, runSql, startTestService, untilLockIsWaitedFor } from './harness';

let service: TestService;
let space: TestSpace;
let origin: string;

before(async () => {
  service = await startTestService({ connections: 6, requestTimeoutMs: 1_000 });
  space = await service.createSpace();
  origin = await service.listen();
});
after(() => service.close());

const sqlRun = (text: string) => runSql(service.connectionString, text);
const createTeam = () =>
  service.call(space.tokens.manager, 'POST', '/teams', { body: { data: { team: { name: 'New' } } } });
const ready = async () => (await service.call(null, 'GET', '/ready')).status;

/** Lets the next writes of a team fail with this error of PostgreSQL. */
async function failTeams(code: string, times: number): Promise<void> {
  await sqlRun(`DROP TRIGGER IF EXISTS failing ON teams; DROP SEQUENCE IF EXISTS failures; CREATE SEQUENCE failures;
    GRANT USAGE ON failures TO doorstep_app;
    CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('failures') <= ${times} THEN RAISE EXCEPTION USING ERRCODE = '${code}'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER failing BEFORE INSERT ON teams FOR EACH ROW EXECUTE FUNCTION fail()`);
}

describe('under load', () => {
  it('a request that arrives too slowly is ended', async () => {
    const { port } = new URL(origin);
    const socket = net.connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST /api/teams HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${space.tokens.manager}\r\n` +
        'content-type: application/json\r\ncontent-length: 100\r\n\r\n{'
    );
    const begun = Date.now();
    const feeding = setInterval(() => socket.write(' '), 300);
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString()));
    await Promise.race([once(socket, 'close'), sleep(10_000)]);
    clearInterval(feeding);
    socket.destroy();
    assert.ok(Date.now() - begun < 9_000, 'still open');
    assert.match(received, /^HTTP\/1\.1 408/);
  });

  it('parallel reads of whole lists by one person leave connections for the others', async () => {
    const blocker = new pg.Client({ connectionString: service.connectionString });
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE teams IN ACCESS EXCLUSIVE MODE');
    const reads = Array.from({ length: 16 }, () => service.call(space.tokens.volunteer, 'GET', '/teams'));
    await sleep(300);
    const begun = Date.now();
    const [health, isReady, other] = await Promise.all([
      service.call(null, 'GET', '/health'),
      ready(),
      service.call(space.tokens.manager, 'GET', '/me'),
    ]);
    const took = Date.now() - begun;
    await blocker.query('ROLLBACK');
    await blocker.end();
    assert.deepEqual([health.status, isReady, other.status], [200, 200, 200]);
    assert.ok(took < 3_000, `${took} ms`);
    assert.ok((await Promise.all(reads)).every(({ status }) => status === 200));
    const many = Array.from({ length: 40 }, () => service.call(space.tokens.volunteer, 'GET', '/teams'));
    const statuses = new Set((await Promise.all(many)).map(({ status }) => status));
    assert.deepEqual([...statuses].sort(), [200, 429]);
    const headers = { authorization: `Bearer ${space.tokens.volunteer}` };
    const heads = Array.from({ length: 40 }, () =>
      service.app.inject({ method: 'HEAD', url: '/api/teams', headers })
    );
    const codes = new Set((await Promise.all(heads)).map(({ statusCode }) => statusCode));
    assert.deepEqual([...codes].sort(), [200, 429], 'HEAD costs as much as GET');
  });

  it('twenty parallel reads of thousands of people by one volunteer leave time for the others', async () => {
    const large = await service.createSpace();
    await sqlRun(`WITH person AS (
        INSERT INTO users (mail, firstname, surname, group_id)
        SELECT 'p' || n || '.${large.groupId}@example.org', 'Person', 'No ' || n, ${large.groupId} FROM generate_series(1, 5000) n
        RETURNING id
      )
      INSERT INTO space_users (group_id, user_id, role_id) SELECT ${large.groupId}, id, ${large.roles.user} FROM person`);
    const get = (path: string, token = '') =>
      fetch(`${origin}/api${path}`, { headers: token === '' ? {} : { authorization: `Bearer ${token}` } });
    let finished = 0;
    const reads = Array.from({ length: 20 }, async () => {
      const response = await get('/users', large.tokens.volunteer);
      const { data } = (await response.json()) as { data: { count: number; users: { id: number }[] } };
      finished += 1;
      return [response.status, data.count, new Set(data.users.map(({ id }) => id)).size];
    });
    await reads[0];
    const others = await Promise.all([get('/health'), get('/ready'), get('/me', large.tokens.manager)]);
    assert.deepEqual(
      others.map(({ status }) => status),
      [200, 200, 200]
    );
    assert.ok(finished < 20, 'the others waited for all reads');
    assert.deepEqual(new Set((await Promise.all(reads)).map(String)), new Set(['200,5006,5006']));
  });

  it('a deadlock is retried once', async () => {
    await failTeams('40P01', 1);
    assert.equal((await createTeam()).status, 200);
  });

  it('a request that waits for another transaction and the other for it succeeds after the other', async () => {
    const { teamId, userIds, groupId, tokens } = space;
    const other = new pg.Client({ connectionString: service.connectionString });
    await other.connect();
    // PostgreSQL ends the transaction that notices the deadlock: here the one of the request.
    await other.query(`SET deadlock_timeout = '10min'; BEGIN`);
    const member = 'SELECT FROM space_users WHERE group_id = $1 AND user_id = $2 FOR UPDATE';
    await other.query(member, [groupId, userIds.newcomer]);
    const team = {
      id: teamId,
      name: 'Together',
      leaders: [{ id: userIds.leader }],
      users: [{ id: userIds.newcomer }],
    };
    const replacing = service.call(tokens.manager, 'PATCH', '/teams', {
      body: { data: { team } },
      headers: { 'idempotency-key': 'deadlock' },
    });
    await untilLockIsWaitedFor(service.connectionString);
    await other.query('SELECT FROM teams WHERE id = $1 FOR UPDATE', [teamId]);
    await other.query('COMMIT');
    await other.end();
    assert.equal((await replacing).status, 200);
    const { rows } = await sqlRun(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()'
    );
    assert.ok(Number(rows[0]?.deadlocks) >= 1, 'there was no deadlock');
  });

  it('two writes that change the same records in another order do not wait for each other', async () => {
    const { groupId, userIds } = space;
    const { rows } = await sqlRun(
      `INSERT INTO actions (group_id, name) SELECT ${groupId}, 'Action ' || n FROM generate_series(1, 30) n RETURNING id`
    );
    const ids = rows.map(({ id }) => Number(id));
    // Slow enough that both write at the same time.
    await sqlRun(`CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_sleep(0.02); RETURN NEW; END $$;
      CREATE TRIGGER slow BEFORE INSERT ON change_log FOR EACH ROW EXECUTE FUNCTION slow()`);
    // Two plans, which read the same records in another order.
    const assign = (userId: number, plan: string) =>
      sqlRun(`SET ${plan} = off; INSERT INTO action_users (group_id, action_id, user_id)
        SELECT ${groupId}, id, ${userId} FROM unnest(ARRAY[${ids.join()}]) AS id`);
    try {
      await Promise.all([assign(userIds.leader, 'enable_sort'), assign(userIds.volunteer, 'enable_hashagg')]);
    } finally {
      await sqlRun('DROP TRIGGER slow ON change_log');
    }
  });

  it('a user who may not create roles needs the role granted beforehand, and nothing else', async () => {
    const { connectionString, drop } = await createTestDatabase();
    const login = `limited_${process.pid}`;
    const database = new URL(connectionString).pathname.slice(1);
    const limited = new URL(connectionString);
    limited.username = login;
    limited.password = 'limited';
    try {
      await runSql(
        connectionString,
        `DO $$ BEGIN CREATE ROLE doorstep_app NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
         CREATE ROLE ${login} LOGIN PASSWORD 'limited' NOSUPERUSER NOCREATEROLE;
         ALTER DATABASE ${database} OWNER TO ${login}`
      );
      await assert.rejects(
        startTestService({ connectionString: limited.href }),
        /permission denied to grant role/
      );
      await runSql(connectionString, `GRANT doorstep_app TO ${login}`);
      const granted = await startTestService({ connectionString: limited.href });
      try {
        const { tokens } = await granted.createSpace();
        assert.equal((await granted.call(null, 'GET', '/ready')).status, 200);
        assert.equal((await granted.call(tokens.volunteer, 'GET', '/me')).status, 200);
      } finally {
        await granted.close();
      }
    } finally {
      await runSql(
        connectionString,
        `REASSIGN OWNED BY ${login} TO CURRENT_USER; DROP OWNED BY ${login}; DROP ROLE ${login}`
      );
      await drop();
    }
  });

  it('a statement that takes too long, and a full disk, are 503 with Retry-After, and a full disk is not ready for a moment', async () => {
    for (const code of ['57014', '53100']) {
      assert.equal(await ready(), 200);
      await failTeams(code, 1);
      const refused = await createTeam();
      assert.deepEqual([refused.status, refused.body.code], [503, 'unavailable'], code);
      assert.ok(Number(refused.headers['retry-after']) > 0);
      if (code === '53100') assert.equal(await ready(), 503);
      assert.equal((await createTeam()).status, 200);
    }
    // After a failover the disk is another one: nobody can write before the service is ready again.
    while ((await ready()) !== 200) await sleep(100);
  });

  it('GET /ready checks the role of requests', async () => {
    const other = await startTestService({ connectionString: service.connectionString });
    try {
      assert.equal((await other.call(null, 'GET', '/ready')).status, 200);
      await sqlRun('REVOKE SELECT ON spaces FROM doorstep_app');
      const response = await other.call(null, 'GET', '/ready');
      assert.deepEqual([response.status, Number(response.headers['retry-after']) > 0], [503, true]);
    } finally {
      await sqlRun('GRANT SELECT ON spaces TO doorstep_app');
      await other.close();
    }
  });
});

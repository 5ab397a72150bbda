import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

import { type TestService, type TestSpace, runSql, startTestService } from './harness';

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
  });

  it('a deadlock is retried once', async () => {
    await failTeams('40P01', 1);
    assert.equal((await createTeam()).status, 200);
  });

  it('a statement that takes too long, and a full disk, are 503 with Retry-After, and a full disk is not ready', async () => {
    for (const code of ['57014', '53100']) {
      assert.equal(await ready(), 200);
      await failTeams(code, 1);
      const refused = await createTeam();
      assert.deepEqual([refused.status, refused.body.code], [503, 'unavailable'], code);
      assert.ok(Number(refused.headers['retry-after']) > 0);
      assert.equal((await createTeam()).status, 200);
    }
    assert.equal(await ready(), 503);
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

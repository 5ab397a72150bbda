import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';

import pg from 'pg';

import { openDatabase } from '../../server/store/database';
import { migrate } from '../../server/store/migrate';
import { createTestDatabase } from '../support/postgres';
import { type TestService, type TestSpace, bundleOf, runSql, startTestService } from './harness';

describe('migrations', () => {
  const ownFolder = path.join(__dirname, '..', '..', 'server', 'store', 'migrations');

  /** Runs the migrations of a folder as the service does: in one transaction. */
  async function migrateFrom(connectionString: string, folder?: string): Promise<string[]> {
    const client = new pg.Client({ connectionString });
    await client.connect();
    try {
      await client.query('BEGIN');
      const names = await migrate(client, { folder });
      await client.query('COMMIT');
      return names;
    } finally {
      await client.end();
    }
  }

  it('run once when several processes start together', async () => {
    const { connectionString, drop } = await createTestDatabase();
    const ran = await Promise.all(Array.from({ length: 5 }, () => migrateFrom(connectionString)));
    const { rows } = await runSql(connectionString, 'SELECT name FROM schema_migrations ORDER BY name');
    assert.deepEqual(
      ran.flat().sort(),
      rows.map(({ name }) => name)
    );
    assert.equal(ran.filter((names) => names.length > 0).length, 1);
    await drop();
  });

  it('upgrade a database with rows, and change nothing when one of them fails', async () => {
    const { connectionString, drop } = await createTestDatabase();
    const folder = await mkdtemp(path.join(tmpdir(), 'doorstep-migrations-'));
    await cp(ownFolder, folder, { recursive: true });
    await migrateFrom(connectionString, folder);
    await runSql(connectionString, "INSERT INTO spaces (name) VALUES ('Old')");

    await writeFile(
      path.join(folder, '0006-motto.sql'),
      "ALTER TABLE spaces ADD COLUMN motto text DEFAULT 'new';"
    );
    await writeFile(path.join(folder, '0007-broken.sql'), 'SELECT 1 / 0;');
    await assert.rejects(
      migrateFrom(connectionString, folder),
      /0007-broken\.sql failed: nothing was changed/
    );
    const columns =
      "SELECT 1 FROM information_schema.columns WHERE table_name = 'spaces' AND column_name = 'motto'";
    assert.equal((await runSql(connectionString, columns)).rows.length, 0);

    await rm(path.join(folder, '0007-broken.sql'));
    assert.deepEqual(await migrateFrom(connectionString, folder), ['0006-motto.sql']);
    assert.deepEqual((await runSql(connectionString, 'SELECT name, motto FROM spaces')).rows, [
      { name: 'Old', motto: 'new' },
    ]);
    await assert.rejects(openDatabase({ connectionString }), /newer version \(migration 0006-motto\.sql\)/);
    await rm(folder, { recursive: true });
    await drop();
  });

  it('refuse a database that cannot store every character', async () => {
    const { connectionString, drop } = await createTestDatabase();
    const name = `${new URL(connectionString).pathname.slice(1)}_ascii`;
    await runSql(
      connectionString,
      `CREATE DATABASE ${name} ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0`
    );
    const address = new URL(connectionString);
    address.pathname = `/${name}`;
    await assert.rejects(openDatabase({ connectionString: address.toString() }), /encoding SQL_ASCII/);
    await runSql(connectionString, `DROP DATABASE ${name}`);
    await drop();
  });

  it('refuse a migration that differs from the one that ran', async () => {
    const { connectionString, drop } = await createTestDatabase();
    await (await openDatabase({ connectionString })).close();
    await runSql(connectionString, "UPDATE schema_migrations SET checksum = 'y' WHERE name LIKE '0001%'");
    await assert.rejects(openDatabase({ connectionString }), /0001-spaces-and-people\.sql differs/);
    await drop();
  });

  it('give every SECURITY DEFINER function a fixed search_path that ends with pg_temp, and grant it to no stranger', async () => {
    const { connectionString, drop } = await createTestDatabase();
    await migrateFrom(connectionString);
    const { rows } = await runSql(
      connectionString,
      "SELECT proname, proconfig FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace"
    );
    assert.ok(rows.length > 20);
    for (const { proname, proconfig } of rows) {
      const paths = (proconfig as string[] | null)?.filter((setting) => setting.startsWith('search_path='));
      assert.deepEqual(paths, ['search_path=public, pg_temp'], proname);
    }
    // A trigger cannot be called.
    const forAll = await runSql(
      connectionString,
      `SELECT proname FROM pg_proc p WHERE prosecdef AND pronamespace = 'public'::regnamespace AND prorettype <> 'trigger'::regtype
         AND (proacl IS NULL OR EXISTS (SELECT FROM aclexplode(proacl) AS granted WHERE granted.grantee = 0)) ORDER BY 1`
    );
    assert.deepEqual(
      forAll.rows.map(({ proname }) => proname),
      [],
      'may be executed by every role of the cluster'
    );
    await drop();
  });
});

/** A TCP proxy between the service and its database that can cut the connection. */
async function createProxy(connectionString: string) {
  const target = new URL(connectionString);
  const open = new Set<net.Socket>();
  let isCut = false;
  let [chunks, cutsAt] = [0, Infinity];
  const drop = () => open.forEach((socket) => socket.destroy());
  const server = net.createServer((near) => {
    if (isCut) return void near.destroy();
    const far = net.connect(Number(target.port || 5432), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.on('data', () => {
        chunks += 1;
        if (chunks !== cutsAt) return;
        cutsAt = Infinity;
        drop();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const through = new URL(connectionString);
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as net.AddressInfo).port);
  return {
    connectionString: through.toString(),
    /** The number of chunks in both directions. */
    countChunks: () => chunks,
    /** Cuts all connections at the given chunk from now, before passing it on. */
    cutAfter(count: number) {
      cutsAt = chunks + count;
    },
    cut() {
      isCut = true;
      drop();
    },
    restore() {
      isCut = false;
    },
    async close() {
      drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('a database that becomes unavailable', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let proxy: Awaited<ReturnType<typeof createProxy>>;
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    database = await createTestDatabase();
    proxy = await createProxy(database.connectionString);
    service = await startTestService({ connectionString: proxy.connectionString });
    space = await service.createSpace();
  });
  after(async () => {
    await service.close();
    await proxy.close();
    await database.drop();
  });

  const post = (key: string) =>
    service.call(space.tokens.volunteer, 'POST', '/v1/transaction_bundles', {
      body: bundleOf(space, { delivery_token: key }),
      headers: { 'idempotency-key': key },
    });

  it('gives 503 and Retry-After while it is unavailable, and recovers automatically', async () => {
    assert.equal((await service.call(space.tokens.volunteer, 'GET', '/users')).status, 200);
    proxy.cut();
    for (const request of [
      () => service.call(space.tokens.volunteer, 'GET', '/users'),
      () => service.call('never-seen', 'GET', '/users'),
      () => service.call(null, 'GET', '/ready'),
      () => post(randomUUID()),
    ]) {
      const { status, body, headers } = await request();
      assert.deepEqual([status, body.code], [503, 'unavailable']);
      assert.ok(Number(headers['retry-after']) > 0);
    }
    assert.equal((await service.call(null, 'GET', '/health')).status, 200);
    proxy.restore();
    assert.equal((await service.call(null, 'GET', '/ready')).status, 200);
    assert.equal((await service.call(space.tokens.volunteer, 'GET', '/users')).status, 200);
    assert.equal((await post(randomUUID())).status, 200);
  });

  it('during a write leaves exactly one result after a repeat', async () => {
    const before = (await service.call(space.tokens.admin, 'GET', '/v1/transaction_bundles?limit=1')).body
      .total;
    const keys = Array.from({ length: 60 }, () => randomUUID());
    const chunks = proxy.countChunks();
    await post(keys[0] ?? '');
    const usual = proxy.countChunks() - chunks;
    let unknown = 0;
    for (const [index, key] of keys.entries()) {
      // The connection is cut during the first attempt, at each of its chunks in turn, in both directions.
      proxy.cutAfter(1 + (index % usual));
      for (;;) {
        const { status } = await post(key);
        if (status === 200) break;
        assert.equal(status, 503);
        unknown += 1;
      }
    }
    proxy.cutAfter(Infinity);
    assert.ok(unknown > 0, 'the connection was never cut in time');
    const read = () => service.call(space.tokens.admin, 'GET', `/v1/transaction_bundles?limit=1000`);
    let response = await read();
    // The last cut may happen after the last write: the next read detects it.
    for (; response.status === 503; unknown += 1) response = await read();
    const { body } = response;
    assert.equal(body.total, before + keys.length);
    const tokens = body.data.map(
      (bundle: { transactions: { delivery_token: string }[] }) => bundle.transactions[0]?.delivery_token
    );
    for (const key of keys) assert.equal(tokens.filter((token: string) => token === key).length, 1);
  });
});

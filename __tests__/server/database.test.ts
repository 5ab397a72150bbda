import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { after, before, describe, it } from 'node:test';

import pg from 'pg';

import { openDatabase } from '../../server/store/database';
import { migrate } from '../../server/store/migrate';
import { createTestDatabase } from '../support/postgres';
import { type TestService, type TestSpace, bundleOf, runSql, startTestService } from './harness';

describe('migrations', () => {
  it('run once when several processes start together', async () => {
    const database = await createTestDatabase();
    const ran = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const client = new pg.Client({ connectionString: database.connectionString });
        await client.connect();
        const names = await migrate(client);
        await client.end();
        return names;
      })
    );
    const { rows } = await runSql(
      database.connectionString,
      'SELECT name FROM schema_migrations ORDER BY name'
    );
    assert.deepEqual(
      ran.flat().sort(),
      rows.map(({ name }) => name)
    );
    assert.equal(ran.filter((names) => names.length > 0).length, 1);
    await database.drop();
  });

  it('refuse a database of a newer version, and one whose past is another', async () => {
    const database = await createTestDatabase();
    const { connectionString } = database;
    await (await openDatabase({ connectionString })).close();
    await runSql(
      connectionString,
      "INSERT INTO schema_migrations (name, checksum) VALUES ('9999-later.sql', 'x')"
    );
    await assert.rejects(openDatabase({ connectionString }), /newer version \(it knows 9999-later\.sql\)/);
    await runSql(connectionString, "DELETE FROM schema_migrations WHERE name = '9999-later.sql'");
    await runSql(connectionString, "UPDATE schema_migrations SET checksum = 'y' WHERE name LIKE '0001%'");
    await assert.rejects(openDatabase({ connectionString }), /0001-spaces-and-people\.sql is not the one/);
    await database.drop();
  });
});

/** A wire between the service and its database that can be cut and mended. */
async function createWire(connectionString: string) {
  const target = new URL(connectionString);
  const open = new Set<net.Socket>();
  let isCut = false;
  let [passed, breaksAt] = [0, Infinity];
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
        passed += 1;
        if (passed !== breaksAt) return;
        breaksAt = Infinity;
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
    /** How many pieces have gone through, either way. */
    countPassed: () => passed,
    /** Breaks what is open when so many more pieces have come, before the last of them is handed on. */
    breakAfter(pieces: number) {
      breaksAt = passed + pieces;
    },
    cut() {
      isCut = true;
      drop();
    },
    mend() {
      isCut = false;
    },
    async close() {
      drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('a database that goes away', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let wire: Awaited<ReturnType<typeof createWire>>;
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    database = await createTestDatabase();
    wire = await createWire(database.connectionString);
    service = await startTestService({ connectionString: wire.connectionString });
    space = await service.createSpace();
  });
  after(async () => {
    await service.close();
    await wire.close();
    await database.drop();
  });

  const post = (key: string) =>
    service.call(space.tokens.volunteer, 'POST', '/v1/transaction_bundles', {
      body: bundleOf(space, { delivery_token: key }),
      headers: { 'idempotency-key': key },
    });

  it('is 503 with Retry-After while it is away, and all is well by itself when it is back', async () => {
    assert.equal((await service.call(space.tokens.volunteer, 'GET', '/users')).status, 200);
    wire.cut();
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
    wire.mend();
    assert.equal((await service.call(null, 'GET', '/ready')).status, 200);
    assert.equal((await service.call(space.tokens.volunteer, 'GET', '/users')).status, 200);
    assert.equal((await post(randomUUID())).status, 200);
  });

  it('in the middle of writes leaves each of them done once after a repeat, or not done at all', async () => {
    const before = (await service.call(space.tokens.admin, 'GET', '/v1/transaction_bundles?limit=1')).body
      .total;
    const keys = Array.from({ length: 60 }, () => randomUUID());
    const passed = wire.countPassed();
    await post(keys[0] ?? '');
    const usual = wire.countPassed() - passed;
    let unknown = 0;
    for (const [index, key] of keys.entries()) {
      // The wire breaks during the first attempt, at each of its pieces in turn: questions, and answers on their way.
      wire.breakAfter(1 + (index % usual));
      for (;;) {
        const { status } = await post(key);
        if (status === 200) break;
        assert.equal(status, 503);
        unknown += 1;
      }
    }
    wire.breakAfter(Infinity);
    assert.ok(unknown > 0, 'the wire was never cut in time');
    const read = () => service.call(space.tokens.admin, 'GET', `/v1/transaction_bundles?limit=1000`);
    let answer = await read();
    // The last break may have come after the last write; whoever reads next finds it.
    for (; answer.status === 503; unknown += 1) answer = await read();
    const { body } = answer;
    assert.equal(body.total, before + keys.length);
    const tokens = body.data.map(
      (bundle: { transactions: { delivery_token: string }[] }) => bundle.transactions[0]?.delivery_token
    );
    for (const key of keys) assert.equal(tokens.filter((token: string) => token === key).length, 1);
  });
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';

import { query } from '../../server/store/database';
import { freePort } from '../support/ports';
import { createMigratedDatabase, type TestDatabase } from '../support/postgres';
import { type Relay, startRelay } from '../support/relay';
import { type TestService, type TestSpace, bundleOf, startTestService } from './harness';

/** Far more than a request may take here, and less than a connection would be silent without a limit. */
const FAR_TOO_LONG_MS = 60_000;
const connections = 4;

describe('a database that vanishes without closing its connections', { timeout: 5 * FAR_TOO_LONG_MS }, () => {
  let database: TestDatabase;
  let relay: Relay;
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    database = await createMigratedDatabase();
    const address = new URL(database.connectionString);
    const port = Number(address.port);
    relay = await startRelay(await freePort(), () => port);
    address.host = `127.0.0.1:${relay.port}`;
    service = await startTestService({ connectionString: address.toString(), connections, silenceMs: 1_500 });
    space = await service.createSpace();
  });
  after(async () => {
    relay.heal();
    await service.close();
    await relay.close();
    await database.drop();
  });

  const key = randomUUID();
  /** The status of the same write, again and again under one key. */
  const give = async (): Promise<number | 'no response'> => {
    const body = bundleOf(space, { amount: 4711, delivery_token: key });
    const headers = { 'idempotency-key': key };
    const token = space.tokens.volunteer;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'no response'>((resolve) => {
      timer = setTimeout(() => resolve('no response'), FAR_TOO_LONG_MS);
    });
    const response = service.call(token, 'POST', '/v1/transaction_bundles', { body, headers });
    const status = await Promise.race([response.then((one) => one.status), late]);
    clearTimeout(timer);
    return status;
  };
  const giveTogether = (count: number) => Promise.all(Array.from({ length: count }, give));

  it('responds with 503 to every request, also to those that wait for a connection', async () => {
    assert.deepEqual(
      await giveTogether(connections),
      Array.from({ length: connections }, () => 200)
    );
    relay.stall();
    const statuses = await giveTogether(3 * connections);
    assert.deepEqual(new Set(statuses), new Set([503]));
  });

  it('serves again as soon as the database is back', async () => {
    relay.heal();
    assert.equal(await give(), 200);
  });

  it('replaces connections that stay silent for ever', async () => {
    assert.deepEqual(
      await giveTogether(connections),
      Array.from({ length: connections }, () => 200)
    );
    relay.swallow();
    const statuses = new Set<unknown>();
    for (let tries = 0; tries <= connections && !statuses.has(200); tries += 1) statuses.add(await give());
    assert.deepEqual(statuses, new Set([503, 200]));
  });

  it('may be silent for longer while it migrates and cleans up', async () => {
    const rows = await service.database.maintain((tx) => query(tx, 'SELECT pg_sleep(3)'));
    assert.equal(rows.length, 1);
  });
});

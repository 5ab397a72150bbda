import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';

import { createTestDatabase } from '../support/postgres';
import { bundleOf, startTestService } from './harness';
import { startProcess } from './serviceProcess';

describe('two processes on one database', () => {
  it('lose no acknowledged bundle and duplicate none when one is killed under load', async () => {
    const database = await createTestDatabase();
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'doorstep-test-'));
    const service = await startTestService({ connectionString: database.connectionString });
    const space = await service.createSpace();
    const processes = await Promise.all([1, 2].map(() => startProcess(database.connectionString, dataDir)));
    const urls = processes.map(({ url }) => url);

    const acknowledged = new Map<string, number>();
    let failures = 0;
    async function deliver(key: string, first: number): Promise<void> {
      for (let attempt = 0; ; attempt += 1) {
        // A sender without a response retries on the other process, with the same key.
        const url = urls[(first + attempt) % urls.length] ?? '';
        const result = await fetch(`${url}/api/v1/transaction_bundles`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${space.tokens.volunteer}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          },
          body: JSON.stringify(bundleOf(space, { delivery_token: key })),
        })
          .then(async (response) => ({ status: response.status, body: await response.json() }))
          .catch(() => null);
        if (result?.status === 200) {
          const { id } = (result.body as { data: { id: number } }).data;
          acknowledged.set(key, id);
          return;
        }
        failures += 1;
        assert.ok(attempt < 50, `no process took the bundle: ${JSON.stringify(result)}`);
      }
    }

    const keys = Array.from({ length: 400 }, () => randomUUID());
    let next = 0;
    const workers = Array.from({ length: 12 }, async (_, worker) => {
      for (let key = keys[next++]; key !== undefined; key = keys[next++]) {
        if (acknowledged.size > 100) processes[0]?.child.kill('SIGKILL');
        await deliver(key, worker);
      }
    });
    await Promise.all(workers);

    assert.equal(acknowledged.size, keys.length);
    assert.ok(failures > 0, 'nothing was under way when the process was killed');
    const { body } = await service.call(space.tokens.admin, 'GET', '/v1/transaction_bundles?limit=1000');
    type Bundle = { id: number; transactions: { delivery_token: string }[] };
    const stored = body.data.map((bundle: Bundle) => [bundle.transactions[0]?.delivery_token, bundle.id]);
    assert.equal(body.total, keys.length);
    assert.deepEqual(new Map([...stored].sort()), new Map([...acknowledged].sort()));

    const second = processes[1]?.child;
    const ended = new Promise((resolve) => second?.once('exit', resolve));
    second?.kill('SIGTERM');
    assert.equal(await ended, 0);
    await service.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
});

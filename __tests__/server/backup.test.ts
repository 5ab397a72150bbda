import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';

import { createTestDatabase } from '../support/postgres';
import { bundleOf, runSql, startTestService } from './harness';

const run = promisify(execFile);

/** The reason to skip: pg_dump is not in the packages and cannot read a newer server. */
async function whyNot(connectionString: string): Promise<string | null> {
  const version = await run('pg_dump', ['--version']).catch(() => null);
  if (version === null) return 'there is no pg_dump here';
  const dump = Number(/ (\d+)[. ]/.exec(version.stdout)?.[1]);
  const { rows } = await runSql(
    connectionString,
    `SELECT current_setting('server_version_num')::int / 10000 AS major`
  );
  return dump < Number(rows[0]?.major) ? `pg_dump ${dump} cannot read PostgreSQL ${rows[0]?.major}` : null;
}

describe('a backup', () => {
  it('restored into another database gives the same service: records, tokens, sign-in keys', async (t) => {
    const service = await startTestService();
    const restored = await createTestDatabase();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'doorstep-backup-'));
    try {
      const reason = await whyNot(service.connectionString);
      if (reason !== null) return t.skip(reason);
      const space = await service.createSpace();
      const token = space.tokens.admin;
      await service.call(token, 'POST', '/v1/transaction_bundles', { body: bundleOf(space) });
      const before = await service.call(token, 'GET', '/v1/transaction_bundles');

      const file = path.join(folder, 'doorstep.dump');
      await run('pg_dump', ['--format=custom', '--no-owner', `--file=${file}`, service.connectionString]);
      await run('pg_restore', [
        '--clean',
        '--if-exists',
        '--no-owner',
        '--exit-on-error',
        `--dbname=${restored.connectionString}`,
        file,
      ]);

      const again = await startTestService({ connectionString: restored.connectionString });
      try {
        const after = await again.call(token, 'GET', '/v1/transaction_bundles');
        assert.equal(after.body.total, 1);
        assert.deepEqual(after.body, before.body);
        const repeated = await again.call(token, 'GET', '/v1/changes');
        assert.equal(repeated.status, 200);
        const keys = 'SELECT value::text FROM service_keys';
        const [one, other] = [service, again].map(({ connectionString }) => runSql(connectionString, keys));
        assert.deepEqual((await one)?.rows, (await other)?.rows);
      } finally {
        await again.close();
      }
    } finally {
      await service.close();
      await restored.drop();
      await rm(folder, { recursive: true, force: true });
    }
    return undefined;
  });
});

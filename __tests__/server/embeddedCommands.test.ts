import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';

import { readConfig } from '../../server/config';
import { startService } from '../../server/service';
import { assertOneSentence, spawned } from './commands';
import { runSql } from './harness';

describe('commands for a service with the embedded database', () => {
  let dataDir: string;

  before(async () => (dataDir = await mkdtemp(path.join(os.tmpdir(), 'doorstep-cli-'))));
  after(() => rm(dataDir, { recursive: true, force: true }));

  it('use the database of the running service, and start it when no service is running', async () => {
    const environment = { DATABASE_URL: '', DATA_DIR: dataDir };
    const none = await spawned('database', [], environment);
    assertOneSentence(none, /No service is running/);
    const alone = await spawned('space', ['--name', 'Own', '--admin', 'own@example.org'], environment);
    assert.equal(alone.code, 0, alone.errorText);

    const config = readConfig({ DATA_DIR: dataDir, PORT: '0' }, { demo: false });
    const running = await startService({ config, logger: false });
    try {
      const token = await spawned('token', ['--mail', 'own@example.org'], environment);
      assert.equal(token.code, 0, token.errorText);
      const response = await fetch(`${running.url}/api/me`, {
        headers: { authorization: `Bearer ${token.output}` },
      });
      assert.equal(response.status, 200);
      const address = await spawned('database', [], environment);
      assert.equal(
        (await runSql(address.output, 'SELECT count(*)::int AS count FROM users')).rows[0]?.count,
        1
      );
    } finally {
      await running.close();
    }
  });
});

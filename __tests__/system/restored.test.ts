import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';

import { clearRevokedSession } from '@/session/revoked';
import { createSessionStorage } from '@/session/session';

import { writeBackup } from '../../server/backup/backup';
import { restoreBackup } from '../../server/backup/restore';
import { runSql, startTestService, type TestService } from '../server/harness';
import { signIn } from '../server/signIn';
import { createMigratedDatabase } from '../support/postgres';
import { createSecrets } from '../support/secrets';
import { openMemoryEngine } from '../support/sqlite';
import { amountsIn, baseUrl, donation, startSystemPhone } from './support';

const minutes = (count: number) => count * 60_000;

test('a phone that renewed its token after the backup keeps its records, and sends them once after signing in', async () => {
  const { connectionString, drop } = await createMigratedDatabase();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'doorstep-restored-'));
  const file = path.join(folder, 'one.backup');
  let running: TestService = await startTestService({ connectionString });
  try {
    const space = await running.createSpace();
    const mail = `volunteer.${space.groupId}@example.org`;
    const sessions = createSessionStorage(createSecrets());
    const signInHere = async () => {
      const tokens = await signIn(await running.listen(), running.config.dataDir, mail);
      await sessions.set({
        baseUrl,
        accessToken: tokens.access_token,
        refresh: { token: tokens.refresh_token, endpoint: `${baseUrl}/oidc/token`, clientId: 'doorstep' },
        userId: space.userIds.volunteer,
        spaceId: space.groupId,
      });
    };
    await signInHere();
    // The phone keeps the same address; the service behind it is another one after the restore.
    const service = { ...running };
    let isFeedHeld = false;
    const phone = await startSystemPhone({
      service,
      space,
      person: 'volunteer',
      engine: openMemoryEngine(),
      sessions,
      interfere: ({ path }, pass) =>
        isFeedHeld && path.startsWith('/v1/changes') ? Promise.reject(new Error('lost')) : pass(),
    });
    await phone.pass(minutes(1));
    await writeBackup(connectionString, file, new Date());

    // After the backup: the token is renewed, and a gift is acknowledged that the feed has not shown yet.
    const before = (await sessions.load())?.refresh?.token;
    await runSql(connectionString, "UPDATE access_tokens SET expires_at = now() - interval '1 minute'");
    isFeedHeld = true;
    await phone.save(donation(space, 1));
    await phone.pass(minutes(1));
    assert.notEqual((await sessions.load())?.refresh?.token, before, 'renewed');
    assert.deepEqual(await phone.states(), ['acked']);

    await running.close();
    await restoreBackup(connectionString, file, { replace: true });
    running = await startTestService({ connectionString });
    Object.assign(service, running);
    isFeedHeld = false;
    phone.engine.requestRound('button');
    await phone.pass(minutes(5));
    assert.equal(phone.engine.getStatus().phase.kind, 'signed_out');
    assert.ok(await clearRevokedSession(phone.store, sessions), 'not revoked');
    assert.deepEqual(await phone.states(), ['acked']);

    await signInHere();
    await running.untilShown();
    const manager = await running.createTokenFor(space.userIds.manager);
    const restored = { ...space, tokens: { ...space.tokens, manager } };
    assert.deepEqual(await amountsIn(running, restored), []);
    phone.engine.requestRound('button');
    await phone.pass(minutes(30));
    assert.deepEqual(await amountsIn(running, restored), [1_001]);
    await phone.engine.stop();
  } finally {
    await running.close();
    await drop();
    await rm(folder, { recursive: true, force: true });
  }
});

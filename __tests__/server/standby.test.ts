import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';

import { checkStandby } from '../../server/doctor/databaseChecks';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/store/embedded';
import { type TestService, type TestSpace, bundleOf, runSql, startTestService } from './harness';

const run = promisify(execFile);

describe('reads from a standby', () => {
  let folder: string;
  let primary: EmbeddedPostgres;
  let standby: EmbeddedPostgres;
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'doorstep-standby-'));
    await chmod(folder, 0o711);
    const [one, other] = [path.join(folder, 'one'), path.join(folder, 'other')];
    primary = await startEmbeddedPostgres({ dataDir: one });
    service = await startTestService({ connectionString: primary.connectionString });
    await service.close();
    await primary.stop();
    // A copy with its owner and password, which then follows the primary.
    await mkdir(other, { mode: 0o711 });
    await run('cp', ['-a', path.join(one, 'postgres'), path.join(one, 'postgres-password'), other]);
    primary = await startEmbeddedPostgres({ dataDir: one });
    const settings = path.join(other, 'postgres', 'postgresql.auto.conf');
    await appendFile(settings, `primary_conninfo = '${primary.connectionString}'\n`);
    await writeFile(path.join(other, 'postgres', 'standby.signal'), '');
    standby = await startEmbeddedPostgres({ dataDir: other });
    service = await startTestService({
      connectionString: primary.connectionString,
      standby: standby.connectionString,
    });
    space = await service.createSpace();
  });
  after(async () => {
    await service.close();
    await standby.stop();
    await primary.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const onStandby = (statement: string) => runSql(standby.connectionString, statement);

  async function countReads(): Promise<Record<string, number>> {
    const { body } = await service.app.inject({ method: 'GET', url: '/metrics' });
    const found = [...body.matchAll(/^doorstep_reads_total\{from="(\w+)"\} (\d+)$/gm)];
    return Object.fromEntries(found.map(([, from = '', count]) => [from, Number(count)]));
  }

  it('is examined by the doctor', async () => {
    const followed = async () => (await checkStandby(standby.connectionString))[0];
    while ((await followed())?.state !== 'ok') await sleep(100);
    assert.match((await followed())?.text ?? '', /follows the primary/);
    assert.match((await checkStandby(primary.connectionString))[0]?.text ?? '', /is no standby/);
    await onStandby('SELECT pg_wal_replay_pause()');
    while ((await followed())?.state === 'ok') await sleep(100);
    assert.match((await followed())?.text ?? '', /It is \d+ s behind/);
    await onStandby('SELECT pg_wal_replay_resume()');
    while ((await followed())?.state !== 'ok') await sleep(100);
  });

  const list = (token: string, position: string) =>
    service.call(token, 'GET', '/v1/transaction_bundles?limit=100', {
      headers: { 'doorstep-position': position },
    });

  async function give(): Promise<{ id: number; position: string }> {
    const { body, headers } = await service.call(space.tokens.volunteer, 'POST', '/v1/transaction_bundles', {
      body: bundleOf(space),
    });
    return { id: body.data.id, position: String(headers['doorstep-position']) };
  }

  /** Who answers a read after a position, and whether it lists this bundle. */
  async function read({ id, position }: { id: number; position: string }) {
    const before = await countReads();
    const { status, body } = await list(space.tokens.volunteer, position);
    assert.equal(status, 200);
    const now = await countReads();
    const from = (now.standby ?? 0) > (before.standby ?? 0) ? 'standby' : 'primary';
    return { from, isListed: body.data.some((bundle: { id: number }) => bundle.id === id) };
  }

  /** Waits until the standby has a position. */
  async function untilOnStandby(given: { id: number; position: string }): Promise<void> {
    for (let tries = 0; tries < 100; tries += 1) {
      if ((await read(given)).from === 'standby') return;
      await sleep(100);
    }
    assert.fail('the standby never answered');
  }

  it('answers a caller who says what they have seen, once it has it', async () => {
    const given = await give();
    await untilOnStandby(given);
    assert.deepEqual(await read(given), { from: 'standby', isListed: true });
    const before = await countReads();
    assert.equal((await service.call(space.tokens.volunteer, 'GET', '/teams')).status, 200);
    assert.deepEqual(await countReads(), before, 'who says nothing is answered by the primary');
  });

  it('never shows a phone less than what it wrote', async () => {
    await untilOnStandby(await give());
    await onStandby('SELECT pg_wal_replay_pause()');
    try {
      for (let times = 0; times < 3; times += 1)
        assert.deepEqual(await read(await give()), { from: 'primary', isListed: true });
    } finally {
      await onStandby('SELECT pg_wal_replay_resume()');
    }
  });

  it('is not asked when it is more than five seconds behind, so that a token that has ended is refused', async () => {
    const given = await give();
    await untilOnStandby(given);
    await onStandby('SELECT pg_wal_replay_pause()');
    try {
      await service.revokeToken(space.tokens.leader);
      await sleep(5_500);
      assert.deepEqual(await read(given), { from: 'primary', isListed: true });
      assert.equal((await list(space.tokens.leader, given.position)).status, 401);
    } finally {
      await onStandby('SELECT pg_wal_replay_resume()');
    }
  });

  it('takes no text for a position that is none', async () => {
    for (const position of ['', 'x', 'x.y', `${'9'.repeat(40)}`, "';--.1"])
      assert.equal((await list(space.tokens.volunteer, position)).status, 200, position);
  });

  it('leaves everything to the primary while it is away', async () => {
    const given = await give();
    await untilOnStandby(given);
    await standby.stop();
    assert.deepEqual(await read(given), { from: 'primary', isListed: true });
    assert.deepEqual(await read(await give()), { from: 'primary', isListed: true });
  });
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';

import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/store/embedded';
import { freePort } from '../support/ports';
import { startRelay } from '../support/relay';
import { type TestService, type TestSpace, bundleOf, runSql, startTestService } from './harness';

type Page = {
  changes: { kind: string; id: number }[];
  cursor: string;
  buckets: string[];
  restarted: string[];
};

describe('the feed over a failover', () => {
  let folder: string;
  let server: EmbeddedPostgres;
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'doorstep-failover-'));
    await chmod(folder, 0o711);
    server = await startEmbeddedPostgres({ dataDir: folder });
    await startService();
    space = await service.createSpace();
  });
  after(async () => {
    await service.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function startService(): Promise<void> {
    service = await startTestService({ connectionString: server.connectionString });
  }

  async function stop(): Promise<void> {
    await service.close();
    await server.stop();
  }

  const cluster = () => path.join(folder, 'postgres');
  const copyOf = (name: string) => path.join(folder, name);
  /** With its owner, who runs the database. */
  const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to]);

  /** Starts the cluster as a standby and promotes it, then the service on it. */
  async function promote(): Promise<void> {
    await writeFile(path.join(cluster(), 'standby.signal'), '');
    server = await startEmbeddedPostgres({ dataDir: folder });
    await runSql(server.connectionString, 'SELECT pg_promote()');
    const recovering = async () =>
      (await runSql(server.connectionString, 'SELECT pg_is_in_recovery() AS is')).rows[0]?.is as boolean;
    while (await recovering()) await sleep(50);
    await startService();
  }

  /** Brings the cluster back to a copy of it, as a standby that missed what came later. */
  async function fallBack(name: string): Promise<void> {
    await stop();
    await rm(cluster(), { recursive: true });
    await copy(copyOf(name), cluster());
    await promote();
  }

  const timeline = async () =>
    Number((await runSql(server.connectionString, 'SELECT doorstep_timeline() AS at')).rows[0]?.at);

  async function read(cursor?: string): Promise<Page> {
    await service.untilShown();
    const query = `limit=1000${cursor === undefined ? '' : `&cursor=${cursor}`}`;
    return (await service.call(space.tokens.manager, 'GET', `/v1/changes?${query}`)).body.data;
  }

  async function give(): Promise<number> {
    const body = bundleOf(space);
    return (await service.call(space.tokens.volunteer, 'POST', '/v1/transaction_bundles', { body })).body.data
      .id;
  }

  it('goes on after a promotion, without starting again and without skipping a change', async () => {
    const { cursor } = await read();
    const first = await give();
    const before = await timeline();
    await stop();
    await promote();
    assert.ok((await timeline()) > before);
    const page = await read(cursor);
    assert.deepEqual(page.restarted, []);
    assert.deepEqual(
      page.changes.map(({ id }) => id),
      [first]
    );
    const second = await give();
    const next = await read(page.cursor);
    assert.deepEqual(next.restarted, []);
    assert.deepEqual(
      next.changes.map(({ id }) => id),
      [second]
    );
  });

  it('skips nothing and starts again only for those who saw what a standby missed', async () => {
    const { cursor: early } = await read();
    await stop();
    await copy(cluster(), copyOf('behind'));
    server = await startEmbeddedPostgres({ dataDir: folder });
    await startService();
    // Acknowledged and seen, and lost with the primary.
    const lost = [await give(), await give(), await give()];
    const seen = await read(early);
    assert.deepEqual(
      seen.changes.map(({ id }) => id),
      lost
    );

    await fallBack('behind');
    const stored = [await give(), await give(), await give(), await give(), await give()];
    // The standby gives the numbers of lost transactions again.
    const quiet = await read(early);
    assert.deepEqual(quiet.restarted, []);
    assert.deepEqual(
      quiet.changes.map(({ id }) => id),
      stored
    );
    const misled = await read(seen.cursor);
    assert.deepEqual(misled.restarted, misled.buckets);
    const bundles = misled.changes.filter(({ kind }) => kind === 'transaction_bundle').map(({ id }) => id);
    assert.ok(stored.every((id) => bundles.includes(id)));
    // A second failover does not remove what the first one lost.
    await stop();
    await promote();
    assert.deepEqual((await read(quiet.cursor)).restarted, []);
    const again = await read(seen.cursor);
    assert.deepEqual(again.restarted, again.buckets);
  });

  it('refuses a write that reaches a standby for now, and stores it after the promotion', async () => {
    await service.close();
    const address = new URL(server.connectionString);
    const relay = await startRelay(await freePort(), () => Number(new URL(server.connectionString).port));
    address.port = String(relay.port);
    service = await startTestService({ connectionString: address.toString() });
    try {
      await server.stop();
      await writeFile(path.join(cluster(), 'standby.signal'), '');
      server = await startEmbeddedPostgres({ dataDir: folder });
      const send = () =>
        service.call(space.tokens.volunteer, 'POST', '/v1/transaction_bundles', { body: bundleOf(space) });
      const refused = await send();
      assert.equal(refused.status, 503);
      assert.ok(refused.headers['retry-after']);
      await runSql(server.connectionString, 'SELECT pg_promote()');
      assert.equal((await send()).status, 200);
    } finally {
      await service.close();
      await relay.close();
      await startService();
    }
  });

  it('starts again for those who saw what a restore to an earlier moment has not, before any write', async () => {
    await stop();
    await copy(cluster(), copyOf('earlier'));
    server = await startEmbeddedPostgres({ dataDir: folder });
    await startService();
    const { cursor: early } = await read();
    await give();
    const { cursor: late } = await read(early);
    await fallBack('earlier');
    assert.deepEqual((await read(early)).restarted, []);
    const restored = await read(late);
    assert.deepEqual(restored.restarted, restored.buckets);
  });
});

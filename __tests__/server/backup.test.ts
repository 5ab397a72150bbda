import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm, stat, writeFile, utimes } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';

import pg from 'pg';

import { makeBackup } from '../../server/cli/backup';
import { perform } from '../../server/cli/command';
import { restore } from '../../server/cli/restore';
import { createTestDatabase, type TestDatabase } from '../support/postgres';
import { bundleOf, runSql, startTestService, type TestService, type TestSpace } from './harness';

/** Everything that the text format of COPY has to escape, and characters that end a line in JavaScript. */
const DIFFICULT = 'a\tb\\c\nd\re "quoted" \\. \u2028\u2029 حملة 😀 \\N';

let service: TestService;
let space: TestSpace;
let target: TestDatabase;
let folder: string;
let backup: string;

/** Numbers of transactions that another server has not reached: its feed would wait for them. */
const MANY_TRANSACTIONS = `DO $$ BEGIN
  FOR i IN 1..5000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP;
END $$`;

/** Runs a command on a database and expects it to succeed, or to fail. */
async function run(command: typeof restore, database: string, args: string[], code: 0 | 1 = 0) {
  process.env.DATABASE_URL = database;
  const outcome = await perform(command, args);
  assert.equal(outcome.code, code, outcome.text);
  return outcome.text;
}

const restoreInto = (database: TestDatabase, ...args: string[]) =>
  run(restore, database.connectionString, args);
const refuse = (database: TestDatabase, ...args: string[]) =>
  run(restore, database.connectionString, args, 1);

/** An empty database on the server of the service. */
function createOther(): Promise<TestDatabase> {
  process.env.DATABASE_URL = service.connectionString;
  return createTestDatabase();
}

async function count(database: TestDatabase, table: string): Promise<number> {
  const { rows } = await runSql(database.connectionString, `SELECT count(*)::int AS count FROM ${table}`);
  return Number(rows[0]?.count);
}

async function withService<T>(
  database: TestDatabase,
  work: (restored: TestService) => Promise<T>
): Promise<T> {
  const restored = await startTestService({ connectionString: database.connectionString });
  try {
    return await work(restored);
  } finally {
    await restored.close();
  }
}

before(async () => {
  service = await startTestService();
  target = await createTestDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'doorstep-backup-'));
  await runSql(service.connectionString, MANY_TRANSACTIONS);
  space = await service.createSpace();
  await runSql(service.connectionString, 'UPDATE users SET address = $2 WHERE id = $1', [
    space.userIds.volunteer,
    DIFFICULT,
  ]);
  await service.call(space.tokens.admin, 'POST', '/v1/transaction_bundles', { body: bundleOf(space) });
  await run(makeBackup, service.connectionString, ['--folder', folder]);
  backup = path.join(folder, (await readdir(folder))[0] ?? '');
});
after(async () => {
  await service.close();
  await target.drop();
  await rm(folder, { recursive: true, force: true });
});

describe('a backup', () => {
  it('can be read by its owner only', async () => {
    assert.equal((await stat(backup)).mode & 0o777, 0o600);
  });

  it('restored into another database gives the same service', async () => {
    const { admin } = space.tokens;
    const before = await service.call(admin, 'GET', '/v1/transaction_bundles');
    const feed = await service.call(admin, 'GET', '/v1/changes');
    const keys = `SELECT value::text FROM service_keys WHERE name = 'sign_in'`;
    assert.match(await restoreInto(target, backup), /^Restored \d+ rows/);

    await withService(target, async (restored) => {
      // A script whose token was revoked since the backup must not work again: none does.
      assert.equal((await restored.call(admin, 'GET', '/me')).status, 401);
      const token = await restored.createTokenFor(space.userIds.admin);
      const after = await restored.call(token, 'GET', '/v1/transaction_bundles');
      assert.equal(after.body.total, 1);
      assert.deepEqual(after.body, before.body);
      const { body } = await restored.call(token, 'GET', `/users/${space.userIds.volunteer}`);
      assert.equal(body.data.User.address, DIFFICULT);
      const [one, other] = [service, restored].map(({ connectionString }) => runSql(connectionString, keys));
      assert.deepEqual((await one)?.rows, (await other)?.rows);

      // A phone that continues with its cursor is told to start over, and finds new records after it.
      const cursor = encodeURIComponent(feed.body.data.cursor);
      const again = await restored.call(token, 'GET', `/v1/changes?cursor=${cursor}`);
      assert.equal(again.body.data.changes.length, feed.body.data.changes.length);
      const added = await restored.call(token, 'POST', '/v1/transaction_bundles', { body: bundleOf(space) });
      assert.ok(added.body.data.id > before.body.data[0].id);
      await restored.untilShown();
      const next = encodeURIComponent(again.body.data.cursor);
      const news = await restored.call(token, 'GET', `/v1/changes?cursor=${next}`);
      assert.ok(news.body.data.changes.some((change: { id: number }) => change.id === added.body.data.id));
    });
    await assert.rejects(runSql(target.connectionString, 'DELETE FROM audit'), /append-only/);
  });

  it('is restored into another database, counted and dropped by a check', async () => {
    const text = await run(restore, service.connectionString, ['--check', backup]);
    assert.match(text, /is complete: \d+ rows/);
    const left = `SELECT datname FROM pg_database WHERE datname LIKE 'doorstep\\_check\\_%'`;
    assert.deepEqual((await runSql(service.connectionString, left)).rows, []);
  });

  it('is checked although a pooler keeps a connection to that database', async () => {
    const list = `SELECT datname FROM pg_database WHERE datname LIKE 'doorstep\\_check\\_%'`;
    const listChecks = async () => (await runSql(service.connectionString, list)).rows;
    const checking = run(restore, service.connectionString, ['--check', backup]);
    const address = new URL(service.connectionString);
    let found = await listChecks();
    while (!found[0]) found = await listChecks();
    address.pathname = `/${found[0].datname}`;
    const pooled = new pg.Client({ connectionString: address.toString() });
    pooled.on('error', () => undefined);
    const closed = new Promise<void>((resolve) => pooled.once('end', resolve));
    await pooled.connect();
    assert.match(await checking, /is complete/);
    await closed;
    assert.deepEqual(await listChecks(), []);
  });

  it('does not replace records unless that is said', async () => {
    await restoreInto(target, backup, '--replace');
    const text = await refuse(target, backup);
    assert.match(text, /already has a space\. Nothing was changed\./);
    await runSql(target.connectionString, 'DELETE FROM team_users');
    await restoreInto(target, backup, '--replace');
    assert.ok((await count(target, 'team_users')) > 0);
  });

  it('does not replace the tables of another program unless that is said', async () => {
    const other = await createOther();
    try {
      // Other programs have a table of this name too.
      await runSql(other.connectionString, 'CREATE TABLE schema_migrations (version text)');
      await runSql(other.connectionString, 'CREATE TABLE invoices AS SELECT 1 AS number');
      const text = await refuse(other, backup);
      assert.match(text, /tables of another program\. Nothing was changed\./);
      assert.equal(await count(other, 'invoices'), 1);
      await restoreInto(other, backup, '--replace');
    } finally {
      await other.drop();
    }
  });

  it('is not made of a database without a space, which is another one than that of the service', async () => {
    const other = await createOther();
    const kept = await mkdtemp(path.join(os.tmpdir(), 'doorstep-backup-'));
    const refused = async () => {
      const args = ['--folder', kept, '--keep', '1'];
      assert.match(await run(makeBackup, other.connectionString, args, 1), /has no space: set DATA_DIR/);
      assert.deepEqual(await readdir(kept), ['doorstep-20200101T000000Z.backup']);
    };
    try {
      await writeFile(path.join(kept, 'doorstep-20200101T000000Z.backup'), '');
      await refused();
      await withService(other, () => Promise.resolve());
      await refused();
    } finally {
      await other.drop();
      await rm(kept, { recursive: true, force: true });
    }
  });

  it('names the changes to accounts that it undoes', async () => {
    await restoreInto(target, backup, '--replace');
    const { volunteer, newcomer } = space.userIds;
    await withService(target, async (restored) => {
      const manager = await restored.createTokenFor(space.userIds.manager);
      const change = (id: number, state: string) =>
        restored.call(manager, 'PATCH', `/v1/members/${id}`, { body: { data: { state } } });
      assert.equal((await change(volunteer, 'removed')).status, 200);
      assert.equal((await change(newcomer, 'suspended')).status, 200);
      await restored.call(manager, 'DELETE', `/users/${space.userIds.leader}/devices`);
    });
    const text = await restoreInto(target, backup, '--replace');
    assert.match(text, /changes to accounts are undone/);
    assert.match(text, new RegExp(`Space 1: volunteer Of1 \\(${volunteer}\\): removed`));
    assert.match(text, new RegExp(`Space 1: newcomer Of1 \\(${newcomer}\\): suspended`));
    assert.match(text, new RegExp(`\\(${space.userIds.leader}\\): signed out of the space`));
    assert.doesNotMatch(await restoreInto(target, backup, '--replace'), /undone/, 'nothing since');
  });

  it('restored by another program is marked by one command', async () => {
    await restoreInto(target, backup, '--replace');
    await runSql(target.connectionString, `DELETE FROM service_keys WHERE name = 'restored'`);
    await run(restore, target.connectionString, ['--mark']);
    assert.equal(await count(target, `service_keys WHERE name = 'restored'`), 1);
    await refuse(target, '--mark', backup);
  });

  it('that was cut off, damaged or is another file is refused and changes nothing', async () => {
    await restoreInto(target, backup, '--replace');
    const spaces = await count(target, 'spaces');
    await runSql(target.connectionString, `UPDATE spaces SET name = 'kept'`);
    const bytes = await readFile(backup);
    const plain = gunzipSync(bytes);
    const damaged = Buffer.from(bytes);
    damaged.writeUInt8(damaged.readUInt8(bytes.length >> 1) ^ 0xff, bytes.length >> 1);
    const files = {
      'cut file': bytes.subarray(0, bytes.length >> 1),
      'cut before the end': gzipSync(plain.subarray(0, plain.length - 100)),
      'without its last rows': gzipSync(
        Buffer.concat([plain.subarray(0, plain.length - 100), plain.subarray(-99)])
      ),
      damaged,
      'another file': Buffer.from('id;name\n1;Ana\n'),
      empty: Buffer.alloc(0),
    };
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(folder, name);
      await writeFile(file, content);
      const text = await refuse(target, file, '--replace');
      assert.match(text, /Nothing was changed/, name);
      await rm(file);
    }
    assert.equal(await count(target, `spaces WHERE name = 'kept'`), spaces);
  });

  it('of another version is refused', async () => {
    const plain = gunzipSync(await readFile(backup));
    const file = path.join(folder, 'other');
    const text = plain.toString('latin1').replace(/("checksum":")[0-9a-f]/, '$1x');
    await writeFile(file, gzipSync(Buffer.from(text, 'latin1')));
    assert.match(await refuse(target, file, '--replace'), /another version of Doorstep/);
    await rm(file);
  });

  it('is not restored while a service works with the database', async () => {
    await restoreInto(target, backup, '--replace');
    await withService(target, async () => {
      assert.match(await refuse(target, backup, '--replace'), /stop it first/);
    });
  });

  it('replaces the oldest ones beyond the number to keep, and no other file', async () => {
    const other = await mkdtemp(path.join(os.tmpdir(), 'doorstep-backup-'));
    try {
      const old = ['doorstep-20200101T000000Z.backup', 'doorstep-20200102T000000Z.backup', 'notes.txt'];
      const [killed, running] = [`${old[0]}.unfinished`, `${old[1]}.unfinished`];
      for (const name of [...old, killed, running]) await writeFile(path.join(other, name), '');
      const at = new Date(Date.now() - 25 * 3_600_000);
      await utimes(path.join(other, killed), at, at);
      await run(makeBackup, service.connectionString, ['--folder', other, '--keep', '2']);
      const names = await readdir(other);
      assert.equal(names.length, 4);
      assert.ok(names.includes(running) && !names.includes(killed));
      assert.ok(names.includes('doorstep-20200102T000000Z.backup') && names.includes('notes.txt'));
      assert.match(
        await run(makeBackup, service.connectionString, ['--keep', '2'], 1),
        /--folder is required/
      );
      const wrong = ['--folder', other, '--keep', '0'];
      assert.match(await run(makeBackup, service.connectionString, wrong, 1), /--keep must be/);
    } finally {
      await rm(other, { recursive: true, force: true });
    }
  });
});

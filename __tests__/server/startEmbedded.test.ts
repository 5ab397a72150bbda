import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';

import { ownLines, run, stopAll } from './startedService';

/** Whether a process is running. A zombie keeps its pid until its parent waits for it. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (!existsSync(`/proc/${pid}/stat`)) return process.platform !== 'linux';
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z';
}

const health = async (url: string) => (await fetch(`${url}/api/ready`)).status;

describe('a service with the embedded database', () => {
  let folder: string;
  before(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'doorstep-start-'))));
  after(async () => {
    stopAll();
    await rm(folder, { recursive: true, force: true });
  });

  it('starts from an empty folder, locks it, survives a kill, and stops with its database', async () => {
    const first = run({ DATA_DIR: folder });
    assert.equal(await health(await first.listening), 200);

    const second = await run({ DATA_DIR: folder }).ended;
    assert.equal(second.code, 1);
    const [sentence, ...rest] = ownLines(second.output);
    assert.match(sentence ?? '', new RegExp(`is in use by process ${first.child.pid}: `));
    assert.deepEqual(rest, []);

    const database = Number(
      (await readFile(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]
    );
    first.child.kill('SIGKILL');
    await first.ended;
    assert.equal(isRunning(database), true);

    const third = run({ DATA_DIR: folder });
    assert.equal(await health(await third.listening), 200);
    assert.equal(isRunning(database), false);
    const next = Number(
      (await readFile(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]
    );
    third.child.kill('SIGINT');
    assert.deepEqual((await third.ended).code, 0);
    assert.equal(isRunning(next), false);
  });

  it('ends when its database dies, so that a supervisor starts both again', async () => {
    const service = run({ DATA_DIR: folder });
    const url = await service.listening;
    assert.equal(await health(url), 200);
    const elsewhere = path.join(folder, 'postgres-is-in.txt');
    const cluster = existsSync(elsewhere)
      ? (await readFile(elsewhere, 'utf8')).trim()
      : path.join(folder, 'postgres');
    const [pid] = (await readFile(path.join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
    const { code, output } = await service.ended;
    assert.equal(code, 1);
    assert.match(output, /The database has stopped/);
    const again = run({ DATA_DIR: folder });
    assert.equal(await health(await again.listening), 200);
    again.child.kill('SIGTERM');
    assert.equal((await again.ended).code, 0);
  });

  it('without a demo requires PUBLIC_URL, before it touches anything', async () => {
    const untouched = path.join(folder, 'untouched');
    const { code, output } = await run({ DATA_DIR: untouched, PUBLIC_URL: '', DEMO: '0' }).ended;
    assert.equal(code, 1);
    assert.match(output, /^PUBLIC_URL is missing: set it to /m);
    assert.equal(existsSync(untouched), false);
  });

  it('ignores a pid file whose pid belongs to another process', async () => {
    await writeFile(path.join(folder, 'postgres', 'postmaster.pid'), `${process.pid}\n${folder}\n`);
    await writeFile(
      path.join(folder, 'service.lock'),
      JSON.stringify({ pid: process.pid, began: 'long ago' })
    );
    const again = run({ DATA_DIR: folder });
    assert.equal(await health(await again.listening), 200);
    again.child.kill('SIGTERM');
    assert.equal((await again.ended).code, 0);
  });

  it('stores its password readable only by its owner', async () => {
    assert.equal((await stat(path.join(folder, 'postgres-password'))).mode & 0o777, 0o600);
  });

  it(
    'chooses another folder for the database if its user cannot enter the data folder',
    { skip: process.getuid?.() !== 0 },
    async () => {
      const closed = path.join(folder, 'closed');
      await mkdir(closed, { mode: 0o700 });
      const dataDir = path.join(closed, 'data');
      const process1 = run({ DATA_DIR: dataDir });
      assert.equal(await health(await process1.listening), 200);
      process1.child.kill('SIGTERM');
      assert.equal((await process1.ended).code, 0);
      const elsewhere = (await readFile(path.join(dataDir, 'postgres-is-in.txt'), 'utf8')).trim();
      await stat(path.join(elsewhere, 'PG_VERSION'));
      const again = run({ DATA_DIR: dataDir });
      assert.equal(await health(await again.listening), 200);
      again.child.kill('SIGTERM');
      await again.ended;
      await rm(elsewhere, { recursive: true });
    }
  );
});

import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { listOutbox } from '@/db/outbox/outbox';
import { openScope } from '@/db/scopes';
import { openStore } from '@/db/store';

import { openFileEngine, temporaryFile } from '../support/sqlite';
import { anna } from './harness';

const root = join(__dirname, '..', '..');
const kills = 3;

/** Starts a process that saves, kills it after it has printed some ids, and returns the ids. */
function saveUntilKilled(path: string, round: number, enough: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', join(__dirname, 'captureForever.ts'), path, String(round)],
      { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] }
    );
    let printed = '';
    let complaints = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.split('\n').length > enough) child.kill('SIGKILL');
    });
    child.stderr.on('data', (chunk: Buffer) => {
      complaints += chunk.toString();
    });
    child.on('close', (_code, signal) => {
      if (signal === 'SIGKILL') resolve(printed.split('\n').slice(0, -1));
      else reject(new Error(complaints));
    });
  });
}

test('every record that was reported as saved exists after each kill', async () => {
  const file = temporaryFile();
  const saved: string[] = [];
  for (let round = 0; round < kills; round += 1) {
    saved.push(...(await saveUntilKilled(file.path, round, 5 + round * 37)));
    const store = await openStore(openFileEngine(file.path, { afterKill: true }));
    const rows = await listOutbox(store, await openScope(store, anna));
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(saved));
    expect(await store.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    await store.close();
  }
  file.remove();
}, 120_000);

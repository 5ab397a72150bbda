import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';

import { type Filled } from './filled';

export type Running = { process: ChildProcess; port: number };

/** Starts the service, the baseline or PostGraphile on a filled database. */
export async function startProcess(
  which: 'ours' | 'bare' | 'postgraphile',
  {
    connectionString,
    dataDir,
    groupId,
    userId,
  }: Pick<Filled, 'connectionString' | 'dataDir' | 'groupId' | 'userId'>
): Promise<Running> {
  const nullOutput = openSync(devNull, 'w');
  const child = fork(
    join(__dirname, 'serve.ts'),
    [which, connectionString, String(groupId), String(userId)],
    {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: '0',
        DATA_DIR: dataDir,
        DATABASE_URL: connectionString,
        RATE_LIMIT: 'off',
      },
      // Both write their log, as in production; it is discarded.
      stdio: ['ignore', nullOutput, 'inherit', 'ipc'],
    }
  );
  closeSync(nullOutput);
  const [message] = (await once(child, 'message')) as [{ port: number }];
  return { process: child, port: message.port };
}

export async function stopProcess({ process: child }: Running): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

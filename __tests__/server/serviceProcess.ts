import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Readable } from 'node:stream';

const ROOT = path.resolve(__dirname, '..', '..');

export type ServiceProcess = {
  readonly child: ChildProcess;
  readonly url: string;
  /** Waits for a line for the operator, and returns the match. */
  waitForLine(pattern: RegExp): Promise<RegExpExecArray>;
};

/** Starts `npm run service` as a process in a copy of the source, and waits until it listens. */
export async function startProcess(
  connectionString: string,
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  folder = ROOT
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: folder,
    env: {
      ...process.env,
      DATABASE_URL: connectionString,
      DATA_DIR: dataDir,
      PORT: '0',
      RATE_LIMIT: 'off',
      PUBLIC_URL: 'http://localhost',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let lines = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    lines += chunk.toString('utf8');
    process.stderr.write(chunk);
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}: ${output}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      const match = /listening at (http:\/\/[\w.:]+)/.exec(output);
      if (match?.[1]) resolve(match[1]);
    });
  });
  const waitForLine = async (pattern: RegExp) => {
    for (;;) {
      const match = pattern.exec(lines);
      if (match) return match;
      await once(child.stderr as Readable, 'data');
    }
  };
  return { child, url, waitForLine };
}

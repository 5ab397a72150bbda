import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..', '..');

/** Starts `npm run service` as a process, and waits until it listens. */
export async function startProcess(
  connectionString: string,
  dataDir: string,
  settings: Readonly<Record<string, string>> = {}
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: connectionString,
      DATA_DIR: dataDir,
      PORT: '0',
      RATE_LIMIT: 'off',
      PUBLIC_URL: 'http://localhost',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
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
  return { child, url };
}

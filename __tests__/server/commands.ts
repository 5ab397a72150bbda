import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';

/** How a command of the service ended. */
export type Outcome = { code: number | null; output: string; errorText: string };

/** Runs a command as a separate process. */
export async function spawned(
  name: string,
  parameters: string[],
  environment: Record<string, string>
): Promise<Outcome> {
  const program = path.join(__dirname, '..', '..', 'server', 'cli', `${name}.ts`);
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...parameters], { env });
  const outcome: Outcome = { code: null, output: '', errorText: '' };
  child.stdout.on('data', (chunk: Buffer) => (outcome.output += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (outcome.errorText += chunk.toString('utf8')));
  outcome.code = await new Promise((resolve) => child.once('close', resolve));
  return { ...outcome, output: outcome.output.trim(), errorText: outcome.errorText.trim() };
}

export function assertOneSentence({ code, output, errorText }: Outcome, pattern: RegExp): void {
  assert.equal(code, 1);
  assert.equal(output, '');
  assert.match(errorText, pattern);
  assert.equal(errorText.split('\n').length, 1, errorText);
}

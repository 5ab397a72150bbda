/** `npm run campaign`: the whole app in Chromium against the real service, through a network that fails. */
import { parseArgs } from 'node:util';
import { startTestServer } from '../support/postgres';
import { runCampaign, type CampaignOptions } from './campaign';
import { isClean } from './summary';

const usage = 'npm run campaign -- [--cycles 20] [--seed 1] [--extensions on|off]';
const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Reads the arguments; returns one sentence for a wrong one. */
function readArguments(): CampaignOptions | string {
  const text = { type: 'string' } as const;
  let values: { cycles?: string; seed?: string; extensions?: string };
  try {
    values = parseArgs({ options: { cycles: text, seed: text, extensions: text } }).values;
  } catch (failure) {
    return `${failure instanceof Error ? failure.message : 'Unknown argument'}. Use: ${usage}`;
  }
  const { cycles = '20', seed = '1', extensions = 'on' } = values;
  for (const [name, value] of Object.entries({ cycles, seed }))
    if (!/^[1-9]\d{0,8}$/.test(value))
      return `--${name} takes a number from 1, not "${value}". Use: ${usage}`;
  if (extensions !== 'on' && extensions !== 'off')
    return `--extensions takes on or off, not "${extensions}". Use: ${usage}`;
  return { cycles: Number(cycles), seed: Number(seed), extensions, print };
}

async function main(): Promise<void> {
  const options = readArguments();
  if (typeof options === 'string') {
    process.stderr.write(`${options}\n`);
    process.exitCode = 1;
    return;
  }
  const server = process.env.DATABASE_URL ? null : await startTestServer();
  if (server) process.env.DATABASE_URL = server.connectionString;
  try {
    const summary = await runCampaign(options);
    print(JSON.stringify(summary));
    if (!isClean(summary)) process.exitCode = 1;
  } finally {
    await server?.stop();
  }
}

void main();

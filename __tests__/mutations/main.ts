/**
 * `npm run mutations`: switches one mechanism off at a time, in a copy of the source, and shows which check notices.
 * `--only text` takes the mutations whose name contains the text; it can be given several times.
 */
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { startTestServer } from '../support/postgres';
import { nameOf, runCheck, type CheckResult } from './check';
import { describeMisfit } from './misfit';
import type { Check, Mutation } from './mutation';
import { mutations } from './table';

const root = resolve(__dirname, '../..');
const copied = [
  ...['src', 'server', '__tests__', 'package.json', 'tsconfig.json', 'babel.config.js', 'jest.config.js'],
  ...['app.json', 'app.config.ts', 'plugins', 'scripts', 'docs'],
];

const print = (line: string) => process.stdout.write(`${line}\n`);

async function copySource(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'doorstep-mutations-'));
  for (const name of copied) await cp(join(root, name), join(copy, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Runs the check of a mutation. A check that cannot run at all has not noticed what is missing. */
async function tryMutation(copy: string, { file, from, to, check }: Mutation): Promise<CheckResult> {
  const path = join(copy, file);
  const source = await readFile(path, 'utf8');
  // As a function: a replacement text could contain patterns such as $1.
  const mutated = source.replace(from, () => to);
  await writeFile(path, mutated);
  try {
    return await runCheck(copy, check);
  } finally {
    await writeFile(path, source);
  }
}

/** A check that fails without a mutation notices nothing. */
async function checkUnchanged(copy: string, chosen: readonly Mutation[]): Promise<void> {
  const checks = new Map<string, Check>(chosen.map(({ check }) => [JSON.stringify(check), check]));
  const problems: string[] = [];
  print(`Without a mutation: ${checks.size} checks …`);
  for (const check of checks.values()) {
    const result = await runCheck(copy, check);
    if (result.kind === 'failed') problems.push(`${nameOf(check)} fails without a mutation: ${result.title}`);
    if (result.kind === 'broken') problems.push(`No test ran in ${nameOf(check)}:\n${result.output}`);
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

async function main(): Promise<void> {
  const { only = [''] } = parseArgs({ options: { only: { type: 'string', multiple: true } } }).values;
  const chosen = mutations.filter(({ name }) => only.some((text) => name.includes(text)));
  const misfits = (await Promise.all(mutations.map((mutation) => describeMisfit(root, mutation)))).filter(
    (misfit) => misfit !== null
  );
  if (chosen.length === 0) misfits.push(`No mutation has a name with "${only.join('" or "')}".`);
  if (misfits.length > 0) throw new Error(misfits.join('\n'));

  // One PostgreSQL for all checks of the service.
  const server = process.env.DATABASE_URL ? null : await startTestServer();
  if (server) process.env.DATABASE_URL = server.connectionString;
  const copy = await copySource();
  const unnoticed: string[] = [];
  try {
    await checkUnchanged(copy, chosen);
    const width = Math.max(...chosen.map(({ name }) => name.length));
    for (const mutation of chosen) {
      const result = await tryMutation(copy, mutation);
      const check = nameOf(mutation.check);
      if (result.kind === 'broken') print(result.output);
      if (result.kind !== 'failed') unnoticed.push(mutation.name);
      const noticed = result.kind === 'failed' ? `${check}: ${result.title}` : `NOT NOTICED by ${check}`;
      print(`${mutation.name.padEnd(width)}  ${noticed}`);
    }
  } finally {
    await rm(copy, { recursive: true, force: true });
    await server?.stop();
  }
  const noticed = chosen.length - unnoticed.length;
  print(JSON.stringify({ mutations: chosen.length, noticed, unnoticed: unnoticed.length }));
  if (unnoticed.length > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { type Config, SettingError, readConfig } from '../config';
import { type Database, type Tx, openDatabase, query } from '../store/database';
import { startEmbeddedPostgres } from '../store/embedded';
import { FolderInUse } from '../store/embedded/locks';
import { databaseAdvice, reasonOf } from '../store/reasons';

/** A mistake that the operator can fix. `message` is the sentence to print. */
export class CommandError extends Error {}

/** `1 contact`, `2 contacts`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** `--help`: `message` is the usage. */
class HelpRequested extends Error {}

/**
 * The address of the database of a service that runs in this data folder: the port is in its pid file, the password in a file
 * next to it. Null when none is running or the files are not readable.
 */
export async function findRunning(dataDir: string): Promise<string | null> {
  const read = async (...names: string[]) => (await readFile(path.join(...names), 'utf8')).trim();
  try {
    const cluster = await read(dataDir, 'postgres-is-in.txt').catch(() => path.join(dataDir, 'postgres'));
    const port = Number((await read(cluster, 'postmaster.pid')).split('\n')[3]);
    const password = await read(dataDir, 'postgres-password');
    return `postgres://doorstep:${encodeURIComponent(password)}@127.0.0.1:${port}/doorstep`;
  } catch {
    // No pid file or password: nothing is running.
    return null;
  }
}

type Located = {
  readonly address: string;
  /** Whether a service runs with this database in its data folder. */
  readonly isRunning: boolean;
  readonly release: () => Promise<void>;
};

/** The database of the service: DATABASE_URL, that of a running service, or the one in the data folder. */
async function locateDatabase({ databaseUrl, dataDir }: Config): Promise<Located> {
  const release = () => Promise.resolve();
  if (databaseUrl !== undefined) return { address: databaseUrl, isRunning: false, release };
  try {
    const embedded = await startEmbeddedPostgres({ dataDir });
    return { address: embedded.connectionString, isRunning: false, release: () => embedded.stop() };
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
  }
  const address = await findRunning(dataDir);
  if (address !== null) return { address, isRunning: true, release };
  const advice = 'run this as the user who started it';
  throw new CommandError(
    `The service in ${dataDir} is running, but its database cannot be reached: ${advice}.`
  );
}

/** Runs work with the address of the service's database, whether or not the service is running. */
export async function withAddress<T>(work: (located: Omit<Located, 'release'>) => Promise<T>): Promise<T> {
  const { release, ...located } = await locateDatabase(readConfig(process.env, { demo: false }));
  try {
    return await work(located);
  } finally {
    await release();
  }
}

/** Runs work on the service's database, whether or not the service is running. */
export async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  return withAddress(async ({ address }) => {
    // A command waits for its statements as long as they take.
    const database = await openDatabase({ connectionString: address, silenceMs: Infinity });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  });
}

/** Parses the arguments of a command; an error names the wrong one and the usage, and --help explains both. */
export function parseArguments<T>(read: () => T, usage: string, explanation: string): T {
  try {
    return read();
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('.')[0] ?? '') : '';
    if (reason.includes("'--help'")) throw new HelpRequested(`${usage}\n\n${explanation}`);
    throw new CommandError(`${reason || 'Invalid arguments'}. ${usage}`);
  }
}

/** The id of a record. */
export function readId(name: string, value: string | undefined, usage: string): number {
  if (value === undefined || !/^[1-9]\d{0,15}$/.test(value)) {
    throw new CommandError(`--${name} must be an integer. ${usage}`);
  }
  return Number(value);
}

/** The number of the person who signs in with a mail address. */
export async function findPerson(tx: Tx, mail: string): Promise<number | undefined> {
  const text = 'SELECT id FROM users WHERE lower(mail) = lower($1)';
  return (await query<{ id: number }>(tx, text, [mail]))[0]?.id;
}

export type Command = (args: string[]) => Promise<string>;
export type CommandOutcome = { readonly code: 0 | 1; readonly text: string };

/** Executes a command: returns its output, or one sentence about the error and status 1. */
export async function perform(command: Command, args: string[]): Promise<CommandOutcome> {
  try {
    return { code: 0, text: await command(args) };
  } catch (error) {
    if (error instanceof HelpRequested) return { code: 0, text: error.message };
    const isExpected = error instanceof CommandError || error instanceof SettingError;
    return { code: 1, text: isExpected ? error.message : sentenceOf(error) };
  }
}

/** Runs a command with the arguments of this process. */
export function runCommand(command: Command): void {
  void perform(command, process.argv.slice(2)).then(({ code, text }) => {
    if (code === 0) console.log(text);
    else console.error(text);
    process.exitCode = code;
  });
}

function sentenceOf(error: unknown): string {
  const reason = reasonOf(error) || 'Something went wrong';
  const advice = databaseAdvice(error);
  return advice === undefined ? reason : `${reason}: ${advice}.`;
}

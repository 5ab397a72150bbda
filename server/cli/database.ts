/** `npm run --silent service:database`: prints the address of the running service's database, for psql. */
import { parseArgs } from 'node:util';

import { readConfig } from '../config';
import { CommandError, findRunning, parseArguments, runCommand } from './command';

const USAGE = 'Use: npm run --silent service:database';

const HELP = `Prints the address of the database of the running service, with its password, for example for psql.`;

export async function showAddress(args: string[] = []): Promise<string> {
  parseArguments(() => parseArgs({ args, options: {} }), USAGE, HELP);
  const { databaseUrl, dataDir } = readConfig(process.env, { demo: false });
  if (databaseUrl !== undefined) return databaseUrl;
  const address = await findRunning(dataDir);
  if (address === null) throw new CommandError(`No service is running in ${dataDir}: start it first.`);
  return address;
}

if (require.main === module) runCommand(showAddress);

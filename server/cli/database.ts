/** `npm run --silent service:database`: prints the address of the running service's database, for psql. */
import { readConfig } from '../config';
import { CommandError, findRunning, runCommand } from './command';

export async function showAddress(): Promise<string> {
  const { databaseUrl, dataDir } = readConfig(process.env, { demo: false });
  if (databaseUrl !== undefined) return databaseUrl;
  const address = await findRunning(dataDir);
  if (address === null) throw new CommandError(`No service is running in ${dataDir}: start it first.`);
  return address;
}

if (require.main === module) runCommand(showAddress);

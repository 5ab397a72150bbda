import { readConfig } from '../../server/config';
import { startService } from '../../server/service';
import { startPostGraphile } from '../peers/postgraphile';
import { startBare } from './bare';

/** Runs one of the services in a separate process, so that the client does not share its thread. */
async function run(): Promise<void> {
  const [which = '', connectionString = '', groupId = '', userId = ''] = process.argv.slice(2);
  const start: Record<string, () => Promise<number>> = {
    ours: async () => (await startService({ config: readConfig(process.env, { demo: false }) })).port,
    bare: () => startBare(connectionString, Number(groupId), Number(userId)),
    postgraphile: () => startPostGraphile(connectionString),
  };
  const port = await start[which]?.();
  process.send?.({ port });
}

void run();

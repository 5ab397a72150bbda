import { readConfig } from '../../server/config';
import { startService } from '../../server/service';
import { startBare } from './bare';

/** Runs one of the two services in a separate process, so that the client does not share its thread. */
async function run(): Promise<void> {
  const [which = '', connectionString = '', groupId = '', userId = ''] = process.argv.slice(2);
  const port =
    which === 'bare'
      ? await startBare(connectionString, Number(groupId), Number(userId))
      : (await startService({ config: readConfig(process.env, { demo: false }) })).port;
  process.send?.({ port });
}

void run();

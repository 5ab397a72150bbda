import { writeSync } from 'node:fs';

import { startTestService } from '../../server/harness';

/** The service in a process of its own, to be killed: on a database that is there already, and a port of its own. */
async function run(): Promise<void> {
  const [connectionString = '', port = ''] = process.argv.slice(2);
  const service = await startTestService({ extensions: true, connectionString });
  await service.app.listen({ host: '127.0.0.1', port: Number(port) });
  writeSync(1, 'ready\n');
}

void run();

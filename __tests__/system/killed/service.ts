import { writeSync } from 'node:fs';

import { startTestService } from '../../server/harness';

/** The service in a separate process, to be killed: on an existing database and its own port. */
async function run(): Promise<void> {
  const [connectionString = '', port = ''] = process.argv.slice(2);
  const service = await startTestService({ extensions: true, connectionString });
  await service.app.listen({ host: '127.0.0.1', port: Number(port) });
  writeSync(1, 'ready\n');
}

void run();

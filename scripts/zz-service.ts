import { startTestServer } from '/tmp/w/setup17/__tests__/support/postgres';
import { startDemoService } from '/tmp/w/setup17/__tests__/e2e/harness';
import { addSetupRecords } from '/tmp/w/setup17/__tests__/e2e/setupRecords';
import { writeFileSync } from 'node:fs';
(async () => {
  const pg = await startTestServer();
  process.env.DATABASE_URL = pg.connectionString;
  const service = await startDemoService({ DEMO_CONTACTS: '200' });
  await addSetupRecords(service);
  writeFileSync('/tmp/w/run/setup17/service.json', JSON.stringify({ address: service.address, tokens: service.tokens, sample: service.sample, pid: process.pid }));
  console.log('ready', service.address);
  process.on('SIGTERM', async () => { await service.close(); await pg.stop(); process.exit(0); });
})();

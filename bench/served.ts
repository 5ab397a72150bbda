import { readConfig } from '../server/config';
import { startService } from '../server/service';
import { type Filled } from './service/filled';

export type Served = { address: string; close: () => Promise<void> };

/** The service on a filled database with a built web app, in this process and without limits of requests. */
export async function serve(filled: Filled, webRoot: string): Promise<Served> {
  const environment = {
    PORT: '0',
    DATA_DIR: filled.dataDir,
    DATABASE_URL: filled.connectionString,
    RATE_LIMIT: 'off',
  };
  const config = readConfig(environment, { demo: false });
  const service = await startService({ config, webRoot, logger: false });
  return { address: `http://localhost:${service.port}`, close: service.close };
}

import { ensureBrowser } from '../../scripts/browser';
import { buildWeb } from '../../scripts/build-web';
import { startTestServer } from '../support/postgres';

/** Runs once before all browser tests: a browser, the built web app, and one PostgreSQL for all workers. */
export default async function globalSetup(): Promise<(() => Promise<void>) | void> {
  const print = (line: string) => console.log(line);
  ensureBrowser(print);
  await buildWeb(print);
  if (process.env.DATABASE_URL) return;
  const server = await startTestServer();
  process.env.DATABASE_URL = server.connectionString;
  return server.stop;
}

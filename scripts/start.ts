/**
 * `npm start`: the built web app, the service and its database on one address, with a demo space to try. The first
 * start creates everything it needs.
 */
import { readConfig, requirePublicUrl } from '../server/config';
import { buildWeb } from './build-web';
import { print, reportFailure, runDemoService } from './demoService';

async function main(): Promise<void> {
  const config = readConfig(process.env, { demo: true });
  requirePublicUrl(config);
  await runDemoService(config, await buildWeb(print));
}

main().catch(reportFailure);

/** The service in its own process, to be killed: the demo space on the database and the port of the environment. */
import { readConfig } from '../../server/config';
import { startService } from '../../server/service';

async function serve(): Promise<void> {
  const config = readConfig(process.env, { demo: true });
  const service = await startService({
    config,
    webRoot: process.env.WEB_ROOT,
    onProgress: () => undefined,
    logger: false,
  });
  process.send?.(service.demo?.tokens);
}

// The process that started this one has ended.
process.on('disconnect', () => process.exit());
void serve();

/** `npm run service`: the service for real people, and the web app if it is built. `npm start` is for a demo. */
import { SettingError, readConfig, requirePublicUrl } from './config';
import { findWebRoot } from './http/web';
import { StartError, startService } from './service';

async function main(): Promise<void> {
  const config = readConfig(process.env, { demo: false });
  requirePublicUrl(config);
  // Progress is written to stderr: stdout contains only the log.
  const webRoot = findWebRoot();
  const service = await startService({ config, webRoot, onProgress: (step) => console.error(step) });
  if (webRoot === undefined)
    console.error('The web app is not built (npm run build:web): only /api is served.');
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    service.close().catch((error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    });
  };
  // A supervisor starts the service again, and the service its database.
  void service.databaseEnded.then(() => {
    console.error(
      'The database has stopped: the service ends as well. Its log is postgres.log in the data folder.'
    );
    process.exit(1);
  });
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

main().catch((error: unknown) => {
  const isExpected = error instanceof SettingError || error instanceof StartError;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
});

/**
 * `npm start`: the web app, the service and its database on one address, with a demo space to try. Everything it needs
 * is made on the first start; Ctrl-C stops all of it.
 */
import { networkInterfaces } from 'node:os';
import QRCode from 'qrcode';
import { LOGGER } from '../server/app';
import { readConfig, SettingError, type Config } from '../server/config';
import { startService, StartError } from '../server/service';
import { buildWeb } from './build-web';

const say = (line: string) => console.log(line);

/** An address that a phone in the same network can reach, when the service listens beyond this machine. */
function reachableHost(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return host === '127.0.0.1' || host === '::1' ? 'localhost' : host;
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return all.find((address) => address.family === 'IPv4' && !address.internal)?.address ?? 'localhost';
}

/**
 * The link that signs a phone in. What it carries stands behind the #, which a browser never sends to a server, so a
 * token cannot end up in anybody's log.
 */
function signInLink(address: string, token: string): string {
  return `${address}/join#${new URLSearchParams({ base_url: `${address}/api`, token }).toString()}`;
}

async function main(): Promise<void> {
  const config: Config = readConfig(process.env, { demo: true });
  const webRoot = await buildWeb(say);
  // A terminal that a person reads shows what went wrong and nothing else; `npm run service` logs every request.
  const service = await startService({
    config,
    webRoot,
    onProgress: say,
    logger: { ...LOGGER, level: 'warn' },
  });

  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    say('\nStopping: finishing what was begun, then the database …');
    service.close().then(
      () => say('Stopped.'),
      (error: unknown) => {
        console.error(error instanceof Error ? error.message : error);
        process.exitCode = 1;
      }
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  const address = config.publicUrl ?? `http://${reachableHost(config.host)}:${service.port}`;
  say(`\nDoorstep is ready: ${address}`);
  const token = service.demo?.tokens.volunteer;
  if (token) {
    const link = signInLink(address, token);
    say(`\nSign in as a volunteer of the demo space:\n${link}\n`);
    say(await QRCode.toString(link, { type: 'terminal', small: true, errorCorrectionLevel: 'L' }));
    say('Other roles: `demo.json` in the data folder holds a token of each.');
  }
  say('Ctrl-C stops everything.');
}

main().catch((error: unknown) => {
  const expected = error instanceof SettingError || error instanceof StartError;
  console.error(
    expected || !(error instanceof Error) ? (error instanceof Error ? error.message : error) : error
  );
  process.exitCode = 1;
});

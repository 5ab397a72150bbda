/** Starts the service with its demo space, prints the sign-in link, and stops on Ctrl-C. */
import { networkInterfaces } from 'node:os';
import QRCode from 'qrcode';
import { LOGGER } from '../server/app';
import { SettingError, type Config } from '../server/config';
import { startService, StartError } from '../server/service';

export const print = (line: string) => console.log(line);

/** An address that a phone in the same network can reach, when the service listens beyond this machine. */
function findReachableHost(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return host === '127.0.0.1' || host === '::1' ? 'localhost' : host;
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return all.find((address) => address.family === 'IPv4' && !address.internal)?.address ?? 'localhost';
}

/** The token is in the fragment, which browsers never send to a server. */
function createSignInLink(address: string, token: string): string {
  return `${address}/join#${new URLSearchParams({ base_url: `${address}/api`, token }).toString()}`;
}

export async function runDemoService(config: Config, webRoot?: string): Promise<void> {
  const service = await startService({
    config,
    webRoot,
    onProgress: print,
    // No request log in a terminal, which a person reads.
    logger: { ...LOGGER, level: process.stdout.isTTY ? 'warn' : 'info' },
  });

  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    print('\nStopping the service and its database …');
    service.close().then(() => print('Stopped.'), reportFailure);
  };
  void service.databaseEnded.then(() => {
    console.error(
      'The database has stopped: the service ends as well. Its log is postgres.log in the data folder.'
    );
    process.exit(1);
  });
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  const address = config.publicUrl ?? `http://${findReachableHost(config.host)}:${service.port}`;
  print(`\nDoorstep is ready: ${address}`);
  const token = service.demo?.tokens.volunteer;
  if (token) {
    const link = createSignInLink(address, token);
    print(`\nSign in as a volunteer of the demo space:\n${link}\n`);
    print(await QRCode.toString(link, { type: 'terminal', small: true, errorCorrectionLevel: 'L' }));
    print('Other roles: `demo.json` in the data folder holds a token of each.');
  }
  print('Ctrl-C stops everything.');
}

/** Prints one sentence for a wrong setting, and the complete error for a bug. */
export function reportFailure(error: unknown): void {
  const isExpected = error instanceof SettingError || error instanceof StartError;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}

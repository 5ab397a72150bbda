import { mkdir } from 'node:fs/promises';

import type { FastifyInstance } from 'fastify';

import { type ServiceOptions, buildService } from './app';
import type { Config } from './config';
import { type Demo, ensureDemo } from './demo/demo';
import { SETUP_PATH } from './setup/routes';
import { createSetup } from './setup/setup';
import { type Database, openDatabase } from './store/database';
import { startEmbeddedPostgres } from './store/embedded';
import { openPool } from './store/pool';
import { DatabaseUnavailable } from './store/postgresErrors';
import { databaseAdvice, reasonOf } from './store/reasons';
import { Standby } from './store/standby';

/** The reason why the service cannot start. `message` is the sentence to print. */
export class StartError extends Error {}

export type RunningService = {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly port: number;
  /** The URL of the service, without /api. */
  readonly url: string;
  /** The content of demo.json, if there is a demo. */
  readonly demo?: Demo;
  /** Resolves when the embedded database ends without being stopped. */
  readonly databaseEnded: Promise<void>;
  /** Finishes requests in progress, then stops everything, the database last. */
  close(): Promise<void>;
};

export type StartOptions = {
  readonly config: Config;
  readonly webRoot?: string;
  readonly onProgress?: (step: string) => void;
  readonly logger?: ServiceOptions['logger'];
};

/** Cleanup steps, run in reverse order. */
class CleanupSteps {
  private readonly steps: (() => Promise<void>)[] = [];

  add(step: () => Promise<void>): void {
    this.steps.unshift(step);
  }

  async run(): Promise<void> {
    for (const step of this.steps.splice(0)) await step();
  }
}

/** Starts the database if none is given, migrates it, creates the demo, and listens. */
export async function startService(options: StartOptions): Promise<RunningService> {
  const cleanup = new CleanupSteps();
  try {
    return await start(options, cleanup);
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

async function start(
  { config, webRoot, onProgress, logger }: StartOptions,
  cleanup: CleanupSteps
): Promise<RunningService> {
  await mkdir(config.dataDir, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(
      `The data folder ${config.dataDir} cannot be created (${error.code}): set DATA_DIR to another folder.`
    );
  });
  const { database, databaseEnded } = await connect(config, cleanup, onProgress);
  const setup = config.demo ? undefined : createSetup(database);
  const standby = openStandby(config, database);
  if (standby) cleanup.add(() => standby.close());
  const app = await buildService({ config, database, standby, webRoot, setup, logger });
  cleanup.add(() => app.close());
  await app.ready();
  // Before it listens: whoever waits for that may stop it at once.
  const setupCode = (await setup?.isOpen()) ? await setup?.issueCode() : undefined;
  const port = await listen(app, config);
  const url = config.publicUrl ?? `http://${hostInUrl(config.host)}:${port}`;
  const demo = config.demo
    ? await ensureDemo(database, {
        dataDir: config.dataDir,
        baseUrl: `${url}/api`,
        contacts: config.demoContacts,
        onProgress,
      })
    : undefined;
  if (setupCode !== undefined)
    onProgress?.(
      `This service is new. Set it up at ${url}${SETUP_PATH}?code=${setupCode}, or on another device with the code ${setupCode}`
    );
  return { app, database, port, url, demo, databaseEnded, close: () => cleanup.run() };
}

function openStandby(config: Config, database: Database): Standby | undefined {
  const { readDatabaseUrl: connectionString, databaseConnections, preparedStatements } = config;
  if (connectionString === undefined) return undefined;
  const pool = openPool({ connectionString, connections: databaseConnections });
  return new Standby(database, pool, preparedStatements);
}

async function connect(
  config: Config,
  cleanup: CleanupSteps,
  onProgress?: (step: string) => void
): Promise<Pick<RunningService, 'database' | 'databaseEnded'>> {
  let connectionString = config.databaseUrl;
  let databaseEnded = new Promise<void>(() => undefined);
  if (connectionString === undefined) {
    const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, onProgress }).catch(
      (error: Error) => {
        throw new StartError(error.message, { cause: error });
      }
    );
    cleanup.add(() => embedded.stop());
    ({ connectionString, ended: databaseEnded } = embedded);
  }
  const database = await openDatabase({
    connectionString,
    connections: config.databaseConnections,
    preparedStatements: config.preparedStatements,
  }).catch((error: unknown) => {
    const advice = databaseAdvice(error);
    if (error instanceof DatabaseUnavailable)
      throw new StartError(
        `The database of DATABASE_URL cannot be reached (${reasonOf(error.cause)}): ${advice ?? 'check that it is running'}.`,
        { cause: error }
      );
    throw advice === undefined
      ? error
      : new StartError(`The database of DATABASE_URL cannot be used (${reasonOf(error)}): ${advice}.`, {
          cause: error,
        });
  });
  cleanup.add(() => database.close());
  return { database, databaseEnded };
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<number> {
  await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} is in use by another program: stop it, or set PORT to another port.`
      );
    }
    if (error.code === 'EACCES') {
      throw new StartError(`Port ${port} needs more permissions: set PORT to a port above 1023.`);
    }
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
      throw new StartError(`This machine has no address ${host}: set HOST to another address.`);
    }
    throw error;
  });
  const address = app.server.address();
  return address === null || typeof address === 'string' ? port : address.port;
}

function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '127.0.0.1' || host === '::1') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

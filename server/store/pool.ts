import { Socket } from 'node:net';

import pg from 'pg';

import { DEFAULT_CONNECTIONS } from '../config';

export type PoolOptions = {
  readonly connectionString: string;
  /** The maximum number of connections in the pool. */
  readonly connections?: number;
  /** How long a connection may be silent while the service waits for a response; Infinity for no limit. */
  readonly silenceMs?: number;
  /** How often a connection is used; not limited by default. */
  readonly maxUses?: number;
};

const CONNECT_TIMEOUT_MS = 5_000;

/** Longer than any statement of a request: PostgreSQL ends those after 30 seconds, if it is there. */
const SILENCE_MS = 35_000;

/** The type OID of bigint[]. */
const INT8_ARRAY = 1016;

/** Every bigint of this database is a safe integer, so it is parsed as a number. */
function getTypeParser(...[oid, format]: Parameters<typeof pg.types.getTypeParser>) {
  const parse = pg.types.getTypeParser(oid, format);
  if (oid === pg.types.builtins.INT8) return Number;
  return Number(oid) === INT8_ARRAY ? (text: string) => (parse(text) as string[]).map(Number) : parse;
}

const TYPES: pg.CustomTypesConfig = { getTypeParser };

/**
 * A socket that ends when nothing was sent or received for this time. If a host or the network to it vanishes, nothing closes the
 * connection, and its requests would wait for a response that never arrives.
 */
function createSocket(silenceMs: number): Socket {
  const socket = new Socket();
  if (silenceMs !== Infinity)
    socket.setTimeout(silenceMs, () => socket.destroy(new Error('the database is silent')));
  return socket;
}

export function openPool({
  connectionString,
  connections = DEFAULT_CONNECTIONS,
  silenceMs = SILENCE_MS,
  maxUses = Infinity,
}: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    types: TYPES,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'doorstep',
    max: connections,
    maxUses,
    pipeline: true,
    keepAlive: true,
    stream: () => createSocket(silenceMs),
  });
  // The next statement finds that an idle connection was lost.
  pool.on('error', () => undefined);
  return pool;
}

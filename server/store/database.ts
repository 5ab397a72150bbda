import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

import type { RoleType } from '@/contract/role';
import type { TokenRight } from '@/contract/token';

import { migrate } from './migrate';
import { type PoolOptions, openPool } from './pool';
import { DatabaseUnavailable, isReadOnly, isStaleCaller, isUnavailable } from './postgresErrors';

/** Why a token cannot be used in a space of its person. */
export type MembershipEnd = 'removed' | 'suspended' | 'signed_out';

/** One transaction: Drizzle's query builder, and `query` below for plain SQL. Rejects queries after its end. */
export type Tx = NodePgDatabase & { $client: TransactionClient };

/** Who sent a request, and the space of the request. */
export type Caller = {
  /** SHA-256 of the token, in hexadecimal. */
  readonly tokenHash: string;
  readonly userId: number;
  /** The id of the space. */
  readonly groupId: number;
  readonly roleId: number;
  readonly roleType: RoleType;
  /** The device of the token; null for a token for scripts. */
  readonly deviceId: number | null;
  /** The rights of a limited token; null for every right of the person. */
  readonly rights: readonly TokenRight[] | null;
  /** When the token ends, in milliseconds since 1970. */
  readonly expiresAt: number;
  /** Whether the request names its space. If not, the space may change when the person selects another. */
  readonly namesSpace: boolean;
};

/** The token is not valid for this caller (revoked, another role, another space): `findCaller` has to run again. */
export class StaleCaller extends Error {}

export type Database = {
  /** Reads in the caller's space, from one snapshot. */
  read<T>(caller: Caller, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Like read, with the number before which the snapshot has every change of the space. */
  readSettled<T>(caller: Caller, work: (tx: Tx, horizon: number) => Promise<T>): Promise<T>;
  /** Writes in the caller's space, all or nothing. */
  write<T>(caller: Caller, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs work as the owner of the tables, not limited to a space: sign-in, demo, import, command line. */
  asOwner<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Like asOwner, for work whose statements may take any time. */
  maintain<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs one statement as the owner of the tables, outside every space and transaction. */
  queryAsOwner<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]>;
  /** The caller of a token: in the named space, else in the space of the token or the one the person selected. */
  findCaller(tokenHash: string, space?: number): Promise<Caller | null>;
  /** Why a token cannot be used in a space that its person once belonged to; null for another reason. */
  findEndedMembership(tokenHash: string, space?: number): Promise<MembershipEnd | null>;
  /** Resolves when the database reads and writes under the role of requests. */
  ping(): Promise<void>;
  /** The connections of this process, and how many requests wait for one. */
  countConnections(): ConnectionCounts;
  close(): Promise<void>;
};

export type ConnectionCounts = { readonly busy: number; readonly idle: number; readonly waiting: number };

export type DatabaseOptions = PoolOptions & {
  /** Prepares each statement once per connection. A pooler in transaction mode may not support that. */
  readonly preparedStatements?: boolean;
};

const BEGIN = 'BEGIN';
const BEGIN_READ = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

const HORIZON = 'SELECT doorstep_horizon($1) AS horizon';

/**
 * All settings of a connection last for one transaction, so that a pooler may pass the connection to another client
 * afterwards. doorstep_enter raises an error if the caller is stale or the role is not doorstep_app.
 */
const ENTER_SPACE = `SELECT set_config('role', 'doorstep_app', true), set_config('statement_timeout', '30s', true),
  set_config('lock_timeout', '5s', true), set_config('idle_in_transaction_session_timeout', '30s', true),
  doorstep_enter($1, $2, $3, $4, $5)`;

/** A connection that rejects statements after its transaction: they would run as the owner of the tables. */
export class TransactionClient {
  private hasEnded = false;
  /** The error of the first statement that failed; PostgreSQL rejects all later statements of the transaction. */
  failure: unknown = null;

  constructor(
    private readonly client: pg.PoolClient,
    private readonly preparedStatements: boolean
  ) {}

  // The same default type as in pg.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  query<Row extends pg.QueryResultRow = any>(
    statement: string | pg.QueryConfig,
    values?: unknown[]
  ): Promise<pg.QueryResult<Row>> {
    if (this.hasEnded) return Promise.reject(new Error('the transaction has ended'));
    const result = this.client.query<Row>(statement, values);
    result.catch((error: unknown) => (this.failure ??= error));
    return result;
  }

  /** Runs a statement from a limited set of texts: each text is prepared once per connection and never released. */
  prepared<Row extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[]
  ): Promise<pg.QueryResult<Row>> {
    const name = this.preparedStatements ? { name: statementNameOf(text) } : {};
    return this.query<Row>({ ...name, text, values: [...values] });
  }

  end(): void {
    this.hasEnded = true;
  }
}

const statementNames = new Map<string, string>();

/** The name under which a statement is prepared. */
function statementNameOf(text: string): string {
  const name = statementNames.get(text) ?? `statement_${statementNames.size}`;
  statementNames.set(text, name);
  return name;
}

/** Runs one statement of plain SQL. Values are parameters, never part of the text. */
export async function query<Row extends pg.QueryResultRow>(
  tx: Tx,
  text: string,
  values: readonly unknown[] = []
): Promise<Row[]> {
  const { rows } = await tx.$client.prepared<Row>(text, values);
  return rows;
}

/** Sends one statement without waiting for its result. If it fails, the transaction fails with the same error. */
export function send(tx: Tx, text: string, values: readonly unknown[] = []): void {
  tx.$client.prepared(text, values).catch(() => undefined);
}

/** Runs work with a connection of the pool. If it is lost, it is closed and DatabaseUnavailable is thrown. */
async function withConnection<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw new DatabaseUnavailable(error);
  });
  let lost: Error | undefined;
  const onLost = (error: Error) => (lost = error);
  client.on('error', onLost);
  try {
    return await work(client);
  } catch (error) {
    if (lost === undefined && isUnavailable(error)) lost = error instanceof Error ? error : new Error('lost');
    throw lost === undefined ? error : new DatabaseUnavailable(error);
  } finally {
    client.off('error', onLost);
    client.release(lost);
  }
}

type TransactionOptions = { readonly begin: string; readonly preparedStatements: boolean };

/** Runs work in one transaction. The connection is pipelined: BEGIN and the first statements of the work are sent together. */
export async function inTransaction<T>(
  pool: pg.Pool,
  { begin, preparedStatements }: TransactionOptions,
  work: (tx: Tx) => Promise<T>
): Promise<T> {
  return withConnection(pool, async (client) => {
    const connection = new TransactionClient(client, preparedStatements);
    const beginning = connection.query(begin);
    const tx = drizzle({ client: connection as unknown as pg.PoolClient }) as unknown as Tx;
    // The async function turns a synchronous throw into a rejection.
    const working = (async () => work(tx))();
    // Waits until the work has settled: after the ROLLBACK, its statements would run outside the transaction.
    const [begun, worked] = await Promise.allSettled([beginning, working]);
    connection.end();
    if (worked.status === 'rejected' || begun.status === 'rejected') {
      await client.query('ROLLBACK').catch((error: unknown) => {
        throw new DatabaseUnavailable(error);
      });
      const failure = connection.failure ?? (worked.status === 'rejected' ? worked.reason : null);
      if (isReadOnly(failure) && (await isStandby(client))) throw new DatabaseUnavailable(failure);
      throw mapStaleCaller(failure);
    }
    const committing = client.query('COMMIT');
    if (begin !== BEGIN) {
      // No caller waits for the COMMIT of a read. The next statement on this connection is queued behind it.
      committing.catch(() => undefined);
    } else if ((await committing).command !== 'COMMIT') {
      throw connection.failure ?? new Error('the transaction was not committed');
    }
    return worked.value;
  });
}

/** During a failover a connection may lead to a server that is not the primary, or not the primary any more. */
async function isStandby(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>('SELECT pg_is_in_recovery() AS is');
  return rows[0]?.is === true;
}

/**
 * Work that first enters the caller's space. It does not wait for the entry: if that fails, PostgreSQL rejects every later
 * statement of the transaction.
 */
export function inSpace<T>(caller: Caller, work: (tx: Tx) => Promise<T>): (tx: Tx) => Promise<T> {
  const { tokenHash, userId, groupId, roleId, namesSpace } = caller;
  return async (tx) => {
    const values = [Buffer.from(tokenHash, 'hex'), userId, groupId, roleId, namesSpace];
    const entering = tx.$client.prepared(ENTER_SPACE, values);
    entering.catch(() => undefined);
    const result = await work(tx);
    await entering;
    return result;
  };
}

function mapStaleCaller(error: unknown): unknown {
  return isStaleCaller(error) ? new StaleCaller() : error;
}

type CallerRow = {
  user_id: number;
  group_id: number;
  role_id: number;
  role_type: RoleType;
  device_id: number | null;
  rights: TokenRight[] | null;
  expires_at: Date;
};

const FIND_CALLER = `SELECT c.*, t.rights, t.expires_at FROM doorstep_caller($1, $2) c JOIN access_tokens t ON t.token_hash = $1`;

async function findCaller(pool: pg.Pool, tokenHash: string, space?: number): Promise<Caller | null> {
  return withConnection(pool, async (client) => {
    const values = [Buffer.from(tokenHash, 'hex'), space ?? null];
    const { rows } = await client.query<CallerRow>(FIND_CALLER, values);
    const row = rows[0];
    if (!row) return null;
    return {
      tokenHash,
      userId: row.user_id,
      groupId: row.group_id,
      roleId: row.role_id,
      roleType: row.role_type,
      deviceId: row.device_id,
      rights: row.rights,
      expiresAt: row.expires_at.getTime(),
      namesSpace: space !== undefined,
    };
  });
}

async function findEndedMembership(
  pool: pg.Pool,
  tokenHash: string,
  space?: number
): Promise<MembershipEnd | null> {
  return withConnection(pool, async (client) => {
    const values = [Buffer.from(tokenHash, 'hex'), space ?? null];
    const text = 'SELECT doorstep_why_not($1, $2) AS why';
    const { rows } = await client.query<{ why: MembershipEnd | null }>(text, values);
    return rows[0]?.why ?? null;
  });
}

/** Reads and writes under the role of requests, with the time limit of a supervisor. */
async function checkAsRequest(tx: Tx): Promise<void> {
  await query(
    tx,
    `SELECT set_config('role', 'doorstep_app', true), set_config('statement_timeout', '4s', true)`
  );
  await query(tx, 'SELECT FROM spaces LIMIT 1');
  await query(tx, 'UPDATE readiness SET checked_at = now()');
}

/** Connects and migrates the database. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { preparedStatements = false } = options;
  const pool = openPool(options);
  // For the clean-up and the settling of turfs, which do not wait for each other. Each use has a new connection: one to a host that
  // vanished meanwhile would be silent for ever.
  const patientPool = openPool({ ...options, connections: 2, silenceMs: Infinity, maxUses: 1 });
  const read: Database['read'] = (caller, work) =>
    inTransaction(pool, { begin: BEGIN_READ, preparedStatements }, inSpace(caller, work));
  const queryAsOwner: Database['queryAsOwner'] = (text, values) =>
    withConnection(pool, async (client) => {
      const statement = new TransactionClient(client, preparedStatements);
      return (await statement.prepared<never>(text, values)).rows;
    });
  // Before the snapshot: what ends in between is in it.
  const readSettled: Database['readSettled'] = async (caller, work) => {
    const [row] = await queryAsOwner<{ horizon: number }>(HORIZON, [caller.groupId]);
    if (!row) throw new Error('the space has no horizon');
    return read(caller, (tx) => work(tx, row.horizon));
  };
  const write: Database['write'] = (caller, work) =>
    inTransaction(pool, { begin: BEGIN, preparedStatements }, inSpace(caller, work));
  const asOwner: Database['asOwner'] = (work) =>
    inTransaction(pool, { begin: BEGIN, preparedStatements }, work);
  const maintain: Database['maintain'] = (work) =>
    inTransaction(patientPool, { begin: BEGIN, preparedStatements }, work);
  const close = async () => void (await Promise.all([pool.end(), patientPool.end()]));
  try {
    await maintain((tx) => migrate(tx.$client));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    read,
    readSettled,
    write,
    asOwner,
    maintain,
    queryAsOwner,
    findCaller: (tokenHash, space) => findCaller(pool, tokenHash, space),
    findEndedMembership: (tokenHash, space) => findEndedMembership(pool, tokenHash, space),
    ping: () => asOwner(checkAsRequest),
    countConnections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close,
  };
}

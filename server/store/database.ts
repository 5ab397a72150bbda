import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

import type { RoleType } from '@/contract/role';

import { DatabaseAway, meansAway } from './postgresErrors';
import { migrate } from './migrate';

/** Queries within one transaction: the query builder, and beneath it the connection itself. */
export type Tx = NodePgDatabase & { $client: pg.PoolClient };

/**
 * Sends a statement along with the COMMIT instead of waiting for it. If it fails, so does the transaction,
 * and with that error.
 */
export type Follow = (statement: Promise<unknown>) => void;

/** Who asks, and in which space. */
export type Caller = {
  /** SHA-256 of the token, in hexadecimal. */
  readonly tokenHash: string;
  readonly userId: number;
  readonly groupId: number;
  readonly roleId: number;
  readonly roleType: RoleType;
  /** The request named its space: it stays in it, whichever space the person chooses elsewhere. */
  readonly isNamed: boolean;
};

/** The token no longer stands for this caller (revoked, another role, another space): find the caller again. */
export class StaleCaller extends Error {}

export type Database = {
  /** Reads in the caller's space, as of one moment. */
  read<T>(caller: Caller, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Writes in the caller's space, all or nothing. */
  write<T>(caller: Caller, work: (tx: Tx, follow: Follow) => Promise<T>): Promise<T>;
  /** Works as the owner of the tables, outside every space: sign-in, demo, import, command line. */
  asOwner<T>(work: (tx: Tx, client: pg.ClientBase) => Promise<T>): Promise<T>;
  /** In the space that is named, else in the one the token stands for. */
  findCaller(tokenHash: string, space?: number): Promise<Caller | null>;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  readonly connectionString: string;
  /** The most connections that requests use. */
  readonly connections?: number;
  readonly onIdleError?: (error: Error) => void;
};

const CONNECT_MS = 5_000;
const LOCK_MS = 5_000;
const STATEMENT_MS = 30_000;

const READ = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
const WRITE = 'BEGIN';

/** Every integer here is one that JSON carries exactly, so bigint is read as a number. */
function parserOf(...[oid, format]: Parameters<typeof pg.types.getTypeParser>) {
  return oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format);
}

/** One query builder per connection, so that what it prepared stays prepared. */
const builders = new WeakMap<pg.PoolClient, Tx>();

function builderOf(client: pg.PoolClient): Tx {
  const known = builders.get(client);
  if (known) return known;
  const made = drizzle(client);
  builders.set(client, made);
  return made;
}

/** Takes a connection for as long as the work lasts, and tells a lost connection from any other failure. */
async function withConnection<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw new DatabaseAway(error);
  });
  let lost: Error | undefined;
  const onLost = (error: Error) => (lost = error);
  client.on('error', onLost);
  try {
    return await work(client);
  } catch (error) {
    if (lost === undefined && meansAway(error)) lost = error instanceof Error ? error : new Error('lost');
    throw lost === undefined ? error : new DatabaseAway(error);
  } finally {
    client.off('error', onLost);
    client.release(lost);
  }
}

/** What is asked of the connection from here to the end of this turn leaves as one message. */
function sendTogether(client: pg.PoolClient): void {
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Begins and enters the caller's space in one message. All values are our own: hexadecimal and integers. */
function enter(client: pg.PoolClient, begin: string, caller: Caller): Promise<boolean> {
  const { tokenHash, userId, groupId, roleId, isNamed } = caller;
  const who = `'\\x${tokenHash}', ${userId}, ${groupId}, ${roleId}, ${isNamed}`;
  const text = `${begin}; SELECT doorstep_enter(${who}) AS entered`;
  // Two statements, so pg answers with a list of results, which its types do not say.
  const answer: Promise<unknown> = client.query(text);
  return answer.then((results) => {
    const last: unknown = Array.isArray(results) ? results[1] : undefined;
    return last instanceof pg.Result && last.rows[0]?.entered === true;
  });
}

/**
 * Runs work inside the caller's space. The connection is pipelined: the first query leaves together with
 * BEGIN, without waiting to hear that the space was entered. That is safe because outside a space row-level
 * security shows and takes nothing, and what came back is thrown away unless the space was entered.
 */
async function inSpace<T>(
  pool: pg.Pool,
  begin: string,
  caller: Caller,
  work: (tx: Tx, follow: Follow) => Promise<T>
): Promise<T> {
  return withConnection(pool, async (client) => {
    const following: Promise<unknown>[] = [];
    const follow: Follow = (statement) => {
      // Its failure is met below, where all are awaited; until then nobody else must be told of it.
      statement.catch(() => undefined);
      following.push(statement);
    };
    sendTogether(client);
    const entering = enter(client, begin, caller);
    const [entered, done] = await Promise.allSettled([entering, work(builderOf(client), follow)]);
    if (entered.status === 'fulfilled' && entered.value && done.status === 'fulfilled') {
      const committing = client.query('COMMIT');
      if (begin === READ) {
        // Nothing depends on the end of a reading; the next user of the connection queues up behind it.
        committing.catch(() => undefined);
      } else {
        const [{ command }] = await Promise.all([committing, ...following]);
        if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`);
      }
      return done.value;
    }
    await client.query('ROLLBACK');
    if (entered.status === 'rejected') throw entered.reason;
    if (!entered.value) throw new StaleCaller();
    throw done.status === 'rejected' ? done.reason : new Error('unreachable');
  });
}

async function asOwner<T>(pool: pg.Pool, work: (tx: Tx, client: pg.ClientBase) => Promise<T>): Promise<T> {
  return withConnection(pool, async (client) => {
    await client.query('BEGIN');
    try {
      const result = await work(builderOf(client), client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      // A connection that is gone has rolled back by itself; what went wrong first is what is told.
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  });
}

type CallerRow = { user_id: number; group_id: number; role_id: number; role_type: RoleType };

async function findCaller(pool: pg.Pool, tokenHash: string, space?: number): Promise<Caller | null> {
  return withConnection(pool, async (client) => {
    const { rows } = await client.query<CallerRow>({
      name: 'caller',
      text: 'SELECT * FROM doorstep_caller($1, $2)',
      values: [Buffer.from(tokenHash, 'hex'), space ?? null],
    });
    const row = rows[0];
    if (!row) return null;
    return {
      tokenHash,
      userId: row.user_id,
      groupId: row.group_id,
      roleId: row.role_id,
      roleType: row.role_type,
      isNamed: space !== undefined,
    };
  });
}

/** Connects, brings the tables up to date, and gives the ways to use them. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { connectionString, connections = 20, onIdleError = () => undefined } = options;
  const types = { getTypeParser: parserOf };
  const shared = {
    connectionString,
    types,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'doorstep',
  };
  const ownerPool = new pg.Pool({ ...shared, max: 4, pipeline: true });
  const pool = new pg.Pool({
    ...shared,
    max: connections,
    pipeline: true,
    statement_timeout: STATEMENT_MS,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: STATEMENT_MS,
    // First on the wire, so everything after it runs under that role; without it doorstep_enter lets nobody in.
    onConnect: (client) => {
      client.query('SET ROLE doorstep_app').catch(onIdleError);
    },
  });
  for (const each of [pool, ownerPool]) each.on('error', onIdleError);
  const close = async () => {
    await Promise.all([pool.end(), ownerPool.end()]);
  };
  try {
    await withConnection(ownerPool, migrate);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    read: (caller, work) => inSpace(pool, READ, caller, work),
    write: (caller, work) => inSpace(pool, WRITE, caller, work),
    asOwner: (work) => asOwner(ownerPool, work),
    findCaller: (tokenHash, space) => findCaller(pool, tokenHash, space),
    ping: () =>
      withConnection(pool, async (client) => {
        await client.query('SELECT 1');
      }),
    close,
  };
}

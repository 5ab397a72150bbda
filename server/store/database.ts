import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

import type { RoleType } from '@/contract/role';

import { Message, type Row, type Statement } from './message';
import { migrate } from './migrate';
import { DatabaseAway, isStaleCaller, meansAway } from './postgresErrors';

/** Queries within one transaction: the query builder, and beneath it the connection itself. */
export type Tx = NodePgDatabase & { $client: pg.PoolClient };

/**
 * A transaction whose statements leave as one message, its beginning and its end included. All of them are asked
 * for before the first answer is there: what is asked for later is refused.
 */
export type AtOnce = { run(statement: Statement): Promise<readonly Row[]> };

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
  /** The same in one message: for what is asked without knowing an earlier answer. */
  readAtOnce<T>(caller: Caller, work: (at: AtOnce) => Promise<T>): Promise<T>;
  /** Writes in the caller's space, all or nothing. */
  write<T>(caller: Caller, work: (tx: Tx, follow: Follow) => Promise<T>): Promise<T>;
  /** The same in one message. What was written stays written, even if the work fails over the answers. */
  writeAtOnce<T>(caller: Caller, work: (at: AtOnce) => Promise<T>): Promise<T>;
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

/** The statements around the work. They are prepared, as all others: to parse them anew would cost more than to run them. */
const READ: Statement = { name: 'read', text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', values: [] };
const WRITE: Statement = { name: 'write', text: 'BEGIN', values: [] };
const COMMIT: Statement = { name: 'commit', text: 'COMMIT', values: [] };

/** Enters the caller's space, or ends in an error: see doorstep_enter. */
function entry({ tokenHash, userId, groupId, roleId, isNamed }: Caller): Statement {
  const values = [`\\x${tokenHash}`, userId, groupId, roleId, isNamed];
  return { name: 'enter', text: 'SELECT doorstep_enter($1, $2, $3, $4, $5)', values };
}

/** Every integer here is one that JSON carries exactly, so bigint is read as a number. */
function parserOf(...[oid, format]: Parameters<typeof pg.types.getTypeParser>) {
  return oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format);
}

const TYPES: pg.CustomTypesConfig = { getTypeParser: parserOf };

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

function sendMessage(
  client: pg.PoolClient,
  statements: readonly Statement[]
): Promise<readonly (readonly Row[])[]> {
  return new Promise((resolve, reject) => {
    client.query(
      new Message(statements, TYPES, (error, rows) => {
        if (error) reject(error);
        else resolve(rows);
      })
    );
  });
}

/** Ends a transaction that failed, and says why: one that was refused its space is a matter of who asks. */
async function rollBack(client: pg.PoolClient, error: unknown): Promise<never> {
  await client.query('ROLLBACK');
  throw isStaleCaller(error) ? new StaleCaller() : error;
}

/**
 * Runs work inside the caller's space. The connection is pipelined: the first query leaves together with
 * BEGIN, without waiting to hear that the space was entered. That is safe because a space that is not entered is an
 * error, after which the database refuses whatever else comes in this transaction.
 */
async function inSpace<T>(
  pool: pg.Pool,
  begin: Statement,
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
    const entering = sendMessage(client, [begin, entry(caller)]);
    const [entered, done] = await Promise.allSettled([entering, work(builderOf(client), follow)]);
    if (entered.status === 'rejected') return rollBack(client, entered.reason);
    if (done.status === 'rejected') return rollBack(client, done.reason);
    const committing = client.query('COMMIT');
    if (begin === READ) {
      // Nothing depends on the end of a reading; the next user of the connection queues up behind it.
      committing.catch(() => undefined);
    } else {
      const [{ command }] = await Promise.all([committing, ...following]);
      if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`);
    }
    return done.value;
  });
}

/** Resolves when everything has run that waits for nobody's answer: nextTick comes when no promise is left to settle. */
async function nothingLeftToRun(): Promise<void> {
  await Promise.resolve();
  await new Promise<void>((resolve) => process.nextTick(resolve));
}

/**
 * Runs work whose statements make one message: BEGIN, the entry, what the work asks, COMMIT. The COMMIT leaves with them, so
 * nothing can be taken back later: work that fails by itself has failed before anything is sent.
 */
async function inOneMessage<T>(
  pool: pg.Pool,
  begin: Statement,
  caller: Caller,
  work: (at: AtOnce) => Promise<T>
): Promise<T> {
  const statements = [begin, entry(caller)];
  const before = statements.length;
  const answered: ((rows: readonly Row[]) => void)[] = [];
  let isSent = false;
  let hasFailed = false;
  const working = work({
    run: (statement) =>
      new Promise((resolve) => {
        if (isSent) throw new Error('the message was sent before this statement was asked for');
        statements.push(statement);
        answered.push(resolve);
      }),
  });
  // Awaited below, once its answers are there. If they never come, neither does anything else of the work.
  working.catch(() => (hasFailed = true));
  await nothingLeftToRun();
  if (hasFailed) return working;
  isSent = true;
  statements.push(COMMIT);
  await withConnection(pool, async (client) => {
    try {
      const rows = await sendMessage(client, statements);
      for (const [index, resolve] of answered.entries()) resolve(rows[before + index] ?? []);
    } catch (error) {
      await rollBack(client, error);
    }
  });
  return working;
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
  const shared = {
    connectionString,
    types: TYPES,
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
    readAtOnce: (caller, work) => inOneMessage(pool, READ, caller, work),
    write: (caller, work) => inSpace(pool, WRITE, caller, work),
    writeAtOnce: (caller, work) => inOneMessage(pool, WRITE, caller, work),
    asOwner: (work) => asOwner(ownerPool, work),
    findCaller: (tokenHash, space) => findCaller(pool, tokenHash, space),
    ping: () =>
      withConnection(pool, async (client) => {
        await client.query('SELECT 1');
      }),
    close,
  };
}

import { hash } from 'node:crypto';

import type { ProblemCode } from '@/contract/problem';

import { canonical } from '../store/canonical';
import { type Caller, type Database, type Tx, query, send } from '../store/database';
import { violatedUnique } from '../store/postgresErrors';
import { ProblemError, invalid } from './problems';

/** Identifies a request that writes. */
export type WriteRequest = {
  /** The Idempotency-Key, if one was sent and the service supports it. */
  readonly key: string | null;
  /** Equal for a repeat. Empty if the body could not be read. */
  readonly hash: Buffer;
  /** The keys of the writes that this one replaces. */
  readonly replaced: readonly string[];
};

export type WriteResponse = {
  readonly text: string;
  readonly replayed: boolean;
  /** Not before the write: a feed that has passed this position contains it. */
  readonly position: string;
};

/**
 * Two requests are the same if method, URL and body are. The body is the one that was sent, so that another version of the
 * service, with other rules or defaults, recognises a repeat.
 */
export function hashRequest(method: string, url: string, body: unknown): Buffer {
  return hash('sha256', `${method} ${url}\n${canonical(body)}`, 'buffer');
}

const LONGEST_KEY = 255;
const MOST_REPLACED = 100;

function isKey(text: string): boolean {
  return text.length > 0 && text.length <= LONGEST_KEY && /^[\x21-\x7e]+$/.test(text);
}

/** Reads Idempotency-Key: a string of the IETF draft, with or without its quotes. */
export function readKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const key = String(header).replace(/^"(.*)"$/, '$1');
  if (!isKey(key)) {
    throw invalid(
      'headers/idempotency-key',
      `expected one word of at most ${LONGEST_KEY} visible characters`
    );
  }
  return key;
}

/** Reads Doorstep-Replaces: keys separated by commas. */
export function readReplaced(header: string | string[] | undefined, key: string | null): string[] {
  if (header === undefined) return [];
  const keys = [
    ...new Set(
      String(header)
        .split(',')
        .map((text) => text.trim())
    ),
  ];
  if (key === null || keys.includes(key) || keys.length > MOST_REPLACED || !keys.every(isKey)) {
    const message = `expected the keys of at most ${MOST_REPLACED} other writes, and an Idempotency-Key`;
    throw invalid('headers/doorstep-replaces', message);
  }
  return keys;
}

/** Problems that say nothing about the request: it may be stored, and may be sent again. */
const UNDECIDED: ReadonlySet<ProblemCode> = new Set([
  'unauthenticated',
  'membership_removed',
  'membership_suspended',
  'membership_signed_out',
  'too_many_requests',
  'in_flight',
  'internal',
  'unavailable',
]);

/** Whether a problem refuses the request. */
export function isRefusal(code: ProblemCode): boolean {
  return !UNDECIDED.has(code);
}

const THIS_POSITION = `(SELECT epoch || '.' || doorstep_number(doorstep_space()) FROM change_epoch) AS position`;

/** The last number that was given: not before any write that this statement sees. */
const LAST_POSITION = `(SELECT epoch || '.' || doorstep_last_number() FROM change_epoch) AS position`;

const INSERT_KEY =
  'INSERT INTO idempotency_keys (group_id, key, user_id, request_hash) VALUES ($1, $2, $3, $4)';

type PositionRow = { position: string };

function positionOf([row]: PositionRow[]): string {
  if (!row) throw new Error('the feed has no epoch');
  return row.position;
}

/** A position that is not before anything this transaction reads. */
export async function getLastPosition(tx: Tx): Promise<string> {
  return positionOf(await query<PositionRow>(tx, `SELECT ${LAST_POSITION}`));
}

/** Makes a transaction that reads one that writes: its COMMIT waits until the synchronous standby has what it read. */
export function waitForStandby(tx: Tx): void {
  send(tx, `SELECT pg_logical_emit_message(true, 'doorstep', '')`);
}

/**
 * Writes once per key. The key, the write and the response are one transaction: none exists without the others. A repeat
 * violates the key's unique constraint; while the first request is still running it waits there, until lock_timeout ends the
 * wait with 409 in_flight.
 */
export async function writeOnce(
  database: Database,
  caller: Caller,
  request: WriteRequest,
  work: (tx: Tx) => Promise<unknown>
): Promise<WriteResponse> {
  const { key, hash } = request;
  try {
    return await database.write(caller, async (tx) => {
      const positioned =
        key === null ? query<PositionRow>(tx, `SELECT ${THIS_POSITION}`) : insertKey(tx, caller, key, hash);
      // Awaited after the work, which does not wait for it.
      positioned.catch(() => undefined);
      if (request.replaced.length > 0) await reserveReplaced(tx, caller, request);
      const response = await work(tx);
      const text = JSON.stringify(response);
      if (key !== null) {
        const update = 'UPDATE idempotency_keys SET response = $3 WHERE key = $1 AND user_id = $2';
        send(tx, update, [key, caller.userId, text]);
      }
      return { text, replayed: false, position: positionOf(await positioned) };
    });
  } catch (error) {
    if (!violatedUnique(error)?.startsWith('idempotency_keys_')) throw error;
    const first = await findFirstResponse(database, caller, request);
    if (!first) throw error;
    return first;
  }
}

function insertKey(tx: Tx, { groupId, userId }: Caller, key: string, hash: Buffer): Promise<PositionRow[]> {
  return query(tx, `${INSERT_KEY} RETURNING ${THIS_POSITION}`, [groupId, key, userId, hash]);
}

const RESERVE_KEYS = `INSERT INTO idempotency_keys (group_id, key, user_id, replaced_by)
  SELECT $1, replaced, $2, $3 FROM unnest($4::text[]) AS replaced ORDER BY replaced
  ON CONFLICT (group_id, key, user_id) DO NOTHING`;

/** A key that was reserved before was replaced by a write that is stored. */
const STORED_RESPONSE = `SELECT stored.response FROM idempotency_keys named
  JOIN idempotency_keys stored
    ON stored.user_id = named.user_id AND stored.key = coalesce(named.replaced_by, named.key)
  WHERE named.user_id = $1 AND named.key = ANY($3::text[]) AND stored.key <> $2 LIMIT 1`;

/**
 * Reserves the replaced keys of the caller, so that a late request with one of them is refused. Waits for a request with one
 * of them that is still running. If one is stored, the write is refused.
 */
async function reserveReplaced(tx: Tx, caller: Caller, { key, replaced }: WriteRequest): Promise<void> {
  send(tx, RESERVE_KEYS, [caller.groupId, caller.userId, key, replaced]);
  const [stored] = await query<{ response: string }>(tx, STORED_RESPONSE, [caller.userId, key, replaced]);
  if (!stored) return;
  const { data } = JSON.parse(stored.response) as { data: unknown };
  throw new ProblemError('replaced_stored', { stored: data });
}

type KeyRow = {
  user_id: number;
  request_hash: Buffer | null;
  response: string | null;
  replaced_by: string | null;
  position: string;
};

/**
 * The caller's own row, also if it is reserved, or the row of the person to whom the key belongs. The lock makes the transaction
 * one that writes: its COMMIT waits for the synchronous standby, which may not have the first write yet.
 */
const SELECT_KEY = `SELECT user_id, request_hash, response, replaced_by, ${LAST_POSITION} FROM idempotency_keys
  WHERE key = $1 AND (user_id = $2 OR replaced_by IS NULL) ORDER BY user_id = $2 DESC LIMIT 1 FOR NO KEY UPDATE`;

/**
 * Finds the first response to a request; null if its key is free. Throws if the key belongs to another request. The insert
 * has no effect but to wait for a request with this key that is still running.
 */
export async function findFirstResponse(
  database: Database,
  caller: Caller,
  { key, hash }: WriteRequest
): Promise<WriteResponse | null> {
  const [first] = await database.write(caller, async (tx) => {
    send(tx, 'SAVEPOINT before_key');
    await query(tx, `${INSERT_KEY} ON CONFLICT DO NOTHING`, [caller.groupId, key, caller.userId, hash]);
    send(tx, 'ROLLBACK TO SAVEPOINT before_key');
    return query<KeyRow>(tx, SELECT_KEY, [key, caller.userId]);
  });
  if (!first) return null;
  if (first.replaced_by !== null) throw new ProblemError('replaced');
  if (first.response === null || first.user_id !== caller.userId || !first.request_hash?.equals(hash)) {
    throw new ProblemError('key_reused');
  }
  return { text: first.response, replayed: true, position: first.position };
}

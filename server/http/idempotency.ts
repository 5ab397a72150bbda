import { hash } from 'node:crypto';

import { canonical } from '../store/canonical';
import { type Caller, type Database, type Tx, query, send } from '../store/database';
import { violatedUnique } from '../store/postgresErrors';
import { ProblemError } from './problems';

/** Identifies a request that writes. */
export type WriteRequest = {
  /** The Idempotency-Key, if one was sent and the service supports it. */
  readonly key: string | null;
  readonly hash: Buffer;
};

export type WriteAnswer = { readonly text: string; readonly replayed: boolean };

/** Two requests are the same if method, URL and body are. */
export function hashRequest(method: string, url: string, body: unknown): Buffer {
  return hash('sha256', `${method} ${url}\n${canonical(body)}`, 'buffer');
}

const LONGEST_KEY = 255;

/** Reads the header: a string of the IETF draft, with or without its quotes. */
export function readKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const key = typeof header === 'string' ? header.replace(/^"(.*)"$/, '$1') : '';
  if (key.length === 0 || key.length > LONGEST_KEY || !/^[\x21-\x7e]+$/.test(key)) {
    const message = `expected one word of at most ${LONGEST_KEY} visible characters`;
    throw new ProblemError('invalid', { errors: [{ location: 'headers/idempotency-key', message }] });
  }
  return key;
}

const INSERT_KEY =
  'INSERT INTO idempotency_keys (group_id, key, user_id, request_hash) VALUES ($1, $2, $3, $4)';

/**
 * Writes once per key. The key, the write and the response are one transaction: none exists without the others. A repeat
 * violates the key's unique constraint; while the first request is still running it waits there, until lock_timeout ends the
 * wait with 409 in_flight.
 */
export async function writeOnce(
  database: Database,
  caller: Caller,
  { key, hash }: WriteRequest,
  work: (tx: Tx) => Promise<unknown>
): Promise<WriteAnswer> {
  if (key === null) {
    const response = await database.write(caller, work);
    return { text: JSON.stringify(response), replayed: false };
  }
  try {
    const text = await database.write(caller, async (tx) => {
      send(tx, INSERT_KEY, [caller.groupId, key, caller.userId, hash]);
      const response = JSON.stringify(await work(tx));
      send(tx, 'UPDATE idempotency_keys SET answer = $2 WHERE key = $1', [key, response]);
      return response;
    });
    return { text, replayed: false };
  } catch (error) {
    if (violatedUnique(error) !== 'idempotency_keys_pkey') throw error;
    return { text: await getFirstResponse(database, caller, key, hash), replayed: true };
  }
}

type KeyRow = { user_id: number; request_hash: Buffer; answer: string | null };

async function getFirstResponse(
  database: Database,
  caller: Caller,
  key: string,
  hash: Buffer
): Promise<string> {
  const [first] = await database.read(caller, (tx) =>
    query<KeyRow>(tx, 'SELECT user_id, request_hash, answer FROM idempotency_keys WHERE key = $1', [key])
  );
  if (!first || first.user_id !== caller.userId || !first.request_hash.equals(hash)) {
    throw new ProblemError('key_reused');
  }
  if (first.answer === null) throw new ProblemError('in_flight', {}, { 'retry-after': '1' });
  return first.answer;
}

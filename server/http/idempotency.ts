import { hash } from 'node:crypto';

import { canonical } from '../store/canonical';
import type { AtOnce, Caller, Database, Tx } from '../store/database';
import { repeatedIn } from '../store/postgresErrors';
import { statement } from '../store/prepared';
import { ProblemError } from './problems';

/** A request that writes, as far as telling it from another one goes. */
export type WriteRequest = {
  /** The Idempotency-Key, where one was sent and the service heeds it. */
  readonly key: string | null;
  readonly hash: Buffer;
};

export type WriteAnswer = { readonly text: string; readonly replayed: boolean };

/** What makes a request the same request: where it goes and what it says. */
export function hashRequest(method: string, url: string, body: unknown): Buffer {
  return hash('sha256', `${method} ${url}\n${canonical(body)}`, 'buffer');
}

const LONGEST_KEY = 255;

/** Reads the header: a string of the IETF draft, with or without its quotes. */
export function readKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const key = typeof header === 'string' ? header.replace(/^"(.*)"$/, '$1') : '';
  if (key.length === 0 || key.length > LONGEST_KEY || !/^[\x21-\x7e]+$/.test(key)) {
    const message = `one word of at most ${LONGEST_KEY} visible characters is due`;
    throw new ProblemError('invalid', { errors: [{ location: 'headers/idempotency-key', message }] });
  }
  return key;
}

const claimed = statement(
  'key_claim',
  'INSERT INTO idempotency_keys (group_id, key, user_id, request_hash) VALUES ($1, $2, $3, $4)'
);
const answered = statement('key_answer', 'UPDATE idempotency_keys SET answer = $2 WHERE key = $1');
const remembered = statement<{ user_id: number; request_hash: Buffer; answer: string | null }>(
  'key_find',
  'SELECT user_id, request_hash, answer FROM idempotency_keys WHERE key = $1'
);

/**
 * Writes once per key. The key, what was written and the answer are one transaction: there is no moment in
 * which one is there without the others. A repeat runs into the key's unique constraint; while the first is
 * still at work, it waits there (lock_timeout ends the wait, and becomes 409 in_flight).
 */
export async function writeOnce(
  database: Database,
  caller: Caller,
  { key, hash }: WriteRequest,
  work: (tx: Tx) => Promise<unknown>
): Promise<WriteAnswer> {
  if (key === null) {
    const answer = await database.write(caller, work);
    return { text: JSON.stringify(answer), replayed: false };
  }
  try {
    const text = await database.write(caller, async (tx, follow) => {
      // Both leave at once: should the key be taken, the database refuses everything that comes after it.
      const claiming = claimed(tx, [caller.groupId, key, caller.userId, hash]);
      const [claim, done] = await Promise.allSettled([claiming, work(tx)]);
      if (claim.status === 'rejected') throw claim.reason;
      if (done.status === 'rejected') throw done.reason;
      const answer = JSON.stringify(done.value);
      follow(answered(tx, [key, answer]));
      return answer;
    });
    return { text, replayed: false };
  } catch (error) {
    return repeatOf(error, database, caller, { key, hash });
  }
}

/** The same for work that is one message and puts the key and the answer in its place itself. Null when it refuses. */
export async function writeOnceAtOnce(
  database: Database,
  caller: Caller,
  request: WriteRequest,
  work: (at: AtOnce) => Promise<string | null>
): Promise<WriteAnswer | null> {
  try {
    const text = await database.writeAtOnce(caller, work);
    return text === null ? null : { text, replayed: false };
  } catch (error) {
    return repeatOf(error, database, caller, request);
  }
}

/** The first answer, where what went wrong is that the key was there already. */
async function repeatOf(
  error: unknown,
  database: Database,
  caller: Caller,
  { key, hash }: WriteRequest
): Promise<WriteAnswer> {
  if (key === null || repeatedIn(error) !== 'idempotency_keys_pkey') throw error;
  return { text: await firstAnswer(database, caller, key, hash), replayed: true };
}

async function firstAnswer(database: Database, caller: Caller, key: string, hash: Buffer): Promise<string> {
  const [first] = await database.read(caller, (tx) => remembered(tx, [key]));
  if (!first || first.user_id !== caller.userId || !first.request_hash.equals(hash)) {
    throw new ProblemError('key_reused');
  }
  if (first.answer === null) throw new ProblemError('in_flight', {}, { 'retry-after': '1' });
  return first.answer;
}

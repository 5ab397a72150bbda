import { sql } from 'drizzle-orm';

import type { Tx } from '../store/database';
import { hashToken } from './tokens';

/** A token bucket per subject: `capacity` tokens, and one more every `secondsPerOne`. */
export type Limit = { readonly name: string; readonly capacity: number; readonly secondsPerOne: number };

export type TakeResult = { kind: 'taken' } | { kind: 'empty'; retryAfterSeconds: number };

/** Gives a token back. */
export async function returnToken(tx: Tx, { name, capacity }: Limit, subject: string): Promise<void> {
  await tx.execute(sql`UPDATE sign_in_limits SET level = least(${capacity}, level + 1)
    WHERE key = ${hashToken(`${name}:${subject}`)}`);
}

/** Takes a token from the bucket of each subject, in this order. The first empty one refuses. */
export async function takeTokens(
  tx: Tx,
  buckets: readonly (readonly [Limit, string])[]
): Promise<TakeResult> {
  for (const [limit, subject] of buckets) {
    const taken = await takeToken(tx, limit, subject);
    if (taken.kind === 'empty') return taken;
  }
  return { kind: 'taken' };
}

/** Takes a token from the bucket of this subject. The bucket is in the database, shared by all processes. */
export async function takeToken(tx: Tx, limit: Limit, subject: string): Promise<TakeResult> {
  const { name, capacity, secondsPerOne } = limit;
  const key = hashToken(`${name}:${subject}`);
  const regained = sql`greatest(0, extract(epoch FROM clock_timestamp() - l.measured_at)) / ${secondsPerOne}`;
  const level = sql`least(${capacity}, l.level + ${regained})`;
  const taken = await tx.execute(sql`
    INSERT INTO sign_in_limits AS l (key, level, measured_at)
    VALUES (${key}, ${capacity - 1}, clock_timestamp())
    ON CONFLICT (key) DO UPDATE SET level = ${level} - 1, measured_at = clock_timestamp()
      WHERE ${level} >= 1
    RETURNING 1`);
  if (taken.rows.length > 0) return { kind: 'taken' };
  const { rows } = await tx.execute<{ missing: number }>(
    sql`SELECT (1 - ${level})::float8 AS missing FROM sign_in_limits l WHERE key = ${key}`
  );
  const seconds = Math.ceil((rows[0]?.missing ?? 1) * secondsPerOne);
  return { kind: 'empty', retryAfterSeconds: Math.max(1, seconds) };
}

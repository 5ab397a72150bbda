import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';

import { type Database, query } from '../store/database';
import { REFRESH_TOKEN_SECONDS } from './refreshTokens';

const EVERY_MS = 60 * 60 * 1000;

const MOST_SHORTENED = 2_000;

/** Shortens the responses that their space stores no longer, in small transactions. The keys stay: a repeat is recognised. */
async function shortenResponses(database: Database, stopping: AbortSignal): Promise<void> {
  const shorten = sql`UPDATE idempotency_keys SET response = doorstep_short_response(response), is_short = true
    WHERE (group_id, key, user_id) IN (
      SELECT k.group_id, k.key, k.user_id FROM spaces s JOIN idempotency_keys k ON k.group_id = s.group_id
      WHERE NOT k.is_short AND k.created_at < now() - make_interval(days => s.response_days)
      LIMIT ${MOST_SHORTENED} FOR UPDATE OF k SKIP LOCKED)`;
  let shortened: number | null;
  do ({ rowCount: shortened } = await database.maintain((tx) => tx.execute(shorten)));
  while (shortened === MOST_SHORTENED && !stopping.aborted);
}

/** Runs a statement that does a part and counts it, each part in a transaction, until nothing is left or the signal aborts. */
async function repeat(
  database: Database,
  stopping: AbortSignal,
  statement: string,
  values: unknown[]
): Promise<void> {
  let done: { count: number } | undefined;
  do [done] = await database.maintain((tx) => query<{ count: number }>(tx, statement, values));
  while (done && done.count > 0 && !stopping.aborted);
}

/** A phone that sends no request for longer is signed out, and starts over when it signs in. */
const DELETED_CHANGE_DAYS = REFRESH_TOKEN_SECONDS / (24 * 60 * 60);
const MOST_PRUNED = 10_000;

/** Deletes in small transactions the record of what has left a bucket of the feed long ago. */
async function pruneChanges(database: Database, stopping: AbortSignal): Promise<void> {
  const prune = 'SELECT doorstep_prune_changes($1, $2) AS count';
  await repeat(database, stopping, prune, [DELETED_CHANGE_DAYS, MOST_PRUNED]);
}

const MOST_ENDED = 500;

/** Ends look-ups in small transactions: gifts of the space wait for each. */
async function endLookUps(database: Database, stopping: AbortSignal): Promise<void> {
  await repeat(database, stopping, 'SELECT doorstep_end_look_ups($1) AS count', [MOST_ENDED]);
}

export const REMOVE_REFRESH_TOKENS = `DELETE FROM refresh_tokens
  WHERE expires_at < now() OR (successor_salt IS NULL AND used_at < now() - interval '30 days')`;

const NEVER = new AbortController().signal;

/**
 * Deletes expired rows, and what its space stores no longer. Used refresh tokens stay for a while, to recognise a copied token. A
 * service that stops waits for the part that is running, and leaves the others to the next one.
 */
export async function removeExpired(database: Database, stopping = NEVER): Promise<void> {
  for (const remove of [shortenResponses, pruneChanges, endLookUps]) {
    if (stopping.aborted) return;
    await remove(database, stopping);
  }
  if (stopping.aborted) return;
  await database.maintain(async (tx) => {
    await tx.execute(sql`DELETE FROM sign_in_artifacts WHERE expires_at < now()`);
    await tx.execute(sql`DELETE FROM sign_in_codes WHERE expires_at < now() - interval '1 hour'`);
    await tx.execute(sql`DELETE FROM newcomer_codes WHERE created_at < now() - interval '1 day'`);
    await tx.execute(sql`DELETE FROM sign_in_limits WHERE measured_at < now() - interval '1 day'`);
    await tx.execute(sql`DELETE FROM request_limits WHERE full_at < now()`);
    await tx.execute(sql`DELETE FROM mail_changes
      WHERE counted_from < now() - interval '1 day' AND (mail IS NULL OR expires_at < now())`);
    // Mail of no space is part of a sign-in.
    await tx.execute(sql`DELETE FROM mails m WHERE ended_at < now() - make_interval(days => coalesce(
      (SELECT s.mail_days FROM spaces s WHERE s.group_id = m.group_id), 30))`);
    await tx.execute(sql`DELETE FROM audit a USING spaces s
      WHERE s.group_id = a.group_id AND a.at < now() - make_interval(days => s.audit_days)`);
    await tx.execute(sql`DELETE FROM board_reports WHERE received_at < now() - interval '7 days'`);
    // The last token of a device stays as long as the device: with it a phone that was off for weeks detects that its owner left.
    await tx.execute(sql`DELETE FROM access_tokens t WHERE expires_at < now() - interval '7 days' AND (t.device_id IS NULL
      OR EXISTS (SELECT 1 FROM access_tokens n WHERE n.device_id = t.device_id AND n.created_at > t.created_at))`);
    await query(tx, REMOVE_REFRESH_TOKENS);
    await tx.execute(sql`
      DELETE FROM devices d WHERE created_at < now() - interval '1 day'
        AND NOT EXISTS (SELECT 1 FROM refresh_tokens r WHERE r.device_id = d.id)`);
  });
}

/** Cleans up every hour, until the signal aborts. */
export async function startCleanup(
  database: Database,
  log: FastifyBaseLogger,
  signal: AbortSignal
): Promise<void> {
  while (await sleep(EVERY_MS, true, { ref: false, signal }).catch(() => false)) {
    await removeExpired(database, signal).catch(() => log.warn('expired rows could not be deleted'));
  }
}

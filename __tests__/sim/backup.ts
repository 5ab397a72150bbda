import { sql } from 'drizzle-orm';

import type { Tx } from '../../server/store/database';
import type { Backup } from './service';

/** Backups of one space. The service restores a complete database; the other spaces of a run must stay. */

const asArray = (ids: readonly number[]) => `{${ids.join(',')}}`;

export async function deleteBundles(tx: Tx, groupId: number, ids: readonly number[]): Promise<void> {
  const within = sql`group_id = ${groupId} AND bundle_id = ANY (${asArray(ids)}::bigint[])`;
  await tx.execute(sql`DELETE FROM receipts WHERE ${within}`);
  await tx.execute(sql`DELETE FROM counted_transactions WHERE ${within}`);
  await tx.execute(sql`DELETE FROM batch_transactions WHERE ${within}`);
  await tx.execute(sql`DELETE FROM bundle_history WHERE ${within}`);
  await tx.execute(sql`DELETE FROM donations WHERE ${within}`);
  await tx.execute(sql`DELETE FROM memberships WHERE ${within}`);
  await tx.execute(sql`DELETE FROM transactions WHERE ${within}`);
  await tx.execute(
    sql`DELETE FROM transaction_bundles WHERE group_id = ${groupId} AND id = ANY (${asArray(ids)}::bigint[])`
  );
}

export async function backUpSpace(tx: Tx, groupId: number): Promise<Backup> {
  const bundles = await tx.execute<{ id: string }>(
    sql`SELECT id FROM transaction_bundles WHERE group_id = ${groupId}`
  );
  const donations = await tx.execute<{ id: string }>(
    sql`SELECT id FROM donations WHERE group_id = ${groupId}`
  );
  const keys = await tx.execute<{ key: string }>(
    sql`SELECT key FROM idempotency_keys WHERE group_id = ${groupId}`
  );
  const comments = await tx.execute<{ id: string; comment: string | null }>(
    sql`SELECT id, comment FROM transactions WHERE group_id = ${groupId}`
  );
  return {
    bundleIds: bundles.rows.map(({ id }) => Number(id)),
    donationIds: donations.rows.map(({ id }) => Number(id)),
    keys: keys.rows.map(({ key }) => key),
    comments: comments.rows.map(({ id, comment }) => ({ id: Number(id), comment })),
  };
}

export async function restoreSpace(tx: Tx, groupId: number, backup: Backup): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT id FROM transaction_bundles WHERE group_id = ${groupId}
      AND id <> ALL (${asArray(backup.bundleIds)}::bigint[])`
  );
  const later = rows.map(({ id }) => Number(id));
  await deleteBundles(tx, groupId, later);
  await tx.execute(
    sql`DELETE FROM donations WHERE group_id = ${groupId} AND id <> ALL (${asArray(backup.donationIds)}::bigint[])`
  );
  for (const { id, comment } of backup.comments)
    await tx.execute(
      sql`UPDATE transactions SET comment = ${comment} WHERE group_id = ${groupId} AND id = ${id}`
    );
  await tx.execute(
    sql`DELETE FROM idempotency_keys WHERE group_id = ${groupId}
      AND key NOT IN (SELECT json_array_elements_text(${JSON.stringify(backup.keys)}::json))`
  );
  await tx.execute(
    sql`DELETE FROM change_log WHERE group_id = ${groupId} AND kind = 'transaction_bundle'
      AND id = ANY (${asArray(later)}::bigint[])`
  );
  // Numbers are given again, and readers of the feed start over, as after a restore of the complete database.
  if (later.length > 0)
    await tx.execute(
      sql`SELECT setval(pg_get_serial_sequence('transaction_bundles', 'id'), ${Math.min(...later)}, false)`
    );
  await tx.execute(sql`UPDATE change_epoch SET epoch = md5(epoch)`);
}

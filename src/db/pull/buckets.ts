import { type ChangeKind } from '@/contract/changes';

import { insertMany, type BulkInsert } from '../bulk';
import { listReferenced } from '../expiredContacts';
import { getFact } from '../facts';
import { type Scope } from '../scopes';
import { type Reader, type Transaction } from '../store';
import { removeRecords, type ListName } from './listings';

/** Kinds of the feed that are lists; the transaction settings are one record. */
export type ListedKind = Exclude<ChangeKind, 'transaction_settings'>;

/** The list of the records of a kind. */
export const listOf: Record<ListedKind, ListName> = {
  role: 'roles',
  user: 'users',
  team: 'teams',
  action: 'actions',
  form: 'forms',
  contact: 'contacts',
  membership_price_group: 'membership_price_groups',
  donation_price: 'donation_prices',
  transaction_status: 'transaction_statuses',
  transaction_bundle: 'transaction_bundles',
  visit: 'visits',
  cash_record: 'cash_records',
  answers: 'answers',
};
const kinds = Object.keys(listOf) as ListedKind[];

/** Buckets that exist on the phone only. The service drops none of them. */
const held = 'phone:held';
export const lookedUp = 'phone:looked_up';
const lookedUpPrefix = `${lookedUp}:`;
/** What buckets contained before they are read again from their start. It is dropped at the end of the feed. */
const beforeRestart = 'phone:before_restart';

const lookedUpOn = (day: string) => `${lookedUpPrefix}${day}`;
const isLookedUp = (bucket: string) => bucket.startsWith(lookedUpPrefix);
const isOfPhone = (bucket: string) => bucket === held || isLookedUp(bucket);
const isOfService = (bucket: string) => !isOfPhone(bucket) && bucket !== beforeRestart;

const insert: BulkInsert = {
  into: 'bucket_records',
  shared: ['scope_id', 'bucket', 'kind'],
  columns: ['id'],
  onConflict: 'ON CONFLICT DO NOTHING',
};

/** Steps from bucket to bucket in the index: there are few of them and many records. */
async function listBuckets(reader: Reader, scope: Scope): Promise<string[]> {
  const rows = await reader.all<{ bucket: string }>(
    `WITH RECURSIVE names (bucket) AS (
       SELECT min(bucket) FROM bucket_records WHERE scope_id = ?1
       UNION ALL
       SELECT (SELECT min(bucket) FROM bucket_records WHERE scope_id = ?1 AND bucket > names.bucket)
       FROM names WHERE bucket IS NOT NULL)
     SELECT bucket FROM names WHERE bucket IS NOT NULL`,
    [scope.id]
  );
  return rows.map(({ bucket }) => bucket);
}

export async function enterBucket(
  tx: Transaction,
  scope: Scope,
  bucket: string,
  kind: ListedKind,
  ids: readonly number[]
): Promise<void> {
  await insertMany(
    tx,
    insert,
    [scope.id, bucket, kind],
    ids.map((id) => [id])
  );
}

/**
 * Takes records out of a bucket. The feed does not distinguish a record that left from one that was deleted, so that a
 * contact is not looked up any more either.
 */
export async function leaveBucket(
  tx: Transaction,
  scope: Scope,
  bucket: string,
  kind: ListedKind,
  ids: readonly number[]
): Promise<void> {
  const buckets = await listBuckets(tx, scope);
  await removeFrom(tx, scope, [bucket, ...(kind === 'contact' ? buckets.filter(isLookedUp) : [])], kind, ids);
  await removeOrphans(tx, scope, kind, ids);
}

/** A contact that was fetched alone stays until `removeLookedUpBefore` the day of the first time. */
export async function enterLookedUp(tx: Transaction, scope: Scope, id: number, day: string): Promise<void> {
  const days = (await listBuckets(tx, scope)).filter(isLookedUp);
  const [earlier] = await listAmong(tx, scope, 'contact', days, [id]);
  if (earlier === undefined) await enterBucket(tx, scope, lookedUpOn(day), 'contact', [id]);
}

/** The service does not have the contact any more, or does not show it. */
export async function leaveLookedUp(tx: Transaction, scope: Scope, id: number): Promise<void> {
  const days = (await listBuckets(tx, scope)).filter(isLookedUp);
  if (days.length === 0) return;
  if ((await removeFrom(tx, scope, days, 'contact', [id])) > 0)
    await removeOrphans(tx, scope, 'contact', [id]);
}

/**
 * Deletes contacts that were looked up before a day. One that a bundle refers to stays, unless the person chose whose
 * people this phone holds.
 */
export async function removeLookedUpBefore(tx: Transaction, scope: Scope, day: string): Promise<void> {
  const isChosen = (await getFact(tx, scope, 'held_actions')) !== null;
  const days = (await listBuckets(tx, scope)).filter(isLookedUp);
  const old = days.filter((bucket) => bucket < lookedUpOn(day));
  if (old.length === 0) return;
  const gone = await tx.all<{ id: number }>(
    `DELETE FROM bucket_records WHERE scope_id = ?1 AND bucket IN (SELECT value FROM json_each(?2))
     AND (?3 OR id NOT IN (SELECT contact_id FROM bundle_contacts WHERE scope_id = ?1)) RETURNING id`,
    [scope.id, JSON.stringify(old), isChosen ? 1 : 0]
  );
  await removeOrphans(
    tx,
    scope,
    'contact',
    gone.map(({ id }) => id)
  );
}

/** Contacts that no bucket of the service contains: the feed does not report their changes. */
export async function listOnlyLookedUp(reader: Reader, scope: Scope): Promise<number[]> {
  const buckets = await listBuckets(reader, scope);
  const days = buckets.filter(isLookedUp);
  return listIdsOnlyIn(reader, scope, 'contact', days, buckets.filter(isOfService));
}

/**
 * The service reads buckets from their start: everything in them has to be named again until the end of the feed. A phone
 * without a cursor restarts all buckets, and what it downloaded without a feed.
 */
export async function restartBuckets(
  tx: Transaction,
  scope: Scope,
  restarted: readonly string[] | 'all'
): Promise<void> {
  if (restarted === 'all') {
    for (const kind of kinds) {
      await tx.run(
        `INSERT OR IGNORE INTO bucket_records SELECT scope_id, ?2, ?3, id FROM ${listOf[kind]} WHERE scope_id = ?1`,
        [scope.id, beforeRestart, kind]
      );
    }
    await removeBuckets(tx, scope, (await listBuckets(tx, scope)).filter(isOfService));
    // In a feed the teams of others are among the teams.
    await tx.run('DELETE FROM public_teams WHERE scope_id = ?', [scope.id]);
  } else if (restarted.length > 0) {
    await tx.run(
      `UPDATE OR REPLACE bucket_records SET bucket = ?2
       WHERE scope_id = ?1 AND bucket IN (SELECT value FROM json_each(?3))`,
      [scope.id, beforeRestart, JSON.stringify(restarted)]
    );
  }
}

export type DroppedBucket = { bucket: string; contacts: number };

/**
 * At the end of the feed: drops the buckets that the caller does not have, and what restarted ones did not name.
 * `current` is undefined where the service does not name its buckets. Returns the dropped buckets of the service, with the
 * number of contacts that are in no other.
 */
export async function dropOtherBuckets(
  tx: Transaction,
  scope: Scope,
  current: readonly string[] | undefined
): Promise<DroppedBucket[]> {
  const buckets = await listBuckets(tx, scope);
  const isKept = (bucket: string) =>
    isOfPhone(bucket) || (bucket !== beforeRestart && (current?.includes(bucket) ?? true));
  const dropped = buckets.filter((bucket) => !isKept(bucket));
  if (dropped.length === 0) return [];
  const kept = buckets.filter(isKept);
  const lost: DroppedBucket[] = [];
  for (const bucket of dropped.filter(isOfService)) {
    // A contact of two dropped buckets counts once.
    const others = [...kept, ...lost.map((counted) => counted.bucket)];
    const { length } = await listIdsOnlyIn(tx, scope, 'contact', [bucket], others);
    lost.push({ bucket, contacts: length });
  }
  for (const kind of kinds) {
    await removeOrHold(tx, scope, kind, await listIdsOnlyIn(tx, scope, kind, dropped, kept));
  }
  await removeBuckets(tx, scope, dropped);
  return lost;
}

/** Deletes the contacts that stayed only for an unsent record or a draft which is done. */
export async function releaseHeld(tx: Transaction, scope: Scope): Promise<void> {
  const rows = await tx.all<{ id: number }>(
    "SELECT id FROM bucket_records WHERE scope_id = ? AND bucket = ? AND kind = 'contact'",
    [scope.id, held]
  );
  if (rows.length === 0) return;
  const referenced = await listReferenced(tx, scope);
  const released = rows.map(({ id }) => id).filter((id) => !referenced.has(id));
  await removeFrom(tx, scope, [held], 'contact', released);
  await removeOrphans(tx, scope, 'contact', released);
}

/** How many contacts of each bucket are on this phone. Those that were looked up are one bucket. */
export async function countContactsByBucket(reader: Reader, scope: Scope): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const bucket of await listBuckets(reader, scope)) {
    const row = await reader.get<{ count: number }>(
      "SELECT count(*) AS count FROM bucket_records WHERE scope_id = ? AND bucket = ? AND kind = 'contact'",
      [scope.id, bucket]
    );
    const name = isLookedUp(bucket) ? lookedUp : bucket;
    counts.set(name, (counts.get(name) ?? 0) + (row?.count ?? 0));
  }
  return counts;
}

async function removeFrom(
  tx: Transaction,
  scope: Scope,
  buckets: readonly string[],
  kind: ListedKind,
  ids: readonly number[]
): Promise<number> {
  const { changes } = await tx.run(
    `DELETE FROM bucket_records WHERE scope_id = ? AND bucket IN (SELECT value FROM json_each(?)) AND kind = ?
     AND id IN (SELECT value FROM json_each(?))`,
    [scope.id, JSON.stringify(buckets), kind, JSON.stringify(ids)]
  );
  return changes;
}

async function removeBuckets(tx: Transaction, scope: Scope, buckets: readonly string[]): Promise<void> {
  await tx.run(
    'DELETE FROM bucket_records WHERE scope_id = ? AND bucket IN (SELECT value FROM json_each(?))',
    [scope.id, JSON.stringify(buckets)]
  );
}

/** The ids in some buckets and in none of the others. */
async function listIdsOnlyIn(
  reader: Reader,
  scope: Scope,
  kind: ListedKind,
  buckets: readonly string[],
  others: readonly string[]
): Promise<number[]> {
  const rows = await reader.all<{ id: number }>(
    `SELECT DISTINCT id FROM bucket_records AS here WHERE scope_id = ?1 AND kind = ?2
     AND bucket IN (SELECT value FROM json_each(?3)) AND NOT EXISTS (
       SELECT 1 FROM bucket_records AS elsewhere WHERE scope_id = ?1 AND kind = ?2
       AND bucket IN (SELECT value FROM json_each(?4)) AND elsewhere.id = here.id)`,
    [scope.id, kind, JSON.stringify(buckets), JSON.stringify(others)]
  );
  return rows.map(({ id }) => id);
}

/** Deletes those of the records that are in no bucket. */
async function removeOrphans(
  tx: Transaction,
  scope: Scope,
  kind: ListedKind,
  ids: readonly number[]
): Promise<void> {
  if (ids.length === 0) return;
  const present = new Set(await listAmong(tx, scope, kind, await listBuckets(tx, scope), ids));
  await removeOrHold(
    tx,
    scope,
    kind,
    ids.filter((id) => !present.has(id))
  );
}

/** Those of the records that are in one of the buckets. */
async function listAmong(
  reader: Reader,
  scope: Scope,
  kind: ListedKind,
  buckets: readonly string[],
  ids: readonly number[]
): Promise<number[]> {
  const rows = await reader.all<{ id: number }>(
    `SELECT DISTINCT id FROM bucket_records WHERE scope_id = ? AND bucket IN (SELECT value FROM json_each(?))
     AND kind = ? AND id IN (SELECT value FROM json_each(?))`,
    [scope.id, JSON.stringify(buckets), kind, JSON.stringify(ids)]
  );
  return rows.map(({ id }) => id);
}

/**
 * Deletes records that are in no bucket. A contact that an unsent record or a draft refers to stays until that is done.
 * Other kinds never stay: a bundle or visit on the phone proves that the service has it.
 */
async function removeOrHold(
  tx: Transaction,
  scope: Scope,
  kind: ListedKind,
  ids: readonly number[]
): Promise<void> {
  if (ids.length === 0) return;
  const referenced = kind === 'contact' ? await listReferenced(tx, scope) : new Set<number>();
  const needed = ids.filter((id) => referenced.has(id));
  await enterBucket(tx, scope, held, kind, needed);
  const gone = needed.length === 0 ? ids : ids.filter((id) => !referenced.has(id));
  await removeRecords(tx, scope, listOf[kind], gone);
}

import type { z } from 'zod';

import { CHANGE_KINDS, type ActionSizesSchema, type ChangeKind } from '@/contract/changes';

import { listActionsForFeed } from './actions';
import { listAnswersByIds } from './answers';
import { listBundlesByIds } from './bundles';
import {
  getTransactionSettings,
  listDonationPricesByIds,
  listMembershipPriceGroupsByIds,
  listRoles,
  listTransactionStatusesByIds,
  roleAnswer,
} from './catalogue';
import { listCashRecordsByIds } from './cashRecords';
import { listContactsByIds } from './contacts';
import { type Caller, type Tx, query } from './database';
import { listFormsByIds } from './forms';
import { type BucketPoint, type FeedPoint, type FeedPosition, START, advance } from './feedPosition';
import { listTeamsForFeed } from './teams';
import { feedUserAnswer, listPeopleByIds } from './users';
import { listVisitsByIds } from './visits';

type ChangeRow = FeedPoint & { bucket: string; deleted: boolean };
export type FeedChange = {
  bucket: string;
  kind: ChangeKind;
  id: number;
  deleted?: true;
  record?: Record<string, unknown>;
};
export type FeedPage = {
  changes: FeedChange[];
  end: FeedPosition;
  more: boolean;
  /** The number of all changes ahead, on a page that restarts a bucket. */
  total?: number;
  /** All buckets of the caller. */
  buckets: string[];
  /** The buckets that start over: what they do not name up to the end of the feed is not in them. */
  restarted: string[];
  epoch: string;
};

const NOW = `SELECT epoch, CASE WHEN $1::bigint[] IS NULL THEN doorstep_buckets() ELSE doorstep_buckets_holding($1) END AS buckets,
  doorstep_is_lost($2) AS lost FROM change_epoch`;
type NowRow = { epoch: string; buckets: string[]; lost: boolean };
const CHANGES_AFTER =
  'SELECT bucket, kind, id, number, deleted FROM doorstep_changes_after($1, $2, $3, $4, $5, $6)';
const PRUNED_BUCKETS = 'SELECT bucket FROM doorstep_pruned_buckets($1, $2, $3, $4, $5) AS bucket';
const COUNT_CHANGES = 'SELECT doorstep_changes_ahead($1, $2, $3, $4, $5) AS count';

type Loader = (
  tx: Tx,
  caller: Caller,
  ids: readonly number[]
) => Promise<Map<number, Record<string, unknown>>>;

function byId<Item extends Record<string, unknown>>(
  items: readonly Item[],
  idOf: (item: Item) => number
): Map<number, Record<string, unknown>> {
  return new Map(items.map((item) => [idOf(item), item]));
}

const ownId = ({ id }: { id: number }) => id;

/** Loads the records of each kind that the caller may see. A record that is not returned is deleted for the caller. */
const LOADERS: { readonly [Kind in ChangeKind]: Loader } = {
  role: async (tx) => byId((await listRoles(tx)).map(roleAnswer), ownId),
  user: async (tx, caller, ids) =>
    byId(
      (await listPeopleByIds(tx, ids)).map((person) => feedUserAnswer(person, caller)),
      ownId
    ),
  team: async (tx, caller, ids) => byId(await listTeamsForFeed(tx, caller, ids), ownId),
  action: async (tx, caller, ids) =>
    byId(await listActionsForFeed(tx, caller, ids), ({ Action }) => Action.id),
  form: async (tx, _caller, ids) => byId(await listFormsByIds(tx, ids), ownId),
  contact: async (tx, _caller, ids) => byId(await listContactsByIds(tx, ids), ownId),
  membership_price_group: async (tx, _caller, ids) =>
    byId(await listMembershipPriceGroupsByIds(tx, ids), ownId),
  donation_price: async (tx, _caller, ids) => byId(await listDonationPricesByIds(tx, ids), ownId),
  transaction_status: async (tx, _caller, ids) => byId(await listTransactionStatusesByIds(tx, ids), ownId),
  transaction_settings: async (tx) => {
    const settings = await getTransactionSettings(tx);
    return new Map(settings ? [[0, settings]] : []);
  },
  transaction_bundle: async (tx, _caller, ids) => byId(await listBundlesByIds(tx, ids), ownId),
  visit: async (tx, _caller, ids) => byId(await listVisitsByIds(tx, ids), ownId),
  answers: async (tx, _caller, ids) => byId(await listAnswersByIds(tx, ids), ownId),
  cash_record: async (tx, _caller, ids) => byId(await listCashRecordsByIds(tx, ids), ownId),
};

/** What a caller sees besides the buckets: with another role the same bucket contains other records. */
function viewOf(caller: Caller): string {
  return `${caller.groupId}/${caller.userId}/${caller.roleType}`;
}

/** How many contacts the caller sees of each action that they can hold, and in all. */
export async function listActionSizes(tx: Tx): Promise<z.input<typeof ActionSizesSchema>> {
  const text = 'SELECT action_id, contacts FROM doorstep_action_sizes() ORDER BY action_id';
  const [all, ...actions] = await query<{ action_id: number; contacts: number }>(tx, text);
  return { contacts: all?.contacts ?? 0, actions };
}

/**
 * The next changes after a position. A bucket that is not in the position, or lacks a change that is pruned, starts from
 * its beginning. Every bucket does if the position is of another epoch or view, or after changes that are lost. Buckets, log and
 * records are of one snapshot: a reader who loses a bucket meanwhile would get its records as deleted, and never again.
 */
export async function listChanges(
  tx: Tx,
  caller: Caller,
  after: FeedPosition | null,
  options: { limit: number; hold?: readonly number[] | null; horizon: number }
): Promise<FeedPage> {
  const { limit, hold = null, horizon } = options;
  const seen = Math.max(0, ...[...(after?.points.values() ?? [])].map(({ number }) => number));
  const [now] = await query<NowRow>(tx, NOW, [hold, seen]);
  if (!now) throw new Error('the feed has no epoch');
  const { epoch, buckets } = now;
  const view = viewOf(caller);
  const isUsable = after !== null && after.epoch === epoch && after.view === view && !now.lost;
  const known = isUsable ? after.points : new Map<string, BucketPoint>();
  const restarted = buckets.filter((bucket) => !known.has(bucket));
  const start = new Map(buckets.map((bucket) => [bucket, known.get(bucket) ?? { ...START, since: horizon }]));

  const points = [...start.values()];
  const positions = [
    buckets,
    points.map(({ number }) => number),
    points.map(({ kind }) => kind),
    points.map(({ id }) => id),
  ];
  const [rows, ahead, pruned] = await Promise.all([
    query<ChangeRow>(tx, CHANGES_AFTER, [...positions, horizon, limit + 1]),
    restarted.length === 0 ? [] : query<{ count: number }>(tx, COUNT_CHANGES, [...positions, horizon]),
    query<{ bucket: string }>(tx, PRUNED_BUCKETS, [...positions, points.map(({ since }) => since)]),
  ]);
  if (isUsable && pruned.length > 0) {
    const left = new Map(after.points);
    for (const { bucket } of pruned) left.delete(bucket);
    return listChanges(tx, caller, { ...after, points: left }, options);
  }
  const page = rows.slice(0, limit);
  const records = await loadRecords(tx, caller, page);
  const changes = page.map(({ bucket, kind, id, deleted }): FeedChange => {
    const record = deleted ? undefined : records.get(kind)?.get(id);
    return record ? { bucket, kind, id, record } : { bucket, kind, id, deleted: true };
  });
  const [first] = ahead;
  return {
    changes,
    end: { epoch, view, points: advance(start, page.at(-1)) },
    epoch,
    more: rows.length > limit,
    ...(first ? { total: first.count } : {}),
    buckets,
    restarted,
  };
}

/** All records of a page: one query per kind, pipelined. */
async function loadRecords(tx: Tx, caller: Caller, page: readonly ChangeRow[]) {
  const loaded = await Promise.all(
    CHANGE_KINDS.map(async (kind) => {
      const ids = [...new Set(page.filter((row) => row.kind === kind && !row.deleted).map(({ id }) => id))];
      return [kind, ids.length === 0 ? new Map() : await LOADERS[kind](tx, caller, ids)] as const;
    })
  );
  return new Map<ChangeKind, Map<number, Record<string, unknown>>>(loaded);
}

/** The age in seconds of the oldest running transaction that delays the feed of a space. */
export async function getFeedLag(tx: Tx): Promise<number> {
  const text = `SELECT coalesce(extract(epoch FROM clock_timestamp() - min(a.xact_start)), 0)::float8 AS lag
    FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid AND a.datname = current_database()
    WHERE l.locktype = 'advisory' AND l.database = a.datid AND l.objsubid = 2 AND l.classid = 7236643`;
  const [row] = await query<{ lag: number }>(tx, text);
  return row?.lag ?? 0;
}

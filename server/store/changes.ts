import { CHANGE_KINDS, type ChangeKind } from '@/contract/changes';

import { listActionsForFeed } from './actions';
import { listBundlesByIds } from './bundles';
import {
  getTransactionSettings,
  listDonationPricesByIds,
  listFormsByIds,
  listMembershipPriceGroupsByIds,
  listRoles,
  listTransactionStatusesByIds,
  roleAnswer,
} from './catalogue';
import { listContactsByIds } from './contacts';
import { type Caller, type Tx, query } from './database';
import { listTeamsForFeed } from './teams';
import { feedUserAnswer, listPeopleByIds } from './users';

/** A position in the feed. */
export type Position = {
  readonly epoch: string;
  /** What the caller may see: decides what counts as deleted. */
  readonly view: string;
  readonly xid: string;
  readonly kind: ChangeKind;
  readonly id: number;
};

type ChangeRow = { kind: ChangeKind; id: number; xid: string; deleted: boolean };
export type FeedChange = { kind: ChangeKind; id: number; deleted?: true; record?: Record<string, unknown> };
export type FeedPage = {
  changes: FeedChange[];
  end: Position;
  more: boolean;
  /** The number of all changes, on a first page. */
  total?: number;
  /** The feed starts over: the reader deletes every record that does not follow. */
  beginning?: true;
  /** Every transaction before it is in the feed. */
  position: string;
};

const EPOCH = `SELECT epoch, pg_snapshot_xmax(pg_current_snapshot())::text AS next,
  pg_snapshot_xmin(pg_current_snapshot())::text AS horizon FROM change_epoch`;
const CHANGES_AFTER =
  'SELECT kind, id, xid::text AS xid, deleted FROM doorstep_changes_after($1, $2, $3, $4)';
const COUNT_CHANGES = 'SELECT doorstep_changes_ahead() AS count';

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
};

/** Before every change. */
const START = { xid: '0', kind: CHANGE_KINDS[0], id: 0 } as const;

/** A caller with another space or role sees other records and has to start over. */
function viewOf(caller: Caller): string {
  return `${caller.groupId}/${caller.userId}/${caller.roleType}`;
}

/** The next changes after a position; from the start if the position is of another epoch or view. */
export async function listChanges(
  tx: Tx,
  caller: Caller,
  after: Position | null,
  limit: number
): Promise<FeedPage> {
  const [now] = await query<{ epoch: string; next: string; horizon: string }>(tx, EPOCH);
  if (!now) throw new Error('the feed has no epoch');
  const view = viewOf(caller);
  const isUsable =
    after !== null &&
    after.epoch === now.epoch &&
    after.view === view &&
    BigInt(after.xid) < BigInt(now.next);
  const start = isUsable ? after : { epoch: now.epoch, view, ...START };

  const [rows, ahead] = await Promise.all([
    query<ChangeRow>(tx, CHANGES_AFTER, [start.xid, start.kind, start.id, limit + 1]),
    isUsable ? [] : query<{ count: number }>(tx, COUNT_CHANGES),
  ]);
  const page = rows.slice(0, limit);
  const records = await loadRecords(tx, caller, page);
  const changes = page.map(({ kind, id, deleted }): FeedChange => {
    const record = deleted ? undefined : records.get(kind)?.get(id);
    return record ? { kind, id, record } : { kind, id, deleted: true };
  });
  const last = page.at(-1);
  const end = last ? { ...start, xid: last.xid, kind: last.kind, id: last.id } : start;
  const [first] = ahead;
  return {
    changes,
    end,
    position: `${now.epoch}.${now.horizon}`,
    more: rows.length > limit,
    ...(first ? { total: first.count } : {}),
    ...(isUsable ? {} : { beginning: true }),
  };
}

/** All records of a page: one query per kind, pipelined. */
async function loadRecords(tx: Tx, caller: Caller, page: readonly ChangeRow[]) {
  const loaded = await Promise.all(
    CHANGE_KINDS.map(async (kind) => {
      const ids = page.filter((row) => row.kind === kind && !row.deleted).map(({ id }) => id);
      return [kind, ids.length === 0 ? new Map() : await LOADERS[kind](tx, caller, ids)] as const;
    })
  );
  return new Map<ChangeKind, Map<number, Record<string, unknown>>>(loaded);
}

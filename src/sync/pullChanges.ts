import type { z } from 'zod';

import { changeRecords, isChangeKind, type Change, type ChangeKind } from '@/contract/changes';
import { type BadRecord } from '@/contract/page';
import { applyActions, removeActions } from '@/db/actions';
import { applyCashRecords, removeCashRecords } from '@/db/cashRecords';
import { prepareBundles, readyBundle, removeBundles } from '@/db/ledger/bundles';
import { prepareContacts, readyContact, removeContacts } from '@/db/contacts';
import { getCursor, removeCursor, setCursor } from '@/db/cursors';
import { applyForms, removeForms } from '@/db/forms';
import { clearListMarks, markListed, removeUnlisted, type ListName } from '@/db/listings';
import {
  applyDonationPrices,
  applyMembershipPriceGroups,
  removeDonationPrices,
  removeMembershipPriceGroups,
} from '@/db/prices';
import type { PreparedRecords } from '@/db/recordTable';
import { applyRoles, removeRoles } from '@/db/roles';
import type { Scope } from '@/db/scopes';
import { clearQuarantined, quarantine } from '@/db/quarantine';
import { applyTransactionSettings } from '@/db/settings';
import { applyTransactionStatuses, removeTransactionStatuses } from '@/db/statuses';
import type { Transaction } from '@/db/store';
import { applyTeams, removeTeams } from '@/db/teams';
import { applyUsers, removeUsers } from '@/db/users';
import { applyVisits, removeVisits } from '@/db/visits';

import { confirmByFeed } from './confirmAcked';
import { readResource, type ReadResult, type StopReason } from './readResource';
import type { SyncContext } from './context';
import type { Clock } from './ports';
import { parseInChunks } from './parseInChunks';

/** The name of the cursor of the feed. */
export const changesCursor = 'changes';

/**
 * `isFullRead` while everything is read from the start: records that the feed does not name are deleted at the
 * end.
 */
type Progress = {
  cursor: string | null;
  isFullRead: boolean;
  done: number;
  /** As the service reported at the start; it does not always. */
  total?: number | undefined;
};

const start: Progress = { cursor: null, isFullRead: true, done: 0 };

type KindHandler = {
  /** Null for the settings, which are one record and no list. */
  list: ListName | null;
  /** Prepares the readable records for writing and returns the unreadable ones. */
  prepare: (clock: Clock, records: unknown[]) => Promise<{ write: PreparedRecords; bad: BadRecord[] }>;
  remove: (tx: Transaction, scope: Scope, ids: number[]) => Promise<unknown>;
};

/** How records of a kind are prepared: each one, then all of a page. */
type Preparing<T, Ready> = { ready: (record: T) => Ready; prepare: (page: Ready[]) => PreparedRecords };

function defineKind<Kind extends ChangeKind, T, Ready>(
  list: ListName | null,
  schema: (typeof changeRecords)[Kind] & z.ZodType<T>,
  { ready, prepare }: Preparing<T, Ready>,
  remove: KindHandler['remove']
): KindHandler {
  return {
    list,
    prepare: async (clock, records) => {
      const { good, bad } = await parseInChunks<T, Ready>(clock, schema, records, ready);
      return { write: good.length === 0 ? writeNothing : prepare(good), bad };
    },
    remove,
  };
}

/** For kinds with few records: nothing is prepared ahead. */
function applyDirectly<T>(
  apply: (tx: Transaction, scope: Scope, records: T[]) => Promise<unknown>
): Preparing<T, T> {
  return {
    ready: (record) => record,
    prepare: (page) => async (tx, scope) => {
      await apply(tx, scope, page);
    },
  };
}

const writeNothing: PreparedRecords = () => Promise.resolve();

const kinds: Record<ChangeKind, KindHandler> = {
  action: defineKind('actions', changeRecords.action, applyDirectly(applyActions), removeActions),
  team: defineKind('teams', changeRecords.team, applyDirectly(applyTeams), removeTeams),
  user: defineKind('users', changeRecords.user, applyDirectly(applyUsers), removeUsers),
  role: defineKind('roles', changeRecords.role, applyDirectly(applyRoles), removeRoles),
  contact: defineKind(
    'contacts',
    changeRecords.contact,
    { ready: readyContact, prepare: prepareContacts },
    removeContacts
  ),
  form: defineKind('forms', changeRecords.form, applyDirectly(applyForms), removeForms),
  membership_price_group: defineKind(
    'membership_price_groups',
    changeRecords.membership_price_group,
    applyDirectly(applyMembershipPriceGroups),
    removeMembershipPriceGroups
  ),
  donation_price: defineKind(
    'donation_prices',
    changeRecords.donation_price,
    applyDirectly(applyDonationPrices),
    removeDonationPrices
  ),
  transaction_status: defineKind(
    'transaction_statuses',
    changeRecords.transaction_status,
    applyDirectly(applyTransactionStatuses),
    removeTransactionStatuses
  ),
  transaction_settings: defineKind(
    null,
    changeRecords.transaction_settings,
    applyDirectly(async (tx, scope, records) => {
      for (const settings of records) await applyTransactionSettings(tx, scope, settings);
    }),
    () => Promise.resolve()
  ),
  transaction_bundle: defineKind(
    'transaction_bundles',
    changeRecords.transaction_bundle,
    { ready: readyBundle, prepare: prepareBundles },
    removeBundles
  ),
  visit: defineKind('visits', changeRecords.visit, applyDirectly(applyVisits), removeVisits),
  cash_record: defineKind(
    'cash_records',
    changeRecords.cash_record,
    applyDirectly(applyCashRecords),
    removeCashRecords
  ),
};

const listed = Object.values(kinds).flatMap(({ list }) => list ?? []);

export type ChangesResult =
  { kind: 'done' } | { kind: 'unavailable' } | { kind: 'stopped'; stop: StopReason };

/**
 * Reads the feed from the saved cursor. The cursor is the service's and is saved in the
 * transaction of its page, so that neither a wrong clock nor a kill can skip a change. The same transaction
 * confirms the acked rows that the page shows. While one page is written, the next is downloaded and prepared.
 */
export async function pullChanges(context: SyncContext, signal: AbortSignal): Promise<ChangesResult> {
  const { store, scope, ports } = context;
  const begunAt = ports.clock.now();
  let progress = (await getCursor<Progress>(store, scope, changesCursor)) ?? start;
  reportProgress(context, progress);
  let result = await readPageAt(context, progress, signal);

  for (;;) {
    if (result.kind === 'stopped') return result;
    if (result.kind !== 'read') {
      if (progress.cursor === null) return { kind: 'unavailable' };
      // The service rejects the cursor: read everything again and delete what is not in it.
      await store.write((tx) => removeCursor(tx, scope, changesCursor));
      progress = start;
      result = await readPageAt(context, progress, signal);
      continue;
    }

    const page = result.value;
    // The service restarted the feed itself: what it does not name by the end is deleted.
    const read = page.restarted?.length ? start : progress;
    const { cursor, more, total = read.total } = page;
    const next: Progress = {
      cursor,
      isFullRead: read.isFullRead && more,
      done: more ? read.done + page.count : 0,
      ...(more ? { total } : {}),
    };
    const writing = store.write(async (tx) => {
      if (read.cursor === null) for (const list of listed) await clearListMarks(tx, scope, list, 'feed');
      await applyPage(tx, context, page, read.isFullRead);
      if (read.isFullRead && !more) for (const list of listed) await removeUnlisted(tx, scope, list, 'feed');
      await setCursor(tx, scope, changesCursor, next);
      await confirmByFeed(tx, context, { ...page, isEnd: !more, begunAt });
    });
    if (!more) {
      await writing;
      return { kind: 'done' };
    }
    progress = next;
    [result] = await Promise.all([
      readPageAt(context, progress, signal),
      writing.then(() => reportProgress(context, next)),
    ]);
  }
}

/** The changes of one kind, prepared for writing. */
type Group = {
  store: KindHandler;
  ids: number[];
  removed: number[];
  present: number[];
  write: PreparedRecords;
  unreadable: BadRecord[];
};

/** A page of the feed, prepared for writing. */
type ReadyPage = {
  groups: Group[];
  bad: BadRecord[];
  count: number;
  named: Map<ChangeKind, Set<number>>;
  requestedAt: number;
  position: string | undefined;
  cursor: string;
  more: boolean;
  total?: number | undefined;
  restarted?: string[] | undefined;
};

async function readPageAt(
  { transport, config, ports }: SyncContext,
  { cursor }: Progress,
  signal: AbortSignal
): Promise<ReadResult<ReadyPage>> {
  const requestedAt = ports.clock.now();
  const result = await readResource(transport, {
    endpoint: 'listChanges',
    query: { limit: config.pageSize, ...(cursor === null ? {} : { cursor }) },
    signal,
  });
  if (result.kind !== 'read') return result;
  const { good, position, ...page } = result.value;
  const groups: Group[] = [];
  const named: ReadyPage['named'] = new Map();
  for (const [kind, changes] of groupByKind(good)) {
    const group = await prepareGroup(ports.clock, kinds[kind], changes);
    groups.push(group);
    named.set(kind, new Set(group.ids));
  }
  return { ...result, value: { ...page, groups, named, requestedAt, position, count: good.length } };
}

async function prepareGroup(clock: Clock, store: KindHandler, changes: readonly Change[]): Promise<Group> {
  const present = changes.filter((change) => change.deleted !== true);
  const { write, bad } = await store.prepare(
    clock,
    present.map((change) => change.record)
  );
  return {
    store,
    ids: changes.map((change) => change.id),
    removed: changes.filter((change) => change.deleted === true).map((change) => change.id),
    present: present.map((change) => change.id),
    write,
    unreadable: bad,
  };
}

/** Changes made meanwhile can exceed the total. */
function reportProgress({ report }: SyncContext, { done, total }: Progress): void {
  report({
    kind: 'pulling',
    step: 'changes',
    done,
    total: total === undefined ? null : Math.max(total, done),
  });
}

async function applyPage(
  tx: Transaction,
  { scope, ports }: SyncContext,
  { groups, bad }: ReadyPage,
  isFullRead: boolean
): Promise<void> {
  const at = ports.clock.now();
  if (bad.length > 0) await quarantine(tx, scope, 'changes', bad, at);
  for (const { store, ids, removed, present, write, unreadable } of groups) {
    const { list, remove } = store;
    if (removed.length > 0) await remove(tx, scope, removed);
    await write(tx, scope);
    const name = list ?? 'transaction_settings';
    await clearQuarantined(tx, scope, name, ids);
    if (unreadable.length > 0) await quarantine(tx, scope, name, unreadable, at);
    if (isFullRead && list && present.length > 0) await markListed(tx, scope, list, present, 'feed');
  }
}

/** Kinds added by later versions of the service are skipped. */
function groupByKind(changes: readonly Change[]): Map<ChangeKind, Change[]> {
  const groups = new Map<ChangeKind, Change[]>();
  for (const change of changes) {
    if (!isChangeKind(change.kind)) continue;
    const group = groups.get(change.kind);
    if (group) group.push(change);
    else groups.set(change.kind, [change]);
  }
  return groups;
}

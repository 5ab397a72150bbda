import type { z } from 'zod';

import { changeRecords, isChangeKind, type Change, type ChangeKind } from '@/contract/changes';
import { type BadRecord } from '@/contract/page';
import { applyActions, removeActions } from '@/db/actions';
import { prepareBundles, readyBundle, removeBundles } from '@/db/ledger/bundles';
import { prepareContacts, readyContact, removeContacts } from '@/db/contacts';
import { getCursor, removeCursor, setCursor } from '@/db/cursors';
import { applyForms, removeForms } from '@/db/forms';
import { forgetListed, noteListed, removeUnlisted, type ListName } from '@/db/listings';
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

import { ask, type Asked, type Stop } from './ask';
import type { SyncContext } from './context';
import type { Clock } from './ports';
import { readInTurns } from './readInTurns';

const cursorName = 'changes';

/** `isWhole` while everything is read for the first time: then what never came is removed at the end. */
type Position = {
  cursor: string | null;
  isWhole: boolean;
  done: number;
  /** As the service said at the beginning; it does not always. */
  total?: number | undefined;
};

const beginning: Position = { cursor: null, isWhole: true, done: 0 };

type KindStore = {
  /** Null for the one record that is no list. */
  list: ListName | null;
  /** Makes the records that can be read ready to be written, and gives back those that cannot. */
  prepare: (clock: Clock, records: unknown[]) => Promise<{ write: PreparedRecords; bad: BadRecord[] }>;
  remove: (tx: Transaction, scope: Scope, ids: number[]) => Promise<unknown>;
};

/** How records of a kind are made ready: each by itself, and then all of a page together. */
type Preparing<T, Ready> = { ready: (record: T) => Ready; prepare: (page: Ready[]) => PreparedRecords };

function kindStore<Kind extends ChangeKind, T, Ready>(
  list: ListName | null,
  schema: (typeof changeRecords)[Kind] & z.ZodType<T>,
  { ready, prepare }: Preparing<T, Ready>,
  remove: KindStore['remove']
): KindStore {
  return {
    list,
    prepare: async (clock, records) => {
      const { good, bad } = await readInTurns<T, Ready>(clock, schema, records, ready);
      return { write: good.length === 0 ? nothing : prepare(good), bad };
    },
    remove,
  };
}

/** For kinds of which there are few: nothing is worth being done ahead. */
function later<T>(apply: (tx: Transaction, scope: Scope, records: T[]) => Promise<unknown>): Preparing<T, T> {
  return {
    ready: (record) => record,
    prepare: (page) => async (tx, scope) => {
      await apply(tx, scope, page);
    },
  };
}

const nothing: PreparedRecords = () => Promise.resolve();

const kinds: Record<ChangeKind, KindStore> = {
  action: kindStore('actions', changeRecords.action, later(applyActions), removeActions),
  team: kindStore('teams', changeRecords.team, later(applyTeams), removeTeams),
  user: kindStore('users', changeRecords.user, later(applyUsers), removeUsers),
  role: kindStore('roles', changeRecords.role, later(applyRoles), removeRoles),
  contact: kindStore(
    'contacts',
    changeRecords.contact,
    { ready: readyContact, prepare: prepareContacts },
    removeContacts
  ),
  form: kindStore('forms', changeRecords.form, later(applyForms), removeForms),
  membership_price_group: kindStore(
    'membership_price_groups',
    changeRecords.membership_price_group,
    later(applyMembershipPriceGroups),
    removeMembershipPriceGroups
  ),
  donation_price: kindStore(
    'donation_prices',
    changeRecords.donation_price,
    later(applyDonationPrices),
    removeDonationPrices
  ),
  transaction_status: kindStore(
    'transaction_statuses',
    changeRecords.transaction_status,
    later(applyTransactionStatuses),
    removeTransactionStatuses
  ),
  transaction_settings: kindStore(
    null,
    changeRecords.transaction_settings,
    later(async (tx, scope, records) => {
      for (const settings of records) await applyTransactionSettings(tx, scope, settings);
    }),
    () => Promise.resolve()
  ),
  transaction_bundle: kindStore(
    'transaction_bundles',
    changeRecords.transaction_bundle,
    { ready: readyBundle, prepare: prepareBundles },
    removeBundles
  ),
};

const listed = Object.values(kinds).flatMap(({ list }) => list ?? []);

export type ChangesResult = { kind: 'done' } | { kind: 'unavailable' } | { kind: 'stopped'; stop: Stop };

/**
 * Reads the feed from where the last reading ended. The cursor is the service's own and is saved in the transaction
 * of its page, so that no clock of ours and no kill between two pages can skip a change. The next page is on its way,
 * is checked and made ready while one is written: a first load takes as long as the slower of the two, not as both.
 */
export async function pullChanges(context: SyncContext, signal: AbortSignal): Promise<ChangesResult> {
  const { store, scope } = context;
  let position = (await getCursor<Position>(store, scope, cursorName)) ?? beginning;
  tell(context, position);
  let asked = await askFrom(context, position, signal);

  for (;;) {
    if (asked.kind === 'stopped') return asked;
    if (asked.kind !== 'read') {
      if (position.cursor === null) return { kind: 'unavailable' };
      // The service no longer knows where we were: everything is read again, and what is gone is removed.
      await store.write((tx) => removeCursor(tx, scope, cursorName));
      position = beginning;
      asked = await askFrom(context, position, signal);
      continue;
    }

    const page = asked.value;
    // A place that means nothing to the service any more: it begins again, and what it does not name by the end is gone.
    const read = page.beginning ? beginning : position;
    const { cursor, more, total = read.total } = page;
    const next: Position = {
      cursor,
      isWhole: read.isWhole && more,
      done: more ? read.done + page.count : 0,
      ...(more ? { total } : {}),
    };
    const writing = store.write(async (tx) => {
      if (read.cursor === null) for (const list of listed) await forgetListed(tx, scope, list);
      await applyPage(tx, context, page, read.isWhole);
      if (read.isWhole && !more) for (const list of listed) await removeUnlisted(tx, scope, list);
      await setCursor(tx, scope, cursorName, next);
    });
    if (!more) {
      await writing;
      return { kind: 'done' };
    }
    position = next;
    [asked] = await Promise.all([
      askFrom(context, position, signal),
      writing.then(() => tell(context, next)),
    ]);
  }
}

/** The changes of one kind, ready to be written. */
type Group = {
  store: KindStore;
  ids: number[];
  removed: number[];
  kept: number[];
  write: PreparedRecords;
  unreadable: BadRecord[];
};

/** A page of the feed, ready to be written. */
type ReadyPage = {
  groups: Group[];
  bad: BadRecord[];
  count: number;
  cursor: string;
  more: boolean;
  total?: number | undefined;
  beginning?: true | undefined;
};

async function askFrom(
  { transport, policy, ports }: SyncContext,
  { cursor }: Position,
  signal: AbortSignal
): Promise<Asked<ReadyPage>> {
  const asked = await ask(transport, {
    endpoint: 'listChanges',
    query: { limit: policy.pageSize, ...(cursor === null ? {} : { cursor }) },
    signal,
  });
  if (asked.kind !== 'read') return asked;
  const { good, ...page } = asked.value;
  const groups: Group[] = [];
  for (const [kind, changes] of groupByKind(good))
    groups.push(await prepareGroup(ports.clock, kinds[kind], changes));
  return { ...asked, value: { ...page, groups, count: good.length } };
}

async function prepareGroup(clock: Clock, store: KindStore, changes: readonly Change[]): Promise<Group> {
  const kept = changes.filter((change) => change.deleted !== true);
  const { write, bad } = await store.prepare(
    clock,
    kept.map((change) => change.record)
  );
  return {
    store,
    ids: changes.map((change) => change.id),
    removed: changes.filter((change) => change.deleted === true).map((change) => change.id),
    kept: kept.map((change) => change.id),
    write,
    unreadable: bad,
  };
}

/** Says how far the reading is. What others change meanwhile comes on top. */
function tell({ report }: SyncContext, { done, total }: Position): void {
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
  isWhole: boolean
): Promise<void> {
  const at = ports.clock.now();
  if (bad.length > 0) await quarantine(tx, scope, 'changes', bad, at);
  for (const { store, ids, removed, kept, write, unreadable } of groups) {
    const { list, remove } = store;
    if (removed.length > 0) await remove(tx, scope, removed);
    await write(tx, scope);
    const name = list ?? 'transaction_settings';
    await clearQuarantined(tx, scope, name, ids);
    if (unreadable.length > 0) await quarantine(tx, scope, name, unreadable, at);
    if (isWhole && list && kept.length > 0) await noteListed(tx, scope, list, kept);
  }
}

/** Kinds of later versions of the service are passed over. */
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

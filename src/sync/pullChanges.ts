import { changeRecords, isChangeKind, type Change, type ChangeKind } from '@/contract/changes';
import { readPage, type BadRecord } from '@/contract/page';
import { applyActions, removeActions } from '@/db/actions';
import { applyBundles, removeBundles } from '@/db/bundles';
import { applyContacts, removeContacts } from '@/db/contacts';
import { getCursor, removeCursor, setCursor } from '@/db/cursors';
import { applyForms, removeForms } from '@/db/forms';
import { forgetListed, noteListed, removeUnlisted, type ListName } from '@/db/listings';
import {
  applyDonationPrices,
  applyMembershipPriceGroups,
  removeDonationPrices,
  removeMembershipPriceGroups,
} from '@/db/prices';
import { applyRoles, removeRoles } from '@/db/roles';
import type { Scope } from '@/db/scopes';
import { clearSetAside, setAside } from '@/db/setAside';
import { applyTransactionSettings } from '@/db/settings';
import { applyTransactionStatuses, removeTransactionStatuses } from '@/db/statuses';
import type { Transaction } from '@/db/store';
import { applyTeams, removeTeams } from '@/db/teams';
import { applyUsers, removeUsers } from '@/db/users';

import { ask, type Stop } from './ask';
import type { SyncContext } from './context';

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
  /** Stores the records that can be read, and gives back those that cannot. */
  store: (tx: Transaction, scope: Scope, records: unknown[]) => Promise<BadRecord[]>;
  remove: (tx: Transaction, scope: Scope, ids: number[]) => Promise<unknown>;
};

function kindStore<Kind extends ChangeKind, T>(
  list: ListName | null,
  schema: (typeof changeRecords)[Kind] & Parameters<typeof readPage<T>>[0],
  apply: (tx: Transaction, scope: Scope, records: T[]) => Promise<unknown>,
  remove: KindStore['remove']
): KindStore {
  const store: KindStore['store'] = async (tx, scope, records) => {
    const { good, bad } = readPage<T>(schema, records);
    if (good.length > 0) await apply(tx, scope, good);
    return bad;
  };
  return { list, store, remove };
}

const kinds: Record<ChangeKind, KindStore> = {
  action: kindStore('actions', changeRecords.action, applyActions, removeActions),
  team: kindStore('teams', changeRecords.team, applyTeams, removeTeams),
  user: kindStore('users', changeRecords.user, applyUsers, removeUsers),
  role: kindStore('roles', changeRecords.role, applyRoles, removeRoles),
  contact: kindStore('contacts', changeRecords.contact, applyContacts, removeContacts),
  form: kindStore('forms', changeRecords.form, applyForms, removeForms),
  membership_price_group: kindStore(
    'membership_price_groups',
    changeRecords.membership_price_group,
    applyMembershipPriceGroups,
    removeMembershipPriceGroups
  ),
  donation_price: kindStore(
    'donation_prices',
    changeRecords.donation_price,
    applyDonationPrices,
    removeDonationPrices
  ),
  transaction_status: kindStore(
    'transaction_statuses',
    changeRecords.transaction_status,
    applyTransactionStatuses,
    removeTransactionStatuses
  ),
  transaction_settings: kindStore(
    null,
    changeRecords.transaction_settings,
    async (tx, scope, records) => {
      for (const settings of records) await applyTransactionSettings(tx, scope, settings);
    },
    () => Promise.resolve()
  ),
  transaction_bundle: kindStore(
    'transaction_bundles',
    changeRecords.transaction_bundle,
    applyBundles,
    removeBundles
  ),
};

const listed = Object.values(kinds).flatMap(({ list }) => list ?? []);

export type ChangesResult = { kind: 'done' } | { kind: 'unavailable' } | { kind: 'stopped'; stop: Stop };

/**
 * Reads the feed from where the last reading ended. The cursor is the service's own and is saved in the transaction
 * of its page, so that no clock of ours and no kill between two pages can skip a change. The next page is on its way
 * while one is written: a first load takes as long as the slower of the two, not as both.
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

    const { good, bad, cursor, more, total = position.total } = asked.value;
    const read = position;
    const next: Position = {
      cursor,
      isWhole: read.isWhole && more,
      done: more ? read.done + good.length : 0,
      ...(more ? { total } : {}),
    };
    const writing = store.write(async (tx) => {
      if (read.cursor === null) for (const list of listed) await forgetListed(tx, scope, list);
      await applyChanges(tx, context, good, bad, read.isWhole);
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

function askFrom({ transport, policy }: SyncContext, { cursor }: Position, signal: AbortSignal) {
  return ask(transport, {
    endpoint: 'listChanges',
    query: { limit: policy.pageSize, ...(cursor === null ? {} : { cursor }) },
    signal,
  });
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

async function applyChanges(
  tx: Transaction,
  { scope, ports }: SyncContext,
  changes: readonly Change[],
  bad: readonly BadRecord[],
  isWhole: boolean
): Promise<void> {
  const at = ports.clock.now();
  if (bad.length > 0) await setAside(tx, scope, 'changes', [...bad], at);
  for (const [kind, group] of groupByKind(changes)) {
    const { list, store, remove } = kinds[kind];
    const removed = group.filter((change) => change.deleted === true).map((change) => change.id);
    const kept = group.filter((change) => change.deleted !== true);
    if (removed.length > 0) await remove(tx, scope, removed);
    const unreadable = await store(
      tx,
      scope,
      kept.map((change) => change.record)
    );
    const name = list ?? 'transaction_settings';
    await clearSetAside(
      tx,
      scope,
      name,
      group.map((change) => change.id)
    );
    if (unreadable.length > 0) await setAside(tx, scope, name, unreadable, at);
    if (isWhole && list && kept.length > 0)
      await noteListed(
        tx,
        scope,
        list,
        kept.map((change) => change.id)
      );
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

import type { z } from 'zod';

import { changeRecords, isChangeKind, type Change, type ChangeKind } from '@/contract/changes';
import { type BadRecord } from '@/contract/page';
import { isOurProblem } from '@/contract/problem';
import { applyActions } from '@/db/actions';
import {
  dropOtherBuckets,
  enterBucket,
  leaveBucket,
  listOf,
  listOnlyLookedUp,
  releaseHeld,
  restartBuckets,
} from '@/db/pull/buckets';
import { applyCashRecords } from '@/db/cash/cashRecords';
import { prepareBundles, readyBundle } from '@/db/ledger/bundles';
import { prepareContacts, readyContact } from '@/db/contacts';
import { requeueContacts } from '@/db/pull/contactsToFetch';
import { getCursor, removeCursor, setCursor } from '@/db/pull/cursors';
import { getFact, setFact } from '@/db/facts';
import { updateHeldActions } from '@/db/pull/heldActions';
import { applyAnswers } from '@/db/answers';
import { applyForms } from '@/db/forms';
import { addLeftActions } from '@/db/pull/leftActions';
import { applyDonationPrices, applyMembershipPriceGroups } from '@/db/prices';
import type { PreparedRecords } from '@/db/recordTable';
import { applyRoles } from '@/db/roles';
import type { Scope } from '@/db/scopes';
import { clearQuarantined, quarantine } from '@/db/pull/quarantine';
import { applyTransactionSettings } from '@/db/settings';
import { applyTransactionStatuses } from '@/db/statuses';
import type { Transaction } from '@/db/store';
import { applyTeams } from '@/db/teams';
import { applyUsers } from '@/db/users';
import { applyVisits } from '@/db/visits';

import { isHeld } from '@/domain/buckets';

import { confirmByFeed } from './confirmAcked';
import { readResource, type ReadResult, type StopReason } from './readResource';
import type { SyncContext } from './context';
import type { Clock } from './ports';
import { parseInChunks } from './parseInChunks';

/** The name of the cursor of the feed. */
export const changesCursor = 'changes';

type Progress = {
  cursor: string | null;
  done: number;
  /** As the service reported at the start; it does not always. */
  total?: number | undefined;
};

const start: Progress = { cursor: null, done: 0 };

/** Prepares the readable records of a kind for writing and returns the unreadable ones. */
type Prepare = (clock: Clock, records: unknown[]) => Promise<{ write: PreparedRecords; bad: BadRecord[] }>;

/** How records of a kind are prepared: each one, then all of a page. */
type Preparing<T, Ready> = { ready: (record: T) => Ready; prepare: (page: Ready[]) => PreparedRecords };

function defineKind<Kind extends ChangeKind, T, Ready>(
  schema: (typeof changeRecords)[Kind] & z.ZodType<T>,
  { ready, prepare }: Preparing<T, Ready>
): Prepare {
  return async (clock, records) => {
    const { good, bad } = await parseInChunks<T, Ready>(clock, schema, records, ready);
    return { write: good.length === 0 ? writeNothing : prepare(good), bad };
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

const kinds: Record<ChangeKind, Prepare> = {
  action: defineKind(changeRecords.action, applyDirectly(applyActions)),
  team: defineKind(changeRecords.team, applyDirectly(applyTeams)),
  user: defineKind(changeRecords.user, applyDirectly(applyUsers)),
  role: defineKind(changeRecords.role, applyDirectly(applyRoles)),
  contact: defineKind(changeRecords.contact, { ready: readyContact, prepare: prepareContacts }),
  form: defineKind(changeRecords.form, applyDirectly(applyForms)),
  membership_price_group: defineKind(
    changeRecords.membership_price_group,
    applyDirectly(applyMembershipPriceGroups)
  ),
  donation_price: defineKind(changeRecords.donation_price, applyDirectly(applyDonationPrices)),
  transaction_status: defineKind(changeRecords.transaction_status, applyDirectly(applyTransactionStatuses)),
  transaction_settings: defineKind(
    changeRecords.transaction_settings,
    applyDirectly(async (tx, scope, records) => {
      for (const settings of records) await applyTransactionSettings(tx, scope, settings);
    })
  ),
  transaction_bundle: defineKind(changeRecords.transaction_bundle, {
    ready: readyBundle,
    prepare: prepareBundles,
  }),
  visit: defineKind(changeRecords.visit, applyDirectly(applyVisits)),
  cash_record: defineKind(changeRecords.cash_record, applyDirectly(applyCashRecords)),
  answers: defineKind(changeRecords.answers, applyDirectly(applyAnswers)),
};

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
  const readHold = () => getFact(store, scope, 'held_actions');
  let hold = await readHold();
  const readPage = () => readPageAt(context, progress, hold, signal);
  let result = await readPage();
  let hasStartedOver = false;

  for (;;) {
    if (result.kind === 'stopped') return result;
    if (result.kind !== 'read') {
      if (progress.cursor === null) return { kind: 'unavailable' };
      const stop = hasStartedOver ? ({ kind: 'service_trouble' } as const) : stopOfRefusal(result);
      if (stop) return { kind: 'stopped', stop };
      // The service rejects the cursor: read everything again and delete what is not in it.
      hasStartedOver = true;
      await store.write((tx) => removeCursor(tx, scope, changesCursor));
      progress = start;
      result = await readPage();
      continue;
    }

    const page = result.value;
    const isFromStart = progress.cursor === null || startsOver(page);
    const { done, total = page.total } = isFromStart ? start : progress;
    const { cursor, more } = page;
    const next: Progress = { cursor, done: more ? done + page.count : 0, ...(more ? { total } : {}) };
    // A person may choose during a long download. Read before the page is written: then it waits for no write.
    hold = await readHold();
    const writing = store.write(async (tx) => {
      await restartBuckets(tx, scope, isFromStart ? 'all' : (page.restarted ?? []));
      await applyPage(tx, context, page);
      if (more) await nameFirstBuckets(tx, scope, page);
      else await endFeed(tx, context, page);
      await setCursor(tx, scope, changesCursor, next);
      await confirmByFeed(tx, context, { ...page, isEnd: !more, begunAt });
      if (!more) await releaseHeld(tx, scope);
    });
    if (!more) {
      await writing;
      return { kind: 'done' };
    }
    progress = next;
    [result] = await Promise.all([readPage(), writing.then(() => reportProgress(context, next))]);
  }
}

/** Null where the service itself rejects the cursor. What something in between responds costs no download. */
function stopOfRefusal(
  result: Exclude<ReadResult<unknown>, { kind: 'read' | 'stopped' }>
): StopReason | null {
  if (result.kind !== 'missing' && result.kind !== 'refused') return { kind: 'service_trouble' };
  return isOurProblem(result.response.body) ? null : { kind: 'login_page' };
}

/** Whether the service restarts the entire feed, e.g. after a restored backup. */
function startsOver({ buckets, restarted }: ReadyPage): boolean {
  return restarted !== undefined && restarted.length > 0 && restarted.length === buckets?.length;
}

/** The changes of one kind, prepared for writing. */
type Group = {
  kind: ChangeKind;
  ids: number[];
  /** By bucket. */
  entered: Map<string, number[]>;
  left: Map<string, number[]>;
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
  buckets?: string[] | undefined;
  restarted?: string[] | undefined;
  /** The choice of actions that the page was requested with. */
  hold: readonly number[] | null;
};

async function readPageAt(
  { transport, config, ports }: SyncContext,
  { cursor }: Progress,
  hold: ReadyPage['hold'],
  signal: AbortSignal
): Promise<ReadResult<ReadyPage>> {
  const requestedAt = ports.clock.now();
  const result = await readResource(transport, {
    endpoint: 'listChanges',
    query: {
      limit: config.pageSize,
      ...(cursor === null ? {} : { cursor }),
      ...(hold && { hold: [...hold] }),
    },
    signal,
  });
  if (result.kind !== 'read') return result;
  const { good, position, ...page } = result.value;
  const groups: Group[] = [];
  const named: ReadyPage['named'] = new Map();
  for (const [kind, changes] of groupByKind(good)) {
    const group = await prepareGroup(ports.clock, kind, changes);
    groups.push(group);
    named.set(kind, new Set(group.ids));
  }
  return { ...result, value: { ...page, hold, groups, named, requestedAt, position, count: good.length } };
}

/** Where a service does not name the bucket of a change. */
const unnamedBucket = 'all';

async function prepareGroup(clock: Clock, kind: ChangeKind, changes: readonly Change[]): Promise<Group> {
  const present = changes.filter((change) => change.deleted !== true);
  const { write, bad } = await kinds[kind](
    clock,
    present.map((change) => change.record)
  );
  // The later change of a record in a bucket is the valid one.
  const last = new Map(changes.map((change) => [`${change.bucket} ${change.id}`, change]));
  const [entered, left] = [new Map<string, number[]>(), new Map<string, number[]>()];
  for (const { bucket = unnamedBucket, deleted, id } of last.values()) {
    const ofKind = deleted === true ? left : entered;
    const ids = ofKind.get(bucket);
    if (ids) ids.push(id);
    else ofKind.set(bucket, [id]);
  }
  return { kind, ids: changes.map((change) => change.id), entered, left, write, unreadable: bad };
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

/** Records enter their buckets before others leave: one that only moves stays on the phone. */
async function applyPage(
  tx: Transaction,
  { scope, ports }: SyncContext,
  { groups, bad }: ReadyPage
): Promise<void> {
  const at = ports.clock.now();
  if (bad.length > 0) await quarantine(tx, scope, 'changes', bad, at);
  for (const { kind, ids, entered, left, write, unreadable } of groups) {
    await write(tx, scope);
    const list = kind === 'transaction_settings' ? kind : listOf[kind];
    await clearQuarantined(tx, scope, list, ids);
    if (unreadable.length > 0) await quarantine(tx, scope, list, unreadable, at);
    // The settings are one record, which is only replaced.
    if (kind === 'transaction_settings') continue;
    for (const [bucket, entering] of entered) await enterBucket(tx, scope, bucket, kind, entering);
    for (const [bucket, leaving] of left) await leaveBucket(tx, scope, bucket, kind, leaving);
  }
}

/** On a new phone the buckets are known from its first page on: who sees everyone can choose before everyone arrives. */
async function nameFirstBuckets(tx: Transaction, scope: Scope, { buckets }: ReadyPage): Promise<void> {
  if (buckets && (await getFact(tx, scope, 'buckets')) === null) await setFact(tx, scope, 'buckets', buckets);
}

/** What the person does not have any more goes at the end only: it may be in a bucket that follows. */
async function endFeed(tx: Transaction, { scope }: SyncContext, { buckets, hold }: ReadyPage): Promise<void> {
  const dropped = await dropOtherBuckets(tx, scope, buckets);
  await addLeftActions(
    tx,
    scope,
    dropped.filter(({ bucket }) => isHeld(hold, bucket))
  );
  // Fetched again, because they may have been visible by a dropped bucket alone.
  if (dropped.length > 0) await requeueContacts(tx, scope, await listOnlyLookedUp(tx, scope));
  if (!buckets) return;
  await setFact(tx, scope, 'buckets', buckets);
  await updateHeldActions(tx, scope, hold, buckets);
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

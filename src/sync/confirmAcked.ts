import type { ChangeKind } from '@/contract/changes';
import { hasAnswers } from '@/db/answers';
import { setFact } from '@/db/facts';
import { hasCashRecord } from '@/db/cash/cashRecords';
import { listVersions } from '@/db/cash/fixedRecords';
import { hasAddedContact } from '@/db/contacts';
import { getBundle } from '@/db/ledger/bundles';
import type { ListName } from '@/db/pull/listings';
import {
  hasWaiting,
  isChangeOf,
  listEntitiesToSendAgain,
  renameChanges,
  setNumber,
} from '@/db/outbox/numbers';
import {
  applyTransition,
  deleteConfirmed,
  listUnconfirmed,
  markConfirmed,
  type OutboxRow,
} from '@/db/outbox/outbox';
import { listPending, sentData } from '@/db/outbox/pending';
import { versionsOf } from '@/db/outbox/pendingBundles';
import { isQuarantined } from '@/db/pull/quarantine';
import type { Scope } from '@/db/scopes';
import type { Transaction } from '@/db/store';
import { hasVisit } from '@/db/visits';
import { countExtraAdditions, showsUpdate, withNumbers } from '@/domain/additions';
import type { BundleChange } from '@/domain/bundleChange';
import { entityAfterAck, serverIdOf } from '@/domain/entity';
import type { OutboxKind } from '@/domain/outbox';
import type { Question } from '@/domain/outcome';
import { feedPassed } from '@/domain/position';

import { renameToServerId } from './applyOutcome';
import type { SyncContext } from './context';
import { findBundle, findMarked, hasOtherMarker, isSimilar, listUnreadableLike } from './findByMarker';
import { hasChange, isTargetThere, isUnchanged, mayOverwrite } from './shownChanges';
import { addNotes, notesOf } from './rowNotes';

/**
 * What a page or a list means for an acked row. `confirmed`: the cache shows it, under a number if that is known, so the
 * row can be deleted. `lost`: the service acknowledged it and does not have it.
 */
type Finding = 'confirmed' | { serverId: number } | 'lost' | { question: Question } | 'wait';

const vanished = { question: { kind: 'vanished' } } as const;
const isNumbered = (finding: Finding) => typeof finding === 'object' && 'serverId' in finding;
const confirmedAs = (serverId: number | null): Finding => (serverId === null ? 'confirmed' : { serverId });

/** A page of the feed that was just written to the cache. */
export type ConfirmingPage = {
  /** The records that the page names. */
  named: ReadonlyMap<ChangeKind, ReadonlySet<number>>;
  /** Whether the feed ends here. */
  isEnd: boolean;
  position: string | undefined;
  /** When this page and the first page of the pull were requested, by the clock of the phone. */
  requestedAt: number;
  begunAt: number;
};

/**
 * Confirms rows by a page of the feed, in the transaction of that page: nothing is shown twice, and nothing vanishes
 * between the two. A row is confirmed by a feed that passed its position, or by a page that names its record and was
 * requested after the ack. A restored service may have lost a row: it is sent again under its key, once.
 */
export async function confirmByFeed(
  tx: Transaction,
  context: SyncContext,
  page: ConfirmingPage
): Promise<void> {
  const { scope, ports, config } = context;
  const now = ports.clock.now();
  await confirmEach(tx, context, Object.keys(changeKindOf) as OutboxKind[], async (row, later) => {
    const passed =
      row.position === null || page.position === undefined ? null : feedPassed(row.position, page.position);
    // Until the end of a restored feed the cache has records that the service may not have.
    if (passed === 'other_epoch' && !page.isEnd) return 'wait';
    if (row.kind === 'bundle_create') {
      const marked = await findMarked(tx, scope, row);
      if (marked) return confirmedAs(marked.serverId);
    } else if (hasOwnKey(row)) {
      if (await isDownloaded(tx, scope, row)) return 'confirmed';
    } else if (row.state === 'acked' && passed !== 'other_epoch' && isNamedAfterAck(row, page)) {
      return 'confirmed';
    }
    // Of a bundle that a person is asked about, only its marker proves that it is there.
    if (!page.isEnd || passed === 'not_yet' || row.state === 'needs_person') return 'wait';
    if (passed === null) {
      // A record with the key of its row is found by it, above, or not yet there.
      if (hasOwnKey(row)) return 'wait';
      // Nothing shows what this feed contains: a bundle has to be in the cache, others are confirmed by the end.
      const isThere =
        row.kind === 'bundle_create'
          ? await isUnderItsNumber(tx, scope, row)
          : row.kind !== 'bundle_update' ||
            (await getBundle(tx, scope, serverIdOf(row.entity) ?? -1)) !== null;
      if (!wasAckedBefore(row, page.begunAt)) return 'wait';
      if (isThere) return 'confirmed';
      return page.begunAt - (row.ackedAt ?? now) >= config.settleMs ? vanished : 'wait';
    }
    if (passed === 'other_epoch') {
      const feed = page.position ?? '';
      if (await hasChange(tx, scope, { row, later }, feed)) return 'confirmed';
      return notesOf(row).wasSentAgain || mayOverwrite({ row, later }, feed) ? vanished : 'lost';
    }
    // Absent after it was sent again: it was deleted on the service.
    return (row.kind === 'bundle_create' || hasOwnKey(row)) && !notesOf(row).wasSentAgain
      ? 'lost'
      : 'confirmed';
  });
}

/** Whether the service stores the record under the id of its row, so that a download shows for certain that it is there. */
const hasOwnKey = ({ kind }: OutboxRow) =>
  kind === 'visit_create' || kind === 'cash_record' || kind === 'contact_create' || kind === 'answers_create';

function isDownloaded(tx: Transaction, scope: Scope, { kind, id }: OutboxRow): Promise<boolean> {
  if (kind === 'contact_create') return hasAddedContact(tx, scope, id);
  if (kind === 'answers_create') return hasAnswers(tx, scope, id);
  return kind === 'visit_create' ? hasVisit(tx, scope, id) : hasCashRecord(tx, scope, id);
}

/** For a row whose number a person chose, or a service that drops markers. It may contain changes of this phone. */
async function isUnderItsNumber(tx: Transaction, scope: Scope, row: OutboxRow): Promise<boolean> {
  const bundle = row.serverId === null ? null : await getBundle(tx, scope, row.serverId);
  if (bundle === null || hasOtherMarker(bundle, row)) return false;
  const updates = await listPending(tx, scope, ['bundle_update']);
  return versionsOf(row, updates).some(({ transactions: [ours = {}] }) => isSimilar(bundle, ours));
}

/** The kind of record that a row writes; null where the feed has none. */
const changeKindOf: Record<OutboxKind, ChangeKind | null> = {
  bundle_create: 'transaction_bundle',
  bundle_update: 'transaction_bundle',
  team_create: 'team',
  team_edit: 'team',
  team_delete: 'team',
  user_update: 'user',
  role_change: 'user',
  invitation: null,
  visit_create: 'visit',
  cash_record: 'cash_record',
  contact_create: 'contact',
  contact_update: 'contact',
  answers_create: 'answers',
};

function isNamedAfterAck(row: OutboxRow, { named, requestedAt }: ConfirmingPage): boolean {
  const kind = changeKindOf[row.kind];
  const id = row.serverId ?? serverIdOf(row.entity);
  const isNamed = kind !== null && id !== null && (named.get(kind)?.has(id) ?? false);
  return isNamed && wasAckedBefore(row, requestedAt);
}

const wasAckedBefore = ({ ackedAt }: OutboxRow, time: number) => ackedAt !== null && ackedAt <= time;

/** The lists that show rows of a kind. */
const kindsOfList: Partial<Record<ListName, readonly OutboxKind[]>> = {
  transaction_bundles: ['bundle_create', 'bundle_update'],
  teams: ['team_create', 'team_edit', 'team_delete'],
  users: ['user_update', 'role_change', 'invitation'],
};

/** After this many complete pulls an update is confirmed, though the service shows something else. */
const maxPulls = 3;

/**
 * Confirms rows by a list that was read to its end, in the transaction of the last page. Bundles and users are compared; the
 * others are confirmed by the first reading that begins after the ack. What is unchanged one settle time after the ack is
 * sent again once. What is not shown then, or a bundle, is a question for the user.
 */
export async function confirmByList(
  tx: Transaction,
  context: SyncContext,
  list: ListName,
  begunAt: number
): Promise<void> {
  const { scope, ports, config } = context;
  const now = ports.clock.now();
  // The clock was set back during the reading: a row that was acked since would seem to be older than it.
  if (begunAt > now) return;
  await confirmEach(tx, context, kindsOfList[list] ?? [], async (row, later) => {
    // A row with a position is confirmed or sent again by the feed.
    const isSettled = row.position === null && begunAt - (row.ackedAt ?? begunAt) >= config.settleMs;
    if (row.kind === 'bundle_create') {
      const found = await findDownloaded(row);
      if (found) return found;
      return isSettled && wasAckedBefore(row, begunAt) ? vanished : 'wait';
    }
    if (!wasAckedBefore(row, begunAt)) return 'wait';
    if (row.kind !== 'bundle_update') {
      if (!(await isUnchanged(tx, scope, row, later))) return 'confirmed';
      if (!isSettled) return 'wait';
      return notesOf(row).wasSentAgain ? vanished : 'lost';
    }
    const id = serverIdOf(row.entity);
    const bundle = id === null ? null : await getBundle(tx, scope, id);
    if (bundle && (await isQuarantined(tx, scope, 'transaction_bundles', bundle.id))) return 'wait';
    const changeOf = (each: OutboxRow) => bundle && withNumbers(sentData<BundleChange>(each), bundle);
    const change = changeOf(row);
    const laterUpdates = later.flatMap((each) => changeOf(each) ?? []);
    if (bundle && change && showsUpdate(bundle, change, row.base, laterUpdates)) {
      const extra =
        row.attemptsWithoutKey === 0 ? 0 : countExtraAdditions(bundle, change, row.base, laterUpdates);
      return extra === 0 ? 'confirmed' : { question: { kind: 'added_twice', serverId: bundle.id } };
    }
    const pulls = (notesOf(row).pulls ?? 0) + 1;
    await addNotes(tx, row, { pulls });
    return isSettled && pulls >= maxPulls ? vanished : 'wait';
  });

  /** By its markers, or by its number and content where the service drops markers. */
  async function findDownloaded(row: OutboxRow): Promise<Finding | null> {
    const marked = await findMarked(tx, scope, row);
    if (marked) {
      await setFact(tx, scope, 'echoes_markers', true);
      return confirmedAs(marked.serverId);
    }
    const unreadable = await listUnreadableLike(tx, scope, row);
    if (row.serverId === null) return unreadable.some((mark) => mark < 0) ? 'confirmed' : findUnnumbered(row);
    if (unreadable.includes(row.serverId)) return 'confirmed';
    const isOurs = await isUnderItsNumber(tx, scope, row);
    if (isOurs) await setFact(tx, scope, 'echoes_markers', false);
    return isOurs ? 'confirmed' : null;
  }

  /** The person confirmed it without a number. Which number it has matters only to rows that wait for it. */
  async function findUnnumbered(row: OutboxRow): Promise<Finding | null> {
    const found = await findBundle(tx, scope, row);
    if (found.kind !== 'candidates' || found.candidates.length === 0) return null;
    if (!(await hasWaiting(tx, scope, row))) return 'confirmed';
    return { question: { kind: 'is_it_there', candidates: found.candidates } };
  }
}

async function confirmEach(
  tx: Transaction,
  context: SyncContext,
  kinds: readonly OutboxKind[],
  judge: (row: OutboxRow, later: readonly OutboxRow[]) => Promise<Finding>
): Promise<void> {
  const { scope, ports } = context;
  const now = ports.clock.now();
  const rows = (await listUnconfirmed(tx, scope)).filter(({ kind }) => kinds.includes(kind));
  const confirmed: string[] = [];
  /**
   * Records of which an earlier update is not confirmed: without a later one it would show values of before, and sent again
   * it would overwrite the later one.
   */
  const waiting = new Set(await listEntitiesToSendAgain(tx, scope));
  /** The created records that are sent again, with their versions, by the number that they had. */
  const resent = new Map<string, { record: OutboxRow; versions: ReadonlySet<string> }>();
  const isOfResent = (row: OutboxRow) => {
    const found = resent.get(row.entity);
    return found !== undefined && isChangeOf(row, found.versions);
  };
  for (const row of rows) {
    const later = rows.filter((other) => other.entity === row.entity && other.seq > row.seq);
    const judged = await judge(row, later);
    const isAsked = row.state === 'needs_person';
    // A correction belongs to its bundle: sent again with it.
    const finding = judged === 'confirmed' && isOfResent(row) ? 'lost' : judged;
    if (finding === 'confirmed' || isNumbered(finding)) {
      if (waiting.has(row.entity)) continue;
      if (isAsked && !(await withdrawQuestion(row))) continue;
      await nameByNumber(row, isNumbered(finding) ? finding.serverId : row.serverId);
      confirmed.push(row.id);
      continue;
    }
    // The updates of a created record, which use its number, wait for it.
    const numbered = entityAfterAck(row.kind, row.serverId);
    if (numbered !== null) waiting.add(numbered);
    if (isAsked || finding === 'wait') waiting.add(row.entity);
    else if (finding !== 'lost') await ask(row, finding.question);
    else if (isOfResent(row) || (await isTargetThere(tx, scope, row))) await returnToQueue(row);
    else await ask(row, vanished.question);
  }
  if (confirmed.length === 0) return;
  await markConfirmed(tx, scope, confirmed, now);
  await deleteConfirmed(tx, scope);

  async function ask(row: OutboxRow, question: Question): Promise<void> {
    const problem = { kind: 'question', question } as const;
    await applyTransition(tx, { id: row.id, from: 'acked', to: 'needs_person', now, patch: { problem } });
    // Its changes wait for the answer: another record may have its number by now.
    const numbered = entityAfterAck(row.kind, row.serverId);
    if (numbered !== null) await renameChanges(tx, scope, row, numbered);
  }

  /** The service shows it after all. */
  function withdrawQuestion(row: OutboxRow): Promise<boolean> {
    return applyTransition(tx, {
      id: row.id,
      from: 'needs_person',
      to: 'acked',
      now,
      patch: { problem: null },
    });
  }

  /** Rows that were saved while a question was open still name the record as it was named before its ack. */
  async function nameByNumber(row: OutboxRow, serverId: number | null): Promise<void> {
    if (row.serverId === null && serverId !== null) await setNumber(tx, row.id, serverId);
    await renameToServerId(tx, context, row, serverId);
  }

  async function returnToQueue(row: OutboxRow): Promise<void> {
    await addNotes(tx, row, { wasSentAgain: true });
    const patch = { nextAttemptAt: now, serverId: null, position: null };
    await applyTransition(tx, { id: row.id, from: 'acked', to: 'queued', now, patch });
    // What waits for a created record must not be sent to the record that has its number now.
    const created = entityAfterAck(row.kind, row.serverId);
    if (created !== null)
      resent.set(created, { record: row, versions: await listVersions(tx, scope, row.id) });
    for (const [from, { record }] of resent) await renameChanges(tx, scope, record, from);
  }
}

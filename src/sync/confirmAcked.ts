import type { ChangeKind } from '@/contract/changes';
import type { TransactionBundle } from '@/contract/bundle';
import { setFact } from '@/db/facts';
import { hasCashRecord } from '@/db/cashRecords';
import { getBundle } from '@/db/ledger/bundles';
import type { ListName } from '@/db/listings';
import {
  applyTransition,
  deleteConfirmed,
  listAckedUnconfirmed,
  markConfirmed,
  renameEntity,
  type OutboxRow,
} from '@/db/outbox/outbox';
import { containsUpdate } from '@/db/outbox/pendingBundles';
import type { Scope } from '@/db/scopes';
import type { Transaction } from '@/db/store';
import { hasVisit } from '@/db/visits';
import { entityAfterAck, serverIdOf } from '@/domain/entity';
import type { OutboxKind } from '@/domain/outbox';
import { feedPassed } from '@/domain/position';

import type { SyncContext } from './context';
import { findMarked, hasOtherMarker, isSimilar, listUnreadableLike } from './findByMarker';
import { addNotes, notesOf } from './rowNotes';

/**
 * What a page or a list means for an acked row. `confirmed`: the cache shows it, so the row can be deleted. `lost`: the
 * service acknowledged it and does not have it.
 */
type Finding = 'confirmed' | 'lost' | 'ask' | 'wait';

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
  const { scope, ports } = context;
  const now = ports.clock.now();
  await confirmEach(tx, context, Object.keys(changeKindOf) as OutboxKind[], async (row) => {
    const passed =
      row.position === null || page.position === undefined ? null : feedPassed(row.position, page.position);
    // Until the end of a restored feed the cache has records that the service may not have.
    if (passed === 'other_epoch' && !page.isEnd) return 'wait';
    if (isFoundById(row)) {
      if (await isFound(tx, scope, row)) return 'confirmed';
    } else if (passed !== 'other_epoch' && isNamed(row, page) && wasAckedBefore(row, page.requestedAt, now)) {
      return 'confirmed';
    }
    if (!page.isEnd || passed === 'not_yet') return 'wait';
    if (passed === null) {
      // Nothing shows what this feed contains: a bundle has to be in the cache, others are confirmed by the end.
      const isThere =
        row.kind === 'bundle_create'
          ? await isUnderItsNumber(tx, scope, row)
          : !isFoundById(row) &&
            (row.kind !== 'bundle_update' ||
              (await getBundle(tx, scope, serverIdOf(row.entity) ?? -1)) !== null);
      return isThere && wasAckedBefore(row, page.begunAt, now) ? 'confirmed' : 'wait';
    }
    if (passed === 'other_epoch') return notesOf(row).wasSentAgain ? 'ask' : 'lost';
    // Absent after it was sent again: it was deleted on the service.
    return isFoundById(row) && !notesOf(row).wasSentAgain ? 'lost' : 'confirmed';
  });
}

/** Whether the downloaded record carries the id of its row. */
const isFoundById = ({ kind }: OutboxRow) =>
  kind === 'bundle_create' || kind === 'visit_create' || kind === 'cash_record';

async function isFound(tx: Transaction, scope: Scope, row: OutboxRow): Promise<boolean> {
  if (row.kind === 'visit_create') return hasVisit(tx, scope, row.id);
  if (row.kind === 'cash_record') return hasCashRecord(tx, scope, row.id);
  return (await findMarked(tx, scope, row)) !== null;
}

/** For a row whose number a person chose, or a service that drops markers. */
async function isUnderItsNumber(tx: Transaction, scope: Scope, row: OutboxRow): Promise<boolean> {
  const bundle = row.serverId === null ? null : await getBundle(tx, scope, row.serverId);
  return bundle !== null && !hasOtherMarker(bundle, row) && isSimilar(bundle, row);
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
};

function isNamed(row: OutboxRow, { named }: ConfirmingPage): boolean {
  const kind = changeKindOf[row.kind];
  const id = row.serverId ?? serverIdOf(row.entity);
  return kind !== null && id !== null && (named.get(kind)?.has(id) ?? false);
}

/** An ack in the future was before the clock was set back. */
function wasAckedBefore({ ackedAt }: OutboxRow, time: number, now: number): boolean {
  return ackedAt !== null && (ackedAt <= time || ackedAt > now);
}

/** The lists that show rows of a kind. */
const kindsOfList: Partial<Record<ListName, readonly OutboxKind[]>> = {
  transaction_bundles: ['bundle_create', 'bundle_update'],
  teams: ['team_create', 'team_edit', 'team_delete'],
  users: ['user_update', 'role_change', 'invitation'],
};

/** After this many complete pulls an update is confirmed, though the service shows something else. */
const maxPulls = 3;

/**
 * Confirms rows by a list that was read to its end, in the transaction of the last page. Only bundles are compared; the
 * others are confirmed by the first reading that begins after the ack. A bundle that is not in a reading that begins
 * one settle time after its ack is a question for the user.
 */
export async function confirmByList(
  tx: Transaction,
  context: SyncContext,
  list: ListName,
  begunAt: number
): Promise<void> {
  const { scope, ports, config } = context;
  const now = ports.clock.now();
  await confirmEach(tx, context, kindsOfList[list] ?? [], async (row) => {
    if (row.kind === 'bundle_create' && (await isDownloaded(row))) return 'confirmed';
    if (!wasAckedBefore(row, begunAt, now)) return 'wait';
    switch (row.kind) {
      case 'bundle_create': {
        // A row with a position is confirmed or sent again by the feed.
        if (row.position !== null || begunAt - (row.ackedAt ?? begunAt) < config.settleMs) return 'wait';
        // Asked before, and nothing was sent since: the person decided that it is fine.
        return notesOf(row).vanishedAfter === row.attempts ? 'confirmed' : 'ask';
      }
      case 'bundle_update': {
        const id = serverIdOf(row.entity);
        const bundle = id === null ? null : await getBundle(tx, scope, id);
        if (bundle && containsUpdate(bundle, row)) return 'confirmed';
        const pulls = (notesOf(row).pulls ?? 0) + 1;
        await addNotes(tx, row, { pulls });
        return pulls >= maxPulls ? 'confirmed' : 'wait';
      }
      default:
        return 'confirmed';
    }
  });

  /** By its markers, or by its number and content where the service drops markers. */
  async function isDownloaded(row: OutboxRow): Promise<boolean> {
    if (await findMarked(tx, scope, row)) {
      await setFact(tx, scope, 'echoes_markers', true);
      return true;
    }
    const unreadable = await listUnreadableLike(tx, scope, row);
    if (row.serverId === null) return unreadable.some((mark) => mark < 0);
    if (unreadable.includes(row.serverId)) return true;
    const isOurs = await isUnderItsNumber(tx, scope, row);
    if (isOurs) await setFact(tx, scope, 'echoes_markers', false);
    return isOurs;
  }
}

async function confirmEach(
  tx: Transaction,
  { scope, ports }: SyncContext,
  kinds: readonly OutboxKind[],
  judge: (row: OutboxRow) => Promise<Finding>
): Promise<void> {
  const now = ports.clock.now();
  const rows = (await listAckedUnconfirmed(tx, scope)).filter(({ kind }) => kinds.includes(kind));
  const confirmed: string[] = [];
  /** The entities of created records that are sent again: by the number that they had, and without it. */
  const resent = new Map<string, string>();
  for (const row of rows) {
    const judged = await judge(row);
    // A correction belongs to its bundle: sent again with it.
    const finding = judged === 'confirmed' && resent.has(row.entity) ? 'lost' : judged;
    if (finding === 'confirmed') confirmed.push(row.id);
    else if (finding === 'ask') await ask(row);
    else if (finding === 'lost')
      await (resent.has(row.entity) || (await isTargetThere(row)) ? sendAgain : ask)(row);
  }
  if (confirmed.length === 0) return;
  await markConfirmed(tx, scope, confirmed, now);
  await deleteConfirmed(tx, scope);

  async function ask(row: OutboxRow): Promise<void> {
    const problem = { kind: 'question', question: { kind: 'vanished' } } as const;
    await addNotes(tx, row, { vanishedAfter: row.attempts });
    await applyTransition(tx, { id: row.id, from: 'acked', to: 'needs_person', now, patch: { problem } });
  }

  async function sendAgain(row: OutboxRow): Promise<void> {
    await addNotes(tx, row, { wasSentAgain: true });
    const patch = { nextAttemptAt: now, serverId: null, position: null };
    await applyTransition(tx, { id: row.id, from: 'acked', to: 'queued', now, patch });
    // What waits for a created record must not be sent to the record that has its number now.
    const created = entityAfterAck(row.kind, row.serverId);
    if (created !== null) resent.set(created, row.entity);
    for (const [from, to] of resent) await renameEntity(tx, scope, from, to);
  }

  /** An update must not be sent to another bundle that has the number of the lost one. */
  async function isTargetThere(row: OutboxRow): Promise<boolean> {
    if (row.kind !== 'bundle_update') return true;
    const id = serverIdOf(row.entity);
    const bundle = id === null ? null : await getBundle(tx, scope, id);
    return bundle !== null && tokenOf(bundle) === tokenOf(row.base);
  }
}

function tokenOf(bundle: unknown): string | undefined {
  const { transactions = [] }: Pick<TransactionBundle, 'transactions'> = { ...Object(bundle) };
  return transactions.find(({ delivery_token: token }) => token)?.delivery_token;
}

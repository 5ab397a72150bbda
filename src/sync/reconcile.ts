import { getFact } from '@/db/facts';
import { listBundlesWithoutNotes, listUnknownReady, postponeLookup } from '@/db/outbox/lookups';
import { askAboutLost } from '@/db/outbox/numbers';
import { applyTransition, type OutboxRow, type TransitionPatch } from '@/db/outbox/outbox';
import type { Scope } from '@/db/scopes';
import type { Reader, Transaction } from '@/db/store';
import { backoffDelay } from '@/domain/backoff';
import type { OutboxKind } from '@/domain/outbox';
import type { Question } from '@/domain/outcome';

import { renameToServerId } from './applyOutcome';
import type { StopReason } from './readResource';
import type { Capabilities } from './capabilities';
import type { SyncContext } from './context';
import { findBundle, listSimilarNumbers } from './findByMarker';
import { findBundleUpdate, findInvited, findTeam } from './findOnService';
import type { FindResult } from './findResult';
import * as lists from './lists';
import { addNotes, notesOf } from './rowNotes';
import { settleWait } from './settleTimes';

type Decision =
  | { kind: 'acked'; serverId: number | null }
  /**
   * It never arrived, or a repeat does no harm: send the same row with the same id. `resetsAttempts`: no attempt without
   * a key arrived, and the service has keys now, so that those attempts do not count any more. `needsKey`: no search was made.
   */
  | { kind: 'send_again'; resetsAttempts: boolean; needsKey: boolean }
  /** It was refused, and no earlier try has arrived. */
  | { kind: 'park' }
  | { kind: 'ask'; question: Question }
  | { kind: 'wait'; forMs: number }
  | { kind: 'lookup_failed' };

/** After this many failed lookups in a row a person decides. */
const maxFailedLookups = 5;

/**
 * Resolves rows in state `unknown`. With idempotency keys the same request is sent again. Without them one complete
 * reading of a list settles all rows of its kind, if it begins after their settle time: found means acked, absent means
 * send again, anything else is a question for the user. A reading that fails is repeated later, a few times.
 */
export async function reconcile(
  context: SyncContext,
  capabilities: Capabilities,
  signal: AbortSignal
): Promise<StopReason | null> {
  const { store, scope, ports } = context;
  const hasKeys = capabilities.has('idempotency_key');
  const rows = await listUnknownReady(store, scope, ports.clock.now());
  const searched: OutboxRow[] = [];
  if (rows.length > 0) {
    await store.write(async (tx) => {
      for (const row of rows) {
        const decision = decideWithoutSearch(context, capabilities, row);
        if (decision) await applyDecision(tx, context, row, decision);
        else searched.push(row);
      }
    });
  }
  const unsent = hasKeys ? [] : await listBundlesWithoutNotes(store, scope, ports.clock.now());
  const echoesMarkers = unsent.length > 0 ? await getFact(store, scope, 'echoes_markers') : true;

  const needed = new Set(searched.flatMap(({ kind }) => listOf[kind] ?? []));
  // Where bundles are recognised by their content, what is there before the send has to be stored.
  if (!echoesMarkers) needed.add('bundles');
  const failed = new Set<SearchedList>();
  /** Lists that were not reached: that says nothing about the service, so it is no failed lookup. */
  const stopped = new Set<SearchedList>();
  let unreachable: StopReason | null = null;
  for (const list of needed) {
    const result = await lists[list].pull(context, signal, { isFresh: true });
    if (result.kind === 'done') continue;
    failed.add(list);
    if (result.kind !== 'stopped') continue;
    stopped.add(list);
    if (result.stop.kind === 'unreachable') unreachable = result.stop;
    else if (result.stop.kind !== 'service_trouble') return result.stop;
  }
  if (searched.length + unsent.length > 0)
    await store.write(async (tx) => {
      for (const row of searched) {
        const list = listOf[row.kind];
        const isRead = list === undefined || !failed.has(list);
        const decision: Decision = isRead
          ? decideBySearch(row, hasKeys, await findRow(tx, scope, row))
          : stopped.has(list)
            ? { kind: 'wait', forMs: backoffDelay(row.attempts, ports.random) }
            : { kind: 'lookup_failed' };
        await applyDecision(tx, context, row, decision);
      }
      for (const row of unsent)
        await addNotes(tx, row, { similarBefore: await listSimilarNumbers(tx, scope, row) });
    });
  return unreachable;
}

type SearchedList = 'bundles' | 'teams' | 'users';

/** The list in which rows of a kind are searched. The others set a value or delete: a repeat changes nothing. */
const listOf: Partial<Record<OutboxKind, SearchedList>> = {
  bundle_create: 'bundles',
  bundle_update: 'bundles',
  team_create: 'teams',
  invitation: 'users',
};

const isRefused = (row: OutboxRow) => row.problem?.kind === 'refused';

/** Null if the row has to be searched. */
function decideWithoutSearch(
  context: SyncContext,
  capabilities: Capabilities,
  row: OutboxRow
): Decision | null {
  const isRepeatSafe =
    row.kind === 'team_edit' || row.kind === 'contact_update'
      ? capabilities.has('if_match')
      : capabilities.has('idempotency_key') && row.attemptsWithoutKey === 0;
  if (isRepeatSafe && !isRefused(row))
    return { kind: 'send_again', resetsAttempts: false, needsKey: listOf[row.kind] !== undefined };
  if (isRefused(row) && listOf[row.kind] === undefined) return { kind: 'park' };
  const forMs = settleWait(context, row);
  return forMs > 0 ? { kind: 'wait', forMs } : null;
}

function decideBySearch(row: OutboxRow, hasKeys: boolean, found: FindResult): Decision {
  switch (found.kind) {
    case 'found':
      return { kind: 'acked', serverId: found.serverId };
    case 'candidates':
      return { kind: 'ask', question: { kind: 'is_it_there', candidates: found.candidates } };
    case 'unclear':
      return { kind: 'lookup_failed' };
    case 'absent':
      return isRefused(row)
        ? { kind: 'park' }
        : { kind: 'send_again', resetsAttempts: hasKeys, needsKey: false };
  }
}

function findRow(reader: Reader, scope: Scope, row: OutboxRow): Promise<FindResult> {
  switch (row.kind) {
    case 'bundle_create':
      return findBundle(reader, scope, row);
    case 'bundle_update':
      return findBundleUpdate(reader, scope, row);
    case 'team_create':
      return findTeam(reader, scope, row);
    case 'invitation':
      return findInvited(reader, scope, row);
    case 'team_edit':
    case 'team_delete':
    case 'user_update':
    case 'role_change':
    case 'visit_create':
    case 'answers_create':
    case 'cash_record':
    case 'contact_create':
    case 'contact_update':
      return Promise.resolve({ kind: 'absent' });
  }
}

async function applyDecision(
  tx: Transaction,
  context: SyncContext,
  row: OutboxRow,
  decision: Decision
): Promise<void> {
  const { ports } = context;
  const now = ports.clock.now();
  // The attempt: another process may have sent the row again since it was read.
  const moveTo = (to: 'acked' | 'queued' | 'parked' | 'needs_person', patch: TransitionPatch) =>
    applyTransition(tx, {
      id: row.id,
      from: 'unknown',
      to,
      attempt: row.attempts,
      now,
      patch: { failedLookups: 0, ...patch },
    });
  const ask = (question: Question) => moveTo('needs_person', { problem: { kind: 'question', question } });
  switch (decision.kind) {
    case 'acked': {
      const { serverId } = decision;
      if (!(await moveTo('acked', { serverId, ackedAt: now, problem: null }))) return;
      if (row.kind === 'bundle_create' && serverId !== null)
        await askAboutLost(tx, context.scope, { id: row.id, serverId, now });
      await renameToServerId(tx, context, row, serverId);
      return;
    }
    case 'send_again':
      if ((notesOf(row).needsKey ?? false) !== decision.needsKey)
        await addNotes(tx, row, { needsKey: decision.needsKey });
      await moveTo('queued', {
        nextAttemptAt: now,
        ...(decision.resetsAttempts ? { attemptsWithoutKey: 0 } : {}),
      });
      return;
    case 'park':
      await moveTo('parked', {});
      return;
    case 'ask':
      await ask(decision.question);
      return;
    case 'wait':
      await postponeLookup(tx, row, {
        now,
        nextAttemptAt: now + decision.forMs,
        failedLookups: row.failedLookups,
      });
      return;
    case 'lookup_failed': {
      const failedLookups = row.failedLookups + 1;
      if (failedLookups >= maxFailedLookups) {
        await ask({ kind: 'is_it_there', candidates: [] });
        return;
      }
      // The first wait is up to a minute: a list that cannot be read now is rarely readable in a few seconds.
      const nextAttemptAt = now + backoffDelay(failedLookups + 4, ports.random);
      await postponeLookup(tx, row, { now, nextAttemptAt, failedLookups });
      return;
    }
  }
}

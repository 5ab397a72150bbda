import { applyTransactionSettings } from '@/db/settings';
import { setFact } from '@/db/facts';
import { indexDeferred } from '@/db/search/deferredIndex';
import type { SyncProblem } from '@/domain/syncStatus';

import { readResource, type StopReason } from './readResource';
import type { Capabilities } from './capabilities';
import type { SyncContext } from './context';
import * as lists from './lists';
import { pullChanges } from './pullChanges';
import { fetchMissingContacts, fetchMissingForms } from './fetchMissing';

export type PullResult =
  { kind: 'done'; problem: SyncProblem | null } | { kind: 'stopped'; stop: StopReason };

/** When the last complete pull ended, by the clock of the phone; for display only. */
export const lastPulledKey = 'last_pulled_at';

/**
 * Downloads what changed on the service: by the feed where it has one, else by reading every list to its end.
 * Can stop anywhere and continues from there.
 */
export async function pull(
  context: SyncContext,
  capabilities: Capabilities,
  signal: AbortSignal
): Promise<PullResult> {
  const { store, scope, ports } = context;
  const result =
    (await pullByFeed(context, capabilities, signal)) ?? (await pullByLists(context, capabilities, signal));
  // Also where the pull stopped early: the lists show what has arrived so far.
  await store.write((tx) => indexDeferred(tx, scope));
  if (result.kind === 'stopped') return result;

  for (const fetchMissing of [fetchMissingContacts, fetchMissingForms]) {
    const stop = await fetchMissing(context, signal);
    if (stop) return { kind: 'stopped', stop };
  }
  await store.write((tx) => setFact(tx, scope, lastPulledKey, ports.clock.now()));
  return result;
}

/** Null where the service has no feed after all. */
async function pullByFeed(
  context: SyncContext,
  capabilities: Capabilities,
  signal: AbortSignal
): Promise<PullResult | null> {
  if (!capabilities.has('changes')) return null;
  const changes = await pullChanges(context, signal);
  if (changes.kind === 'unavailable') return null;
  return changes.kind === 'stopped' ? changes : { kind: 'done', problem: null };
}

async function pullByLists(
  context: SyncContext,
  capabilities: Capabilities,
  signal: AbortSignal
): Promise<PullResult> {
  const stop = await pullSettings(context, signal);
  if (stop) return { kind: 'stopped', stop };
  return pullEach(
    context,
    [
      lists.actions,
      lists.teams,
      lists.users,
      ...(capabilities.has('roles') ? [lists.roles] : []),
      lists.membershipPriceGroups,
      lists.donationPrices,
      lists.statuses,
      lists.publicTeams,
      lists.bundles,
      ...(capabilities.has('contacts_list') ? [lists.contacts] : []),
    ],
    signal
  );
}

async function pullEach(
  context: SyncContext,
  pulled: readonly (typeof lists)[keyof typeof lists][],
  signal: AbortSignal
): Promise<PullResult> {
  let problem: SyncProblem | null = null;
  for (const list of pulled) {
    const result = await list.pull(context, signal);
    if (result.kind === 'stopped') return result;
    if (result.kind === 'skipped') problem ??= result.why === 'unreadable' ? 'unreadable' : 'refused';
  }
  return { kind: 'done', problem };
}

async function pullSettings(context: SyncContext, signal: AbortSignal): Promise<StopReason | null> {
  const { store, scope, transport, report } = context;
  report({ kind: 'pulling', step: 'transaction_settings', done: 0, total: 1 });
  const result = await readResource(transport, { endpoint: 'getTransactionSettings', signal });
  if (result.kind === 'stopped') return result.stop;
  if (result.kind === 'read') await store.write((tx) => applyTransactionSettings(tx, scope, result.value));
  return null;
}

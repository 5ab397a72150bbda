import { applyTransactionSettings } from '@/db/settings';
import { setFact } from '@/db/facts';
import type { SyncProblem } from '@/domain/syncStatus';

import { ask, type Stop } from './ask';
import type { Capabilities } from './capabilities';
import type { SyncContext } from './context';
import * as lists from './lists';
import { pullChanges } from './pullChanges';
import { pullWantedContacts, pullWantedForms } from './pullContacts';
import { noteSeen } from './seen';

export type PullResult = { kind: 'done'; problem: SyncProblem | null } | { kind: 'stopped'; stop: Stop };

/** When everything was last read to the end, in the phone's time; shown to people and used for nothing else. */
export const lastPulledKey = 'last_pulled_at';

/**
 * Brings the phone up to what the service has. Where the service has a feed the cost follows the change; elsewhere
 * every list is read to its end. Stops anywhere and goes on from there the next time.
 */
export async function pull(
  context: SyncContext,
  capabilities: Capabilities,
  signal: AbortSignal
): Promise<PullResult> {
  const { store, scope, ports } = context;
  const result =
    (await pullByFeed(context, capabilities, signal)) ?? (await pullByLists(context, capabilities, signal));
  if (result.kind === 'stopped') return result;

  for (const pullWanted of [pullWantedContacts, pullWantedForms]) {
    const stop = await pullWanted(context, signal);
    if (stop) return { kind: 'stopped', stop };
  }
  await noteSeen(context);
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
  if (changes.kind === 'stopped') return changes;
  // The one list that the feed leaves out: it shows teams as strangers see them.
  return pullEach(context, [lists.publicTeams], signal);
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

async function pullSettings(context: SyncContext, signal: AbortSignal): Promise<Stop | null> {
  const { store, scope, transport, report } = context;
  report({ kind: 'pulling', step: 'transaction_settings', done: 0, total: 1 });
  const asked = await ask(transport, { endpoint: 'getTransactionSettings', signal });
  if (asked.kind === 'stopped') return asked.stop;
  if (asked.kind === 'read') await store.write((tx) => applyTransactionSettings(tx, scope, asked.value));
  return null;
}

import type { BundleUpdate, TransactionBundle } from '@/contract/bundle';
import type { Team, TeamCreate } from '@/contract/team';
import type { OutboxRow } from '@/db/outbox/outbox';
import { sentData } from '@/db/outbox/pending';
import { serverIdOf } from '@/domain/entity';

import { readResource } from './readResource';
import type { Capabilities } from './capabilities';
import type { SyncContext } from './context';
import type { FindResult } from './findResult';
import { readNewestBundles } from './newestBundles';

/** Finds a created team: one that did not exist before the send, with the same name and content. */
export async function findTeam(
  context: SyncContext,
  row: OutboxRow,
  signal: AbortSignal
): Promise<FindResult> {
  const result = await readResource(context.transport, { endpoint: 'listTeams', signal });
  if (result.kind === 'stopped') return result;
  if (result.kind !== 'read') return { kind: 'unclear' };

  const { team } = sentData<{ team: TeamCreate }>(row);
  const before = readTeamsBefore(row.notes);
  const similar = result.value.good.filter(
    (candidate) => !before?.has(candidate.id) && isSimilarTeam(candidate, team)
  );
  const [only, second] = similar;
  if (!only) return { kind: 'absent' };
  if (before && !second) return { kind: 'found', serverId: only.id };
  const candidates = similar.map(({ id }) => ({
    id,
    amount: null,
    currency: null,
    date: null,
    contactId: null,
  }));
  return { kind: 'candidates', candidates };
}

function readTeamsBefore(notes: unknown): Set<number> | null {
  const value: unknown =
    typeof notes === 'object' && notes !== null ? Reflect.get(notes, 'teamsBefore') : null;
  return Array.isArray(value) ? new Set(value.filter((id): id is number => typeof id === 'number')) : null;
}

function isSimilarTeam(theirs: Team, ours: TeamCreate): boolean {
  const ids = (people: readonly { id: number }[] = []) =>
    people
      .map(({ id }) => id)
      .sort((a, b) => a - b)
      .join();
  return (
    theirs.name === ours.name &&
    (theirs.description ?? '') === (ours.description ?? '') &&
    (theirs.users === undefined || ids(theirs.users) === ids(ours.users))
  );
}

/**
 * Checks whether the items that an update adds are in the bundle. Changed fields can be sent again without
 * harm.
 */
export async function findBundleUpdate(
  context: SyncContext,
  capabilities: Capabilities,
  row: OutboxRow,
  signal: AbortSignal
): Promise<FindResult> {
  const id = serverIdOf(row.entity);
  const update = sentData<BundleUpdate>(row);
  const isNew = (item: { id?: number | undefined }) => item.id === undefined;
  const transactions = (update.transactions ?? []).filter(isNew);
  const otherItems = [...(update.memberships ?? []), ...(update.donations ?? [])].filter(isNew);
  if (transactions.length + otherItems.length === 0) return { kind: 'absent' };

  const read = await readBundle(context, capabilities, id, signal);
  if (read.kind !== 'bundle') return read;
  const { bundle } = read;
  const tokens = new Set((bundle.transactions ?? []).map((transaction) => transaction.delivery_token));
  const withMarker = transactions.filter((transaction) => transaction.delivery_token);
  if (withMarker.length > 0 && tokens.size > 1)
    return withMarker.every((transaction) => tokens.has(transaction.delivery_token))
      ? { kind: 'found', serverId: bundle.id }
      : { kind: 'absent' };

  // Without markers, count: the service has more items than the user saw.
  const added = countItems(bundle) - countItems(row.base);
  if (added <= 0) return { kind: 'absent' };
  return added === transactions.length + otherItems.length
    ? { kind: 'found', serverId: bundle.id }
    : {
        kind: 'candidates',
        candidates: [{ id: bundle.id, amount: null, currency: null, date: null, contactId: null }],
      };
}

function countItems(bundle: unknown): number {
  const lengthOf = (key: string) => {
    const items: unknown = typeof bundle === 'object' && bundle !== null ? Reflect.get(bundle, key) : null;
    return Array.isArray(items) ? items.length : 0;
  };
  return lengthOf('transactions') + lengthOf('memberships') + lengthOf('donations');
}

async function readBundle(
  context: SyncContext,
  capabilities: Capabilities,
  id: number | null,
  signal: AbortSignal
): Promise<{ kind: 'bundle'; bundle: TransactionBundle } | FindResult> {
  if (id === null) return { kind: 'unclear' };
  if (capabilities.has('bundle_by_id')) {
    const result = await readResource(context.transport, { endpoint: 'getBundle', params: { id }, signal });
    if (result.kind === 'read') return { kind: 'bundle', bundle: result.value };
    return result.kind === 'stopped' ? result : { kind: 'unclear' };
  }
  const newest = await readNewestBundles(context, id, signal);
  if (newest.kind !== 'read') return newest;
  const bundle = newest.bundles.find((candidate) => candidate.id === id);
  return bundle ? { kind: 'bundle', bundle } : { kind: 'unclear' };
}

/**
 * Checks whether the invited people are already users of the space. The interface does not list open
 * invitations, so a person has to decide about everyone else.
 */
export async function findInvited(
  context: SyncContext,
  row: OutboxRow,
  signal: AbortSignal
): Promise<FindResult> {
  const result = await readResource(context.transport, { endpoint: 'listUsers', signal });
  if (result.kind === 'stopped') return result;
  if (result.kind !== 'read') return { kind: 'unclear' };
  const mails = new Set(result.value.good.map((user) => user.mail?.toLowerCase()));
  const { invitations } = sentData<{ invitations: { email: string }[] }>(row);
  const areAllUsers = invitations.every(({ email }) => mails.has(email.toLowerCase()));
  return areAllUsers ? { kind: 'found', serverId: null } : { kind: 'candidates', candidates: [] };
}

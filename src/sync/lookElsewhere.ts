import type { BundleUpdate, TransactionBundle } from '@/contract/bundle';
import type { Team, TeamCreate } from '@/contract/team';
import type { OutboxRow } from '@/db/outbox/outbox';
import { sentData } from '@/db/outbox/pending';
import { serverIdOf } from '@/domain/entity';

import { ask } from './ask';
import type { Capabilities } from './capabilities';
import type { SyncContext } from './context';
import type { Looked } from './looked';
import { readNewestBundles } from './newestBundles';

/** Looks for a team that was created: one that was not there before, of the same name and content. */
export async function lookForTeam(
  context: SyncContext,
  row: OutboxRow,
  signal: AbortSignal
): Promise<Looked> {
  const asked = await ask(context.transport, { endpoint: 'listTeams', signal });
  if (asked.kind === 'stopped') return asked;
  if (asked.kind !== 'read') return { kind: 'unclear' };

  const { team } = sentData<{ team: TeamCreate }>(row);
  const before = readIds(row.notes, 'teamsBefore');
  const alike = asked.value.good.filter(
    (candidate) => !before?.has(candidate.id) && isAlikeTeam(candidate, team)
  );
  const [only, second] = alike;
  if (!only) return { kind: 'absent' };
  if (before && !second) return { kind: 'found', serverId: only.id };
  const candidates = alike.map(({ id }) => ({
    id,
    amount: null,
    currency: null,
    date: null,
    contactId: null,
  }));
  return { kind: 'candidates', candidates };
}

function readIds(notes: unknown, key: string): Set<number> | null {
  const value: unknown = typeof notes === 'object' && notes !== null ? Reflect.get(notes, key) : null;
  return Array.isArray(value) ? new Set(value.filter((id): id is number => typeof id === 'number')) : null;
}

function isAlikeTeam(theirs: Team, ours: TeamCreate): boolean {
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

/** Looks whether what an update adds is in the bundle; what it changes can be sent again without harm. */
export async function lookForUpdate(
  context: SyncContext,
  capabilities: Capabilities,
  row: OutboxRow,
  signal: AbortSignal
): Promise<Looked> {
  const id = serverIdOf(row.entity);
  const update = sentData<BundleUpdate>(row);
  const isNew = (item: { id?: number | undefined }) => item.id === undefined;
  const transactions = (update.transactions ?? []).filter(isNew);
  const others = [...(update.memberships ?? []), ...(update.donations ?? [])].filter(isNew);
  if (transactions.length + others.length === 0) return { kind: 'absent' };

  const read = await readBundle(context, capabilities, id, signal);
  if (read.kind !== 'bundle') return read;
  const { bundle } = read;
  const tokens = new Set((bundle.transactions ?? []).map((transaction) => transaction.delivery_token));
  const marked = transactions.filter((transaction) => transaction.delivery_token);
  if (marked.length > 0 && tokens.size > 1)
    return marked.every((transaction) => tokens.has(transaction.delivery_token))
      ? { kind: 'found', serverId: bundle.id }
      : { kind: 'absent' };

  // Without marks, count: the service has more items like the added ones than the person saw.
  const grown = countItems(bundle) - countItems(row.base);
  if (grown <= 0) return { kind: 'absent' };
  return grown === transactions.length + others.length
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
): Promise<{ kind: 'bundle'; bundle: TransactionBundle } | Looked> {
  if (id === null) return { kind: 'unclear' };
  if (capabilities.has('bundle_by_id')) {
    const asked = await ask(context.transport, { endpoint: 'getBundle', params: { id }, signal });
    if (asked.kind === 'read') return { kind: 'bundle', bundle: asked.value };
    return asked.kind === 'stopped' ? asked : { kind: 'unclear' };
  }
  const newest = await readNewestBundles(context, id, signal);
  if (newest.kind !== 'read') return newest;
  const bundle = newest.bundles.find((candidate) => candidate.id === id);
  return bundle ? { kind: 'bundle', bundle } : { kind: 'unclear' };
}

/**
 * Looks whether the invited are users of the space already. An invitation that is still open shows nowhere in the
 * interface, so that whoever is not found has to be asked about.
 */
export async function lookForInvited(
  context: SyncContext,
  row: OutboxRow,
  signal: AbortSignal
): Promise<Looked> {
  const asked = await ask(context.transport, { endpoint: 'listUsers', signal });
  if (asked.kind === 'stopped') return asked;
  if (asked.kind !== 'read') return { kind: 'unclear' };
  const mails = new Set(asked.value.good.map((user) => user.mail?.toLowerCase()));
  const { invitations } = sentData<{ invitations: { email: string }[] }>(row);
  const isEveryoneHere = invitations.every(({ email }) => mails.has(email.toLowerCase()));
  return isEveryoneHere ? { kind: 'found', serverId: null } : { kind: 'candidates', candidates: [] };
}

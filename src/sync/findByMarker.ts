import type { BundleCreate, TransactionBundle } from '@/contract/bundle';
import type { BadRecord } from '@/contract/page';
import { getHighestBundleId } from '@/db/ledger/bundles';
import { getFact } from '@/db/facts';
import { listOutbox, setNotes, type OutboxRow } from '@/db/outbox/outbox';
import { sentData } from '@/db/outbox/pending';
import type { Candidate } from '@/domain/outcome';

import { readResource } from './readResource';
import type { Capabilities } from './capabilities';
import type { SyncContext } from './context';
import { readNewestBundles } from './newestBundles';
import type { FindResult } from './findResult';

/**
 * Whether this service returns `delivery_token` or `external_transaction_id`. Detected from the first acked
 * bundle.
 */
export const echoesMarkersKey = 'echoes_markers';

/** What the service had before a row was first sent to it: needed to recognise what is new. */
type StateBeforeSend = { bundleFloor?: number; teamsBefore?: number[] };

/**
 * Stores what the service has before a row is first sent, where the service has no idempotency keys. A list
 * that cannot be read is recorded as such, because a later reading may already contain the record. An aborted
 * send records nothing.
 */
export async function recordStateBeforeSend(
  context: SyncContext,
  capabilities: Capabilities,
  row: OutboxRow,
  signal: AbortSignal
): Promise<void> {
  const { store, scope, transport } = context;
  if (capabilities.has('idempotency_key') || row.notes !== null) return;
  const before: StateBeforeSend = {};
  if (row.kind === 'bundle_create') before.bundleFloor = (await getHighestBundleId(store, scope)) ?? 0;
  else if (row.kind === 'team_create') {
    const result = await readResource(transport, { endpoint: 'listTeams', signal });
    if (signal.aborted) return;
    if (result.kind === 'read') before.teamsBefore = result.value.good.map((team) => team.id);
  } else return;
  await store.write((tx) => setNotes(tx, row.id, before));
}

/** Finds a bundle by the markers of its transaction, or by its content where the service drops markers. */
export async function findBundle(
  context: SyncContext,
  row: OutboxRow,
  signal: AbortSignal
): Promise<FindResult> {
  const { store, scope } = context;
  const before: StateBeforeSend = row.notes ?? {};
  const newest = await readNewestBundles(context, before.bundleFloor ?? null, signal);
  if (newest.kind !== 'read') return newest;

  const found = newest.bundles.find((bundle) => hasMarker(bundle, row));
  if (found) return { kind: 'found', serverId: found.id };
  const unreadableMatch = newest.bad.find(
    (record) => record.id !== undefined && containsText(record, row.id)
  );
  if (unreadableMatch?.id !== undefined) return { kind: 'found', serverId: unreadableMatch.id };
  if (await getFact<boolean>(store, scope, echoesMarkersKey)) return { kind: 'absent' };

  const acked = await listOutbox(store, scope, { states: ['acked'] });
  const ackedIds = new Set(acked.flatMap(({ serverId }) => serverId ?? []));
  const candidates = newest.bundles
    .filter((bundle) => !ackedIds.has(bundle.id) && !hasOtherMarker(bundle, row) && isSimilar(bundle, row))
    .map(toCandidate);
  const unreadableOnes = newest.bad.flatMap(({ id }) => (id === undefined ? [] : [unreadableCandidate(id)]));
  const all = [...candidates, ...unreadableOnes];
  return all.length === 0 ? { kind: 'absent' } : { kind: 'candidates', candidates: all };
}

export function hasMarker(
  bundle: TransactionBundle,
  row: Pick<OutboxRow, 'id' | 'externalTransactionId'>
): boolean {
  return (bundle.transactions ?? []).some(
    ({ delivery_token: token, external_transaction_id: external }) =>
      token === row.id || (external !== undefined && external === row.externalTransactionId)
  );
}

function hasOtherMarker(bundle: TransactionBundle, row: OutboxRow): boolean {
  const isMarked = (bundle.transactions ?? []).some(
    ({ delivery_token: token, external_transaction_id: external }) => Boolean(token) || Boolean(external)
  );
  return isMarked && !hasMarker(bundle, row);
}

const containsText = (record: BadRecord, text: string) => JSON.stringify(record.raw).includes(text);

/**
 * The same payer, amount, currency and date; a service may store only the day. Of a row that cannot be
 * decrypted only the amount is compared.
 */
function isSimilar(bundle: TransactionBundle, { body, amount }: OutboxRow): boolean {
  if (body === null) return (bundle.transactions ?? []).some((theirs) => theirs.amount === amount);
  // Read as it was sent, without validation: a body that today's schema would reject was sent all the same.
  const [ours] = sentData<BundleCreate>({ body }).transactions;
  return (bundle.transactions ?? []).some(
    (theirs) =>
      ours !== undefined &&
      theirs.contact_id === ours.contact_id &&
      theirs.amount === ours.amount &&
      theirs.currency?.toUpperCase() === ours.currency.toUpperCase() &&
      isSameDate(theirs.date, ours.date)
  );
}

function isSameDate(theirs: string | undefined, ours: string): boolean {
  if (theirs === undefined) return true;
  const [there, here] = [Date.parse(theirs), Date.parse(ours)];
  const isDayOnly = there % 86_400_000 === 0;
  return isDayOnly ? Math.abs(there - here) < 2 * 86_400_000 : Math.abs(there - here) < 1_000;
}

function toCandidate(bundle: TransactionBundle): Candidate {
  const [transaction] = bundle.transactions ?? [];
  return {
    id: bundle.id,
    amount: transaction?.amount ?? null,
    currency: transaction?.currency ?? null,
    date: transaction?.date ?? null,
    contactId: transaction?.contact_id ?? null,
  };
}

const unreadableCandidate = (id: number): Candidate => ({
  id,
  amount: null,
  currency: null,
  date: null,
  contactId: null,
});

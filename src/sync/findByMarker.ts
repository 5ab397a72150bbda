import type { BundleCreate, Transaction, TransactionBundle } from '@/contract/bundle';
import { listNumbersOfOthers } from '@/db/deliveries';
import { getBundleByMarker, isMarkedBy, listBundlesLike, type Markers } from '@/db/ledger/markers';
import type { OutboxRow } from '@/db/outbox/outbox';
import { sentData } from '@/db/outbox/pending';
import { listQuarantinedWith } from '@/db/pull/quarantine';
import type { Scope } from '@/db/scopes';
import type { Reader } from '@/db/store';
import { isSameDate } from '@/domain/additions';
import type { Candidate } from '@/domain/outcome';

import { readResource } from './readResource';
import type { Capabilities } from './capabilities';
import type { SyncContext } from './context';
import type { FindResult } from './findResult';
import { addNotes, notesOf } from './rowNotes';

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
  if (row.kind === 'bundle_create') {
    await store.write(async (tx) =>
      addNotes(tx, row, { similarBefore: await listSimilarNumbers(tx, scope, row) })
    );
  } else if (row.kind === 'team_create') {
    const result = await readResource(transport, { endpoint: 'listTeams', signal });
    if (signal.aborted) return;
    const teamsBefore = result.kind === 'read' ? result.value.good.map((team) => team.id) : undefined;
    await store.write((tx) => addNotes(tx, row, teamsBefore === undefined ? {} : { teamsBefore }));
  }
}

/** The downloaded bundles like a row, and the unreadable ones that may be like it. */
export async function listSimilarNumbers(reader: Reader, scope: Scope, row: OutboxRow): Promise<number[]> {
  const similar = await listSimilar(reader, scope, row);
  return [...similar.map(({ id }) => id), ...(await listUnreadableLike(reader, scope, row))];
}

/**
 * Finds a bundle in a downloaded list by the markers of its transaction. Where a marker is missing, bundles with the
 * same content become a question, unless the service had them before or they belong to another row.
 */
export async function findBundle(reader: Reader, scope: Scope, row: OutboxRow): Promise<FindResult> {
  const found = await findMarked(reader, scope, row);
  if (found) return found;

  const before = new Set(notesOf(row).similarBefore);
  const ofOthers = await listNumbersOfOthers(reader, scope, { kind: 'bundle_create', id: row.id });
  const isNew = (id: number) => !before.has(id) && !ofOthers.has(id);
  const similar = (await listSimilar(reader, scope, row)).filter(({ id }) => isNew(id));
  const unreadable = (await listUnreadableLike(reader, scope, row)).filter(isNew);
  if (similar.length + unreadable.length === 0) return { kind: 'absent' };
  // A person can choose only what has a number.
  const numbered = unreadable.filter((id) => id >= 0).map(candidateWithoutContent);
  return { kind: 'candidates', candidates: [...similar.map(toCandidate), ...numbered] };
}

/** A bundle with a marker of the row, readable or not. */
export async function findMarked(
  reader: Reader,
  scope: Scope,
  row: Markers
): Promise<Extract<FindResult, { kind: 'found' }> | null> {
  const known = await getBundleByMarker(reader, scope, row);
  if (known) return { kind: 'found', serverId: known.id };
  const external = row.externalTransactionId;
  const [unreadable] = await listQuarantinedWith(reader, scope, 'transaction_bundles', [
    row.id,
    ...(external === null
      ? []
      : [`"external_transaction_id":${external},`, `"external_transaction_id":${external}}`]),
  ]);
  return unreadable ? { kind: 'found', serverId: unreadable.mark < 0 ? null : unreadable.mark } : null;
}

async function listSimilar(reader: Reader, scope: Scope, row: OutboxRow): Promise<TransactionBundle[]> {
  const ours = transactionOf(row);
  if (ours.amount === undefined) return [];
  const bundles = await listBundlesLike(reader, scope, { amount: ours.amount, date: ours.date ?? null });
  return bundles.filter((bundle) => !hasOtherMarker(bundle, row) && isSimilar(bundle, ours));
}

/** A token or an external number in the text of an unreadable bundle. */
const anyMarker = /"(delivery_token|external_transaction_id)":\s*("[^"]|\d)/;

/** Unreadable bundles that name the amount. Those with a marker are of another row: `findMarked` finds its own. */
export async function listUnreadableLike(reader: Reader, scope: Scope, row: OutboxRow): Promise<number[]> {
  const { amount } = transactionOf(row);
  const texts = [`"amount":${amount},`, `"amount":${amount}}`];
  const like = await listQuarantinedWith(reader, scope, 'transaction_bundles', texts);
  return like.filter(({ raw }) => !anyMarker.test(raw)).map(({ mark }) => mark);
}

type SentTransaction = Pick<Partial<Transaction>, 'amount' | 'currency' | 'date' | 'contact_id'>;

/** Read as it was sent, without validation: a body that today's schema would reject was sent all the same. */
function transactionOf(row: OutboxRow): SentTransaction {
  return sentData<BundleCreate>(row).transactions[0] ?? {};
}

export function hasOtherMarker(bundle: TransactionBundle, row: Markers): boolean {
  const isMarked = (bundle.transactions ?? []).some(
    ({ delivery_token: token, external_transaction_id: external }) => Boolean(token) || Boolean(external)
  );
  return isMarked && !isMarkedBy(bundle, row);
}

/**
 * The same amount, and the same payer, currency and date where both have one. A service may add the payer, and may
 * store only the day.
 */
export function isSimilar(bundle: TransactionBundle, ours: SentTransaction): boolean {
  return (bundle.transactions ?? []).some(
    (theirs) =>
      theirs.amount === ours.amount &&
      isSameWhereBoth(ours.contact_id, theirs.contact_id) &&
      isSameWhereBoth(ours.currency?.toUpperCase(), theirs.currency?.toUpperCase()) &&
      (ours.date === undefined || theirs.date === undefined || isSameDate(ours.date, theirs.date))
  );
}

function isSameWhereBoth<T>(ours: T | undefined, theirs: T | undefined): boolean {
  return ours === undefined || theirs === undefined || ours === theirs;
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

/** A record of which only the number can be shown. */
export const candidateWithoutContent = (id: number): Candidate => ({
  id,
  amount: null,
  currency: null,
  date: null,
  contactId: null,
});

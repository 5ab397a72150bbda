import type { BundleCreate, TransactionBundle } from '@/contract/bundle';
import type { BadRecord } from '@/contract/page';
import { getHighestBundleId } from '@/db/ledger/bundles';
import { getFact } from '@/db/facts';
import { listOutbox, setNotes, type OutboxRow } from '@/db/outbox/outbox';
import { sentData } from '@/db/outbox/pending';
import type { Candidate } from '@/domain/outcome';

import { ask } from './ask';
import type { Capabilities } from './capabilities';
import type { SyncContext } from './context';
import { readNewestBundles } from './newestBundles';
import type { Looked } from './looked';

/** Whether this service gives `delivery_token` or `external_transaction_id` back; learned from the first acked bundle. */
export const givesMarksBackKey = 'gives_marks_back';

/** What is noted before a row is first sent to a service without keys, so that a later look knows what is new. */
type LookNotes = { bundleFloor?: number; teamsBefore?: number[] };

/**
 * Notes, before any byte leaves, what the service had. With keys nothing ever needs to be looked for. What could not be
 * read is noted as such, since a later reading may hold the record itself; only where nothing will be sent it is left open.
 */
export async function prepareLook(
  context: SyncContext,
  capabilities: Capabilities,
  row: OutboxRow,
  signal: AbortSignal
): Promise<void> {
  const { store, scope, transport } = context;
  if (capabilities.has('idempotency_key') || row.notes !== null) return;
  const notes: LookNotes = {};
  if (row.kind === 'bundle_create') notes.bundleFloor = (await getHighestBundleId(store, scope)) ?? 0;
  else if (row.kind === 'team_create') {
    const asked = await ask(transport, { endpoint: 'listTeams', signal });
    if (signal.aborted) return;
    if (asked.kind === 'read') notes.teamsBefore = asked.value.good.map((team) => team.id);
  } else return;
  await store.write((tx) => setNotes(tx, row.id, notes));
}

/** Looks for a bundle by the marks its transaction carries, or, where the service drops them, by what it says. */
export async function lookForBundle(
  context: SyncContext,
  row: OutboxRow,
  signal: AbortSignal
): Promise<Looked> {
  const { store, scope } = context;
  const notes: LookNotes = row.notes ?? {};
  const newest = await readNewestBundles(context, notes.bundleFloor ?? null, signal);
  if (newest.kind !== 'read') return newest;

  const found = newest.bundles.find((bundle) => carriesMark(bundle, row));
  if (found) return { kind: 'found', serverId: found.id };
  const hidden = newest.bad.find((record) => record.id !== undefined && holdsText(record, row.id));
  if (hidden?.id !== undefined) return { kind: 'found', serverId: hidden.id };
  if (await getFact<boolean>(store, scope, givesMarksBackKey)) return { kind: 'absent' };

  const acked = await listOutbox(store, scope, { states: ['acked'] });
  const taken = new Set(acked.flatMap(({ serverId }) => serverId ?? []));
  const candidates = newest.bundles
    .filter((bundle) => !taken.has(bundle.id) && !carriesOtherMark(bundle, row) && isAlike(bundle, row))
    .map(toCandidate);
  const unreadable = newest.bad.flatMap(({ id }) => (id === undefined ? [] : [unknownCandidate(id)]));
  const all = [...candidates, ...unreadable];
  return all.length === 0 ? { kind: 'absent' } : { kind: 'candidates', candidates: all };
}

export function carriesMark(
  bundle: TransactionBundle,
  row: Pick<OutboxRow, 'id' | 'externalTransactionId'>
): boolean {
  return (bundle.transactions ?? []).some(
    ({ delivery_token: token, external_transaction_id: external }) =>
      token === row.id || (external !== undefined && external === row.externalTransactionId)
  );
}

function carriesOtherMark(bundle: TransactionBundle, row: OutboxRow): boolean {
  const isMarked = (bundle.transactions ?? []).some(
    ({ delivery_token: token, external_transaction_id: external }) => Boolean(token) || Boolean(external)
  );
  return isMarked && !carriesMark(bundle, row);
}

const holdsText = (record: BadRecord, text: string) => JSON.stringify(record.raw).includes(text);

/**
 * The same payer, amount, currency and date. A service may keep no more of the date than its day. Of a row that cannot
 * be opened the amount is known alone: whatever is like it is shown to a person.
 */
function isAlike(bundle: TransactionBundle, { body, amount }: OutboxRow): boolean {
  if (body === null) return (bundle.transactions ?? []).some((theirs) => theirs.amount === amount);
  // As it was frozen, by whichever build: one that this build would write otherwise was sent all the same.
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

const unknownCandidate = (id: number): Candidate => ({
  id,
  amount: null,
  currency: null,
  date: null,
  contactId: null,
});

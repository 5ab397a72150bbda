import type { TransactionBundle } from '@/contract/bundle';
import type { ProblemCode } from '@/contract/problem';
import { listVersions } from '@/db/cash/fixedRecords';
import { getBundle } from '@/db/ledger/bundles';
import { tokenOf } from '@/db/ledger/markers';
import type { OutboxRow } from '@/db/outbox/outbox';
import { listPending, listPendingOf, sentData } from '@/db/outbox/pending';
import {
  changesItems,
  hasPlaces,
  isSameDate,
  withAcknowledged,
  withLaterValues,
  withNumbers,
  withWholeItems,
} from '@/domain/additions';
import type { BundleChange } from '@/domain/bundleChange';
import { serverIdOf } from '@/domain/entity';
import type { Outcome } from '@/domain/outcome';
import { isUnpaid, paysPromise } from '@/domain/promise';

import type { Capabilities } from './capabilities';
import type { SyncContext } from './context';
import { outcomeOfFailedRead } from './failedRead';
import { bundles } from './lists';
import { readResource } from './readResource';
import type { Call } from './transport';

const targetMissing: Outcome = {
  kind: 'parked',
  refusal: { status: 0, code: 'target_missing' },
  pause: null,
};

const paidBefore: Outcome = {
  kind: 'parked',
  refusal: { status: 0, code: 'already_paid' satisfies ProblemCode },
  pause: null,
};

/** Whether something was received before of what a change makes received. `mayBeOwn`: a payment of its time is this one. */
const isPaidByOther = (
  { transactions: wanted = [] }: BundleChange,
  { transactions = [] }: TransactionBundle,
  mayBeOwn: boolean
): boolean =>
  transactions.some((shown) => {
    const own = wanted.find(({ id, unpaid_amount: unpaid }) => id === shown.id && unpaid === 0);
    if (own === undefined || isUnpaid(shown)) return false;
    return !mayBeOwn || !(shown.date === undefined || isSameDate(own.date ?? '', shown.date));
  });

/**
 * The request that sends a correction; null while its bundle has no number. A row has the wanted change alone. A service
 * with keys is ours and changes field by field, so that the same bytes can be sent again under the key. Any other may
 * reset what is left out: it gets whole items, as it has them now. Places are always read from the service, and whether
 * the number is still that of the gift that was corrected. A correction that is sent again leaves what a later one has
 * changed.
 */
export async function requestOfCorrection(
  context: SyncContext,
  capabilities: Capabilities,
  row: OutboxRow,
  signal: AbortSignal
): Promise<{ request: Call | null } | { outcome: Outcome }> {
  const id = serverIdOf(row.entity);
  if (id === null) return { request: null };
  // A bundle that the service lost and stored again has another number than when its correction was saved.
  const change = { ...sentData<BundleChange>(row), id };
  const requestOf = (data: BundleChange) => ({
    request: {
      endpoint: 'updateBundle',
      params: { id },
      body: JSON.stringify({ data }),
      idempotencyKey: row.id,
      // Another phone may have marked the promise as paid.
      ...(capabilities.has('idempotency_key') && paysPromise(change, row.base) ? { ifUnpaid: true } : {}),
    } as const,
  });
  const seenToken = tokenOf(Object(row.base));
  // A service with a feed is not read by its lists.
  const isProvable = seenToken !== null && (capabilities.has('bundle_by_id') || !capabilities.has('changes'));
  const needsWhole = !capabilities.has('idempotency_key') && changesItems(change);
  const acked = await listAcked(context, row);
  const later = acked.filter(({ seq }) => seq > row.seq);
  const isComplete = !needsWhole && !hasPlaces(change) && later.length === 0;
  if (isComplete && !isProvable) return requestOf(change);

  const read = await readBundle(context, capabilities, { id, savedAt: row.createdAt }, signal);
  if (read.kind === 'later') return read;
  const { bundle } = read;
  if (isProvable && bundle && !(await isSeenGift(context, capabilities, bundle, seenToken)))
    return { outcome: await outcomeOfOtherGift(context, row) };
  if (isComplete) return requestOf(change);
  const numbered = bundle && withNumbers(change, bundle);
  if (bundle && numbered) {
    const updateOf = (other: OutboxRow) => withNumbers(sentData<BundleChange>(other), bundle) ?? { id };
    const shown = withAcknowledged(
      bundle,
      acked.map((other) => ({ update: updateOf(other), base: other.base }))
    );
    const wanted = withLaterValues(numbered, later.map(updateOf));
    // Without keys only the phone can see that.
    if (needsWhole && paysPromise(change, row.base) && isPaidByOther(numbered, shown, row.attempts > 1))
      return { outcome: paidBefore };
    return requestOf(needsWhole ? withWholeItems(wanted, shown) : wanted);
  }
  // What has its numbers can be sent as it is where the service does not show the bundle.
  if (!hasPlaces(change)) return requestOf(change);
  return { outcome: targetMissing };
}

/** A restored service gives numbers again: then another gift may have the number of the one that is corrected. */
async function isSeenGift(
  { store, scope }: SyncContext,
  capabilities: Capabilities,
  bundle: TransactionBundle,
  seenToken: string
): Promise<boolean> {
  const token = tokenOf(bundle);
  // Our service returns every token; another one may drop them.
  if (token === null) return !capabilities.has('bundle_by_id');
  // A correction of a refused gift continues with the version that replaced it.
  return token === seenToken || (await listVersions(store, scope, seenToken)).has(token);
}

/** The next pull finds out that a gift of this phone was lost; the correction of any other is a question. */
async function outcomeOfOtherGift({ store, scope, config }: SyncContext, row: OutboxRow): Promise<Outcome> {
  const pending = await listPending(store, scope, ['bundle_create']);
  return pending.some(({ serverId }) => serverId === serverIdOf(row.entity))
    ? { kind: 'queued', why: 'searching', countsAsAttempt: false, waitMs: config.settleMs, pause: null }
    : targetMissing;
}

/** The other corrections of the bundle that the service has acknowledged and no pull has shown. */
async function listAcked({ store, scope }: SyncContext, row: OutboxRow): Promise<OutboxRow[]> {
  const pending = await listPendingOf(store, scope, row.entity);
  return pending.filter(({ kind, state }) => kind === 'bundle_update' && state === 'acked');
}

/** The bundle as the service has it now, or as it was downloaded last; null where the service does not show it. */
type FreshBundle = { kind: 'read'; bundle: TransactionBundle | null } | { kind: 'later'; outcome: Outcome };

async function readBundle(
  context: SyncContext,
  capabilities: Capabilities,
  { id, savedAt }: { id: number; savedAt: number },
  signal: AbortSignal
): Promise<FreshBundle> {
  const { transport, store, scope } = context;
  if (capabilities.has('bundle_by_id')) {
    const read = await readResource(transport, { endpoint: 'getBundle', params: { id }, signal });
    if (read.kind === 'read') return { kind: 'read', bundle: read.value };
    if (read.kind === 'stopped') return { kind: 'later', outcome: outcomeOfFailedRead(read, capabilities) };
  } else {
    // The interface alone has no bundle by its number.
    const list = await bundles.pull(context, signal, { begunAfter: savedAt });
    if (list.kind === 'stopped') return { kind: 'later', outcome: outcomeOfFailedRead(list, capabilities) };
  }
  return { kind: 'read', bundle: await getBundle(store, scope, id) };
}

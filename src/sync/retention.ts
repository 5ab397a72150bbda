import { listActions } from '@/db/actions';
import { listOnlyLookedUp, removeLookedUpBefore } from '@/db/pull/buckets';
import { removeCallBacksBefore } from '@/db/callBacks';
import { requeueContacts } from '@/db/pull/contactsToFetch';
import { removeContactsOfStreets } from '@/db/expiredContacts';
import { removeDayEntriesBefore } from '@/db/dayTotals';
import { removeDeliveriesBefore } from '@/db/deliveries';
import { removeDraftsBefore } from '@/db/drafts';
import { getFact, setFact } from '@/db/facts';
import { removeInvitationResultsBefore } from '@/db/invitationResults';
import { deleteCancelledBefore } from '@/db/outbox/outbox';
import { removeRollCallsBefore } from '@/db/rollCalls';
import { dayOf } from '@/domain/day';
import { retentionAfterActionMs, streetsToPrune } from '@/domain/retention';

import type { SyncContext } from './context';

const prunedAtKey = 'pruned_at';
const pruneEveryMs = 24 * 60 * 60_000;
/** A promise may be called back until then. */
const callBacksMs = 366 * 24 * 60 * 60_000;

/**
 * Deletes expired data: contacts on the streets of long ended actions where there are no buckets, contacts that were
 * looked up, drafts, day totals, cancelled records, invitations, roll calls, days to call back and the numbers of delivered
 * records. The feed does not report changes of a contact that was only looked up, e.g. its erasure: it is fetched again.
 * Runs once a day after a complete pull, so that the actions on the phone are current. A deleted contact can be
 * fetched again.
 */
export async function pruneExpired({ store, scope, ports }: SyncContext): Promise<void> {
  const now = ports.clock.now();
  const prunedAt = await getFact(store, scope, prunedAtKey);
  if (prunedAt !== null && Math.abs(now - prunedAt) < pruneEveryMs) return;
  const expiredBefore = now - retentionAfterActionMs;
  await store.write(async (tx) => {
    const actions = (await listActions(tx, scope)).map(({ Action }) => Action);
    await removeDraftsBefore(tx, scope, expiredBefore);
    await removeContactsOfStreets(tx, scope, streetsToPrune(actions, now));
    await removeLookedUpBefore(tx, scope, dayOf(expiredBefore));
    await requeueContacts(tx, scope, await listOnlyLookedUp(tx, scope));
    await removeDayEntriesBefore(tx, scope, new Date(expiredBefore).toISOString().slice(0, 10));
    await deleteCancelledBefore(tx, scope, expiredBefore);
    await removeInvitationResultsBefore(tx, scope, expiredBefore);
    await removeRollCallsBefore(tx, scope, expiredBefore);
    await removeDeliveriesBefore(tx, scope, expiredBefore);
    await removeCallBacksBefore(tx, scope, now - callBacksMs);
    await setFact(tx, scope, prunedAtKey, now);
  });
}

import { listActions } from '@/db/actions';
import { removeContactsOfStreets } from '@/db/agedContacts';
import { removeDayRecordsBefore } from '@/db/dayTotals';
import { getFact, setFact } from '@/db/facts';
import { removeInvitationAnswersBefore } from '@/db/invitationAnswers';
import { removeRollCallsBefore } from '@/db/rollCalls';
import { keptAfterActionMs, streetsToForget } from '@/domain/retention';

import type { SyncContext } from './context';

const lastKey = 'aged_out_at';
const everyMs = 24 * 60 * 60_000;

/**
 * Forgets the people of actions that ended long ago, and the tallies of days, the invitations and the roll calls as long past. Once a day
 * and only after a complete pull, so that the actions it judges by are the service's own. Whoever is looked for again is
 * fetched again. A phone whose clock is wrong by so much that this errs cannot speak to a service with a certificate in
 * the first place.
 */
export async function ageOut({ store, scope, ports }: SyncContext): Promise<void> {
  const now = ports.clock.now();
  const last = await getFact<number>(store, scope, lastKey);
  if (last !== null && Math.abs(now - last) < everyMs) return;
  const long = now - keptAfterActionMs;
  await store.write(async (tx) => {
    const actions = (await listActions(tx, scope)).map(({ Action }) => Action);
    await removeContactsOfStreets(tx, scope, streetsToForget(actions, now));
    await removeDayRecordsBefore(tx, scope, new Date(long).toISOString().slice(0, 10));
    await removeInvitationAnswersBefore(tx, scope, long);
    await removeRollCallsBefore(tx, scope, long);
    await setFact(tx, scope, lastKey, now);
  });
}

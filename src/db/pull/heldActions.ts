import { actionBucket, seesEveryone } from '@/domain/buckets';

import { getFact, removeFact, setFact } from '../facts';
import { type Scope } from '../scopes';
import { type Transaction } from '../store';

/** Which actions' people this phone holds from the next round on; null for everyone whom the person sees. */
export function setHeldActions(
  tx: Transaction,
  scope: Scope,
  actions: readonly number[] | null
): Promise<void> {
  return actions === null
    ? removeFact(tx, scope, 'held_actions')
    : setFact(tx, scope, 'held_actions', [...actions]);
}

/**
 * At the end of a feed that was read with `hold`: an action that does not exist any more is not chosen any more. Those who
 * do not see everyone any more have no choice, so that they get the people of every action they are added to.
 */
export async function updateHeldActions(
  tx: Transaction,
  scope: Scope,
  hold: readonly number[] | null,
  buckets: readonly string[]
): Promise<void> {
  if (hold === null) return;
  if (!seesEveryone(buckets)) return setHeldActions(tx, scope, null);
  const lost = hold.filter((id) => !buckets.includes(actionBucket(id)));
  // The person may have chosen again meanwhile.
  const chosen = await getFact(tx, scope, 'held_actions');
  if (lost.length === 0 || chosen === null) return;
  await setHeldActions(
    tx,
    scope,
    chosen.filter((id) => !lost.includes(id))
  );
}

import { readAddress, type Address } from '@/domain/address';
import { doorKey } from '@/domain/visit';
import { markDoors, undoVisits } from '@/features/actions/mutations';

import type { Random } from './random';
import type { World } from './world';

const doors: readonly Address[] = ['2', '4', '6'].map((housenumber) =>
  readAddress({ housenumber, street: 'Rue des Lilas', city: 'Lyon' })
);
const outcomes = ['talked', 'nobody_in', 'refused'] as const;

/** Marks a door, or takes an earlier mark back. */
export async function visitDoor({ phone, oracle, space, clock }: World, random: Random): Promise<void> {
  const runtime = phone.runtime();
  if (!runtime) return;
  const owner = phone.userId;
  const { actionId } = space;
  const own = oracle.visits.ownOf(owner);
  const undone = own.length > 0 && random.is(0.3) ? random.pick(own).marked : null;
  const address = undone?.address ?? random.pick(doors);
  const ids: string[] = [];
  const newId = () => {
    const uuid = random.uuid();
    const visit = {
      owner,
      door: doorKey(address),
      marked: { uuid, address },
      visitedAt: clock.now(),
      undoes: undone?.uuid ?? null,
    };
    ids.push(uuid);
    oracle.intend(uuid, () => oracle.visits.save(uuid, visit));
    return uuid;
  };
  const observed = { ...runtime, newId };
  const outcome = random.pick(outcomes);
  const result = undone
    ? await undoVisits(observed, actionId, [undone])
    : (await markDoors(observed, { actionId, doors: [address], outcome })).result;
  if (result !== 'saved') return;
  for (const id of ids) oracle.adopt(id);
  phone.requestRound('write');
}

import { type VisitCreate } from '@/contract/visit';
import { getAction } from '@/db/actions';
import { listVersions } from '@/db/cash/fixedRecords';
import { enqueue, getOutboxRow } from '@/db/outbox/outbox';
import { type Scope } from '@/db/scopes';
import { type Reader, type Transaction } from '@/db/store';
import { getVisitedDoor, hasVisit, listVisits } from '@/db/visits';
import { readAddress } from '@/domain/address';
import { uuidFrom } from '@/domain/uuidFrom';
import { doorKey, isMarkedByGift, visitAddress, visitsByDoor } from '@/domain/visit';

import { visitRow } from './visitRow';

/** The door of a walk list where a gift was recorded. */
export type GiftDoor = { actionId: number; address: NonNullable<VisitCreate['address']> };

/** A gift makes one visit at most, however often it is saved, and takes it back once. */
const visitOf = (giftId: string) => uuidFrom(`doorstep visit of gift ${giftId}`);
const undoOf = (giftId: string) => uuidFrom(`doorstep undone visit of gift ${giftId}`);

/** The door of an action by its key; null if the action has no such door on this phone. */
export async function findGiftDoor(
  reader: Reader,
  scope: Scope,
  { actionId, door }: { actionId: number; door: string }
): Promise<GiftDoor | null> {
  const addresses = ((await getAction(reader, scope, actionId))?.Action.Addresses ?? []).map(readAddress);
  const address = addresses.find((each) => doorKey(each) === door);
  return address === undefined ? null : { actionId, address: visitAddress(address) };
}

/** A gift at a door is a visit with the outcome talked, unless the person marked something else there that day. */
export async function markDoorOfGift(
  tx: Transaction,
  scope: Scope,
  { actionId, address }: GiftDoor,
  gift: { id: string; takenAt: number; now: number }
): Promise<void> {
  const key = doorKey(readAddress(address));
  const visits = visitsByDoor(await listVisits(tx, scope, actionId, key)).get(key) ?? [];
  if (!isMarkedByGift(visits, { userId: scope.userId, takenAt: gift.takenAt })) return;
  const visited_at = new Date(gift.takenAt).toISOString();
  const visit = {
    uuid: visitOf(gift.id),
    action_id: actionId,
    address,
    outcome: 'talked' as const,
    visited_at,
  };
  await enqueue(tx, scope, visitRow(visit), gift.now);
}

/** Takes back the visit of a gift that was a mistake, if the gift made one. */
export async function undoDoorOfGift(
  tx: Transaction,
  scope: Scope,
  gift: { id: string; now: number }
): Promise<void> {
  // The version that made the visit: the others are fixed versions, and the payment of a promise.
  for (const version of await listVersions(tx, scope, gift.id)) {
    const [undoes, uuid] = [visitOf(version), undoOf(version)];
    const visited = await getVisitedDoor(tx, scope, undoes);
    const found = visited && (await findGiftDoor(tx, scope, visited));
    if (found === null) continue;
    if ((await getOutboxRow(tx, scope, uuid)) !== null || (await hasVisit(tx, scope, uuid))) return;
    const visited_at = new Date(gift.now).toISOString();
    const { actionId, address } = found;
    const visit = { uuid, action_id: actionId, address, outcome: 'undone' as const, undoes, visited_at };
    await enqueue(tx, scope, visitRow(visit, undoes), gift.now);
    return;
  }
}

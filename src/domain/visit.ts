import { type VisitCreate, type VisitOutcome } from '@/contract/visit';

import { streetKey, type Address } from './address';
import { dayOf } from './day';
import { fold } from './fold';
import { type OutboxState } from './outbox';

/** A visit as the app shows it. Times are milliseconds. */
export type ShownVisit = {
  uuid: string;
  door: string;
  contactId: number | null;
  /** A newer service may send others. */
  outcome: string;
  undoes: string | null;
  note: string | null;
  visitedAt: number;
  comeBackAt: number | null;
  userId: number;
  declared: boolean;
  /** Null once the service has it. */
  state: OutboxState | null;
};

/** The same key for the same door, however it is written. */
export function doorKey(address: Address): string {
  const parts = [address.houseNumber, address.addition, address.building, address.floor, address.door];
  return [streetKey(address), ...parts.map(fold)].join('|');
}

/** The address of a visit, without its empty parts. */
export function visitAddress(address: Address): NonNullable<VisitCreate['address']> {
  const parts = {
    house_number: address.houseNumber,
    street: address.street,
    postal_code: address.postalCode,
    city: address.city,
    building: address.building,
    floor: address.floor,
    door: address.door,
    addition: address.addition,
  };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== ''));
}

/** The visits that count: without those that their own maker took back. */
export function countedVisits<V extends Pick<ShownVisit, 'uuid' | 'undoes' | 'userId'>>(
  visits: readonly V[]
): V[] {
  const undone = new Set(
    visits.flatMap(({ undoes, userId }) => (undoes === null ? [] : [`${undoes} ${userId}`]))
  );
  return visits.filter(({ uuid, undoes, userId }) => undoes === null && !undone.has(`${uuid} ${userId}`));
}

/** Later visits of a door decide; the uuid decides between two of the same time, on every phone alike. */
export function compareVisits(one: ShownVisit, other: ShownVisit): number {
  return one.visitedAt - other.visitedAt || (one.uuid < other.uuid ? -1 : one.uuid > other.uuid ? 1 : 0);
}

/** The visits of each door that count, the latest first. */
export function visitsByDoor(visits: readonly ShownVisit[]): Map<string, ShownVisit[]> {
  const doors = new Map<string, ShownVisit[]>();
  for (const visit of countedVisits(visits)) {
    const door = doors.get(visit.door);
    if (door) door.push(visit);
    else doors.set(visit.door, [visit]);
  }
  for (const door of doors.values()) door.sort((one, other) => compareVisits(other, one));
  return doors;
}

/**
 * Whether a gift marks its door as talked, by the visits of the door, the latest first. What the person marked there that day
 * stays, unless nobody was in or the time to come back has come; so does a door that is not to be visited again.
 */
export function isMarkedByGift(
  visits: readonly Pick<ShownVisit, 'outcome' | 'userId' | 'visitedAt' | 'comeBackAt'>[],
  { userId, takenAt }: { userId: number; takenAt: number }
): boolean {
  if (visits[0]?.outcome === 'do_not_visit') return false;
  const own = visits.find((visit) => visit.userId === userId && dayOf(visit.visitedAt) >= dayOf(takenAt));
  return own === undefined || (!isDone(own.outcome) && (own.comeBackAt ?? 0) <= takenAt);
}

/** The counts of an action by its visits; `unsent` are those that no download has returned. */
export type VisitCounts = { visits: number; contacts: number; declared: number; unsent: number };

/** Whether a door is finished: somebody was met, or nobody needs to come again. */
export function isDone(outcome: string): boolean {
  const open: readonly VisitOutcome[] = ['nobody_in', 'come_back'];
  return !open.some((value) => value === outcome);
}

import {
  addressLine,
  compareHouseNumbers,
  sideOf,
  streetKey,
  type Address,
  type StreetSide,
} from './address';
import { dayOf } from './day';
import { fold } from './fold';
import { projectToPlane, type Position } from './geo';
import { doorKey, isDone, visitsByDoor, type ShownVisit } from './visit';

/** A contact who lives at an address of the list. */
export type Resident = {
  id: number;
  name: string;
  optedOut: boolean;
  house: string;
  floor: string;
  door: string;
};

/** A door of the walk list. */
export type Door = {
  key: string;
  address: Address;
  residents: Resident[];
  /** The latest first. */
  visits: ShownVisit[];
  isLeft: boolean;
};

export type DoorOrder = 'street' | 'nearest';
export type DoorFilter = 'left' | 'due' | 'all';

/** One side of a street, in walking order. */
export type DoorGroup = { key: string; street: string; town: string; side: StreetSide; doors: Door[] };

/** What follows the number of a house, in a field of its own: "bis", "B", "-14". Others are buildings or stairs. */
export const isPartOfNumber = (addition: string) => /^(bis|ter|quater|[a-z]|-\s*\d+)$/i.test(addition);

/** "12bis" and "12 bis" are one number. The space sorts it before 120. */
export const houseNumberOf = (house: string) =>
  fold(house)
    .replace(/^(\d+)\s*/, '$1 ')
    .trim();

/** The same key for the same house, "12 bis" in one field or in two; empty without a street. */
export function houseKey(address: Pick<Address, 'street' | 'city' | 'houseNumber' | 'addition'>): string {
  if (address.street === '') return '';
  const { houseNumber, addition } = address;
  const house = isPartOfNumber(addition) ? houseNumber + addition : houseNumber;
  return `${streetKey(address)}|${houseNumberOf(house)}`;
}

/** The doors of an action with who lives there and what happened there. An address that is listed twice is one door. */
export function listDoors(
  addresses: readonly Address[],
  visits: readonly ShownVisit[],
  residents: readonly Resident[]
): Door[] {
  const byDoor = visitsByDoor(visits);
  const byHouse = new Map<string, Resident[]>();
  for (const resident of residents)
    byHouse.set(resident.house, [...(byHouse.get(resident.house) ?? []), resident]);
  const doors = new Map<string, Door>();
  for (const address of addresses) {
    const key = doorKey(address);
    const own = byDoor.get(key) ?? [];
    doors.set(key, {
      key,
      address,
      residents: (byHouse.get(houseKey(address)) ?? []).filter((resident) => mayLiveAt(resident, address)),
      visits: own,
      isLeft: own[0] === undefined || !isDone(own[0].outcome),
    });
  }
  return [...doors.values()];
}

/** Many contacts have no floor or door: they are shown at every door of the house. */
function mayLiveAt({ floor, door }: Resident, address: Address): boolean {
  const differs = (one: string, other: string) => one !== '' && other !== '' && fold(one) !== fold(other);
  return !differs(floor, address.floor) && !differs(door, address.door);
}

/** The line of one door, which differs from that of every other: "12 bis rue d’Ivry, Floor 3, 69001 Lyon". */
export function doorLine(address: Address, inside: readonly string[]): string {
  const { houseNumber, addition } = address;
  if (!isPartOfNumber(addition)) return addressLine(address, [addition, ...inside]);
  const joined = addition.startsWith('-') ? houseNumber + addition : `${houseNumber} ${addition}`;
  return addressLine({ ...address, houseNumber: joined }, inside);
}

/** When somebody is to come back; null when not. */
export function comeBackAt({ visits }: Door): number | null {
  const [last] = visits;
  return last?.outcome === 'come_back' ? (last.comeBackAt ?? last.visitedAt) : null;
}

/** Whether a door is on the list with this filter. The current door stays, so that a mark does not move it away. */
export function matchesFilter(door: Door, filter: DoorFilter, now: number): boolean {
  if (filter === 'all') return true;
  const back = comeBackAt(door);
  if (filter === 'due') return back !== null && back <= now + dueSoonMs;
  // What is to be visited later is not left now.
  return door.isLeft && (back === null || back <= now + dueSoonMs);
}

/** A door is due a little before its time: the way there takes a while. */
const dueSoonMs = 15 * 60_000;

/** The doors by street and side, in walking order. */
export function groupDoors(doors: readonly Door[]): DoorGroup[] {
  const groups = new Map<string, DoorGroup>();
  for (const door of doors) {
    const { street, city } = door.address;
    const side = sideOf(door.address.houseNumber);
    const key = `${streetKey(door.address)}|${side}`;
    const group = groups.get(key) ?? { key, street, town: city, side, doors: [] };
    group.doors.push(door);
    groups.set(key, group);
  }
  for (const { doors: side } of groups.values()) side.sort(compareDoors);
  return [...groups.values()].sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0));
}

function compareDoors({ address: one }: Door, { address: other }: Door): number {
  return (
    compareHouseNumbers(one.houseNumber, other.houseNumber) ||
    compareHouseNumbers(one.building, other.building) ||
    compareHouseNumbers(one.floor, other.floor) ||
    compareHouseNumbers(one.door, other.door) ||
    compareHouseNumbers(one.addition, other.addition)
  );
}

/** The nearest doors first; those without a position are last. */
export function sortByDistance(doors: readonly Door[], from: Position): Door[] {
  const plane = projectToPlane([from]);
  if (plane === null) return [...doors];
  const start = plane.toPoint(from);
  const distance = ({ address: { position } }: Door) => {
    if (position === null) return Number.MAX_SAFE_INTEGER;
    const { x, y } = plane.toPoint(position);
    return Math.hypot(x - start.x, y - start.y);
  };
  return doors
    .map((door) => ({ door, metres: distance(door) }))
    .sort((one, other) => one.metres - other.metres || compareDoors(one.door, other.door))
    .map(({ door }) => door);
}

/** The doors of the same staircase: one house number with several doors. */
export function staircaseOf(door: Door, doors: readonly Door[]): Door[] {
  const house = houseKey(door.address);
  const building = fold(door.address.building);
  return doors.filter(({ address }) => houseKey(address) === house && fold(address.building) === building);
}

/**
 * The doors that are left now and were not visited today: one press for all of them marks none twice, and replaces no
 * appointment.
 */
export function restOf(doors: readonly Door[], now: number): Door[] {
  const today = dayOf(now);
  return doors.filter((door) => {
    const [last] = door.visits;
    return matchesFilter(door, 'left', now) && (!last || dayOf(last.visitedAt) !== today);
  });
}

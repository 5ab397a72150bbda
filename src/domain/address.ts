import { sortKeyOf } from './fold';
import { readLocation, readPosition, type Position } from './geo';

/** The lines of a contact's address, in the order in which they are written. */
export const addressFields = [
  'house_number',
  'street',
  'building',
  'floor',
  'door',
  'postal_code',
  'city',
] as const;

/** An address in one shape, for all field names of the interface. Absent parts are empty. */
export type Address = {
  houseNumber: string;
  street: string;
  postalCode: string;
  city: string;
  country: string;
  building: string;
  floor: string;
  door: string;
  addition: string;
  infos: string;
  pollingStation: string;
  position: Position | null;
};

/**
 * Reads the address of a contact (house_number, postal_code), a team (housenumber, `lattitude`, location) or an
 * action (numbers instead of texts). Accepts every spelling of a position.
 */
export function readAddress(raw: object): Address {
  const read = (...keys: string[]): string => {
    for (const key of keys) {
      const value: unknown = Reflect.get(raw, key);
      if (typeof value === 'number' || (typeof value === 'string' && value.trim() !== ''))
        return String(value).trim();
    }
    return '';
  };
  return {
    houseNumber: read('house_number', 'housenumber'),
    street: read('street'),
    postalCode: read('postal_code', 'postalcode'),
    city: read('city'),
    country: read('country'),
    building: read('building'),
    floor: read('floor'),
    door: read('door'),
    addition: read('addition'),
    infos: read('infos'),
    pollingStation: read('pollingstation'),
    position:
      readPosition(read('latitude', 'lattitude'), read('longitude')) ?? readLocation(read('location')),
  };
}

/** "8 montée St-Sébastien". */
export function streetLine({ houseNumber, street }: Address): string {
  return [houseNumber, street].filter(Boolean).join(' ');
}

/** "8 montée St-Sébastien, 69001 Lyon". `inside` are the words for where in the house it is. */
export function addressLine(address: Address, inside: readonly string[] = []): string {
  const town = [address.postalCode, address.city].filter(Boolean).join(' ');
  return [streetLine(address), ...inside, town].filter(Boolean).join(', ');
}

export type StreetSide = 'even' | 'odd' | 'unnumbered';

export function sideOf(houseNumber: string): StreetSide {
  const number = /\d+/.exec(houseNumber)?.[0];
  if (number === undefined) return 'unnumbered';
  return Number(number.slice(-1)) % 2 === 0 ? 'even' : 'odd';
}

/** Suffixes in the order of the doors; letters follow them. */
const repeated = ['', 'bis', 'ter', 'quater', 'quinquies'];

/**
 * Orders house numbers along a street: 2, 4, 6, 6 bis, 6 ter, 6 a, 10. Addresses without a number are last.
 */
export function compareHouseNumbers(one: string, other: string): number {
  const [first, second] = [splitNumber(one), splitNumber(other)];
  return (
    first.number - second.number ||
    first.rank - second.rank ||
    (first.suffix < second.suffix ? -1 : first.suffix > second.suffix ? 1 : 0)
  );
}

function splitNumber(text: string): { number: number; rank: number; suffix: string } {
  const [, digits, rest = ''] = /^\D*(\d+)\s*(.*)$/.exec(text.trim()) ?? [];
  const suffix = (digits === undefined ? text : rest).trim().toLowerCase();
  const rank = repeated.indexOf(suffix);
  return {
    number: digits === undefined ? Number.MAX_SAFE_INTEGER : Number(digits),
    rank: rank === -1 ? repeated.length : rank,
    suffix,
  };
}

/** A street and its doors, each side in walking order. */
export type Street = {
  key: string;
  name: string;
  town: string;
  sides: Record<StreetSide, Address[]>;
  count: number;
};

/** The same key for the same street, however it is written. */
export function streetKey({ street, city }: Pick<Address, 'street' | 'city'>): string {
  return `${sortKeyOf(street)}|${sortKeyOf(city)}`;
}

/** Groups addresses by street. Streets with one name in two towns are two streets. */
export function groupByStreet(addresses: readonly Address[]): Street[] {
  const streets = new Map<string, Street>();
  for (const address of addresses) {
    const key = streetKey(address);
    const street = streets.get(key) ?? {
      key,
      name: address.street,
      town: address.city,
      sides: { even: [], odd: [], unnumbered: [] },
      count: 0,
    };
    street.sides[sideOf(address.houseNumber)].push(address);
    street.count += 1;
    streets.set(key, street);
  }
  for (const { sides } of streets.values())
    for (const side of Object.values(sides))
      side.sort((one, other) => compareHouseNumbers(one.houseNumber, other.houseNumber));
  return [...streets.values()].sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0));
}

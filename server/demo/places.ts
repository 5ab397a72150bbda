import type { z } from 'zod';

import type { ActionAddressSchema } from '@/contract/action';

import { STREETS, TOWNS } from './names';
import { PLANS, type Plan } from './plans';
import { type Random, randomFor } from './random';

export type Door = z.output<typeof ActionAddressSchema>;
type Metres = { east: number; north: number };

const METRES_PER_DEGREE = 111_320;
const STREETS_PER_ACTION = 4;
const NOTES = ['Gate code 14A', '3 floors', 'Ring twice', 'Dog in the garden', 'Letter boxes in the yard'];

/** The area of an action: an outline as GeoJSON text, and addresses along a few streets inside it. */
export function randomPlaces(
  { town: townIndex }: Plan,
  index: number
): { polygon: string; addresses: Door[] } {
  const town = TOWNS[townIndex] ?? TOWNS[0];
  const random = randomFor('action/places', index);
  const at = ({ east, north }: Metres) => ({
    latitude: town.latitude + north / METRES_PER_DEGREE,
    longitude: town.longitude + east / (METRES_PER_DEGREE * Math.cos((town.latitude * Math.PI) / 180)),
  });
  const corners = randomOutline(random).map((corner) => {
    const { latitude, longitude } = at(corner);
    return [Number(longitude.toFixed(5)), Number(latitude.toFixed(5))];
  });
  const shared = {
    postalcode: Number(town.postalCode),
    citycode: 100 + townIndex,
    city: town.city,
    country: 'FR',
  };
  const first = random.integer(0, STREETS.length - 1);
  const addresses = Array.from({ length: STREETS_PER_ACTION }, (_, place) => {
    const street = STREETS[(first + place) % STREETS.length] ?? STREETS[0];
    return randomDoors(random, place).map(({ housenumber, ...where }) => {
      const { latitude, longitude } = at(where);
      return {
        ...shared,
        housenumber,
        street,
        ...(random.chance(0.3) ? { infos: random.pick(NOTES) } : {}),
        ...(random.chance(0.1) ? { addition: 'bis' } : {}),
        pollingstation: `Bureau ${1 + (place % 3)}`,
        latitude: latitude.toFixed(6),
        longitude: longitude.toFixed(6),
      };
    });
  }).flat();
  return { polygon: JSON.stringify({ type: 'Polygon', coordinates: [[...corners, corners[0]]] }), addresses };
}

/** The addresses of all actions. */
export const DEMO_DOORS: readonly Door[] = PLANS.flatMap(
  (plan, index) => randomPlaces(plan, index).addresses
);

/** Six corners around the centre, 330 to 420 metres away. */
function randomOutline(random: Random): Metres[] {
  return Array.from({ length: 6 }, (_, corner) => {
    const angle = (corner / 6) * 2 * Math.PI + (random.next() - 0.5) / 3;
    const reach = 330 + random.integer(0, 90);
    return { east: Math.cos(angle) * reach, north: Math.sin(angle) * reach };
  });
}

/** Odd numbers on one side and even ones on the other, ten metres from the centre line of a slightly curved street. */
function randomDoors(random: Random, place: number): (Metres & { housenumber: number })[] {
  const count = random.integer(9, 14);
  const offset = (place - (STREETS_PER_ACTION - 1) / 2) * 130;
  const isCrossing = place === STREETS_PER_ACTION - 1;
  const firstNumber = random.integer(1, 3);
  return Array.from({ length: count }, (_, door) => {
    const along = (door / (count - 1) - 0.5) * 420;
    const bend = 25 * Math.sin(along / 120 + place);
    const housenumber = firstNumber + door + (door > 6 ? 2 : 0);
    const aside = offset + bend + (housenumber % 2 === 0 ? 10 : -10);
    return isCrossing
      ? { housenumber, east: bend + 60 + (housenumber % 2 === 0 ? 10 : -10), north: along * 0.9 }
      : { housenumber, east: along, north: aside };
  });
}

import { z } from 'zod';

import { sideOf, streetKey, type Address } from './address';
import { sortKeyOf } from './fold';
import { readOutlines, readPolygons, type Outline, type Position } from './geo';

/** A street of a turf, with its house numbers; null is no limit. */
export type StreetPick = {
  street: string;
  city: string;
  from: number | null;
  to: number | null;
  side: 'all' | 'even' | 'odd';
};

/** Where an action takes place: drawn areas without their holes, streets and polling stations, all together. */
export type Turf = {
  areas: readonly Outline[];
  holes: readonly Outline[];
  streets: readonly StreetPick[];
  stations: readonly string[];
};

/** The fields of an action that carry its turf, as the interface names them. */
export type TurfFields = {
  polygon?: string | undefined;
  not_polygon?: string | undefined;
  address_included?: string | undefined;
  polling_station_included?: string | undefined;
};

const Name = z.string().min(1).max(200);
const Town = z.string().max(200);
const House = z.int().min(0).max(999_999).nullable();
const Side = z.enum(['all', 'even', 'odd']);

/** What our service accepts. */
const AcceptedStreets = z.array(
  z.object({
    street: Name,
    city: Town.optional(),
    from: House.optional(),
    to: House.optional(),
    side: Side.optional(),
  })
);

/** What is read from any service. */
const StreetPicks = z.array(
  z.object({
    street: Name,
    city: Town.catch(''),
    from: House.catch(null),
    to: House.catch(null),
    side: Side.catch('all'),
  })
);

/** Some services number polling stations. */
const Stations = z.array(z.union([Name, z.number().transform(String)]));

/** The interface does not document these lists: one that is not ours, or empty, has nothing. */
function readList<Item>(list: z.ZodType<Item[]>, text: string | undefined): Item[] {
  try {
    return list.parse(JSON.parse(text ?? '[]'));
  } catch {
    return [];
  }
}

function isList(list: z.ZodType, text: string): boolean {
  if (text === '') return true;
  try {
    return list.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

/** Whether a text is a list of streets, or empty. */
export const isStreetList = (text: string): boolean => isList(AcceptedStreets, text);

/** Whether a text is a list of polling stations, or empty. */
export const isStationList = (text: string): boolean => isList(Stations, text);

export function readTurf(fields: TurfFields): Turf {
  const polygons = readPolygons(fields.polygon);
  return {
    areas: polygons.flatMap(([area]) => (area ? [area] : [])),
    holes: [...polygons.flatMap(([, ...holes]) => holes), ...readOutlines(fields.not_polygon)],
    streets: readList(StreetPicks, fields.address_included),
    stations: readList(Stations, fields.polling_station_included),
  };
}

/** Areas and holes as GeoJSON, streets and polling stations as lists; empty without any. */
export function writeTurf({ areas, holes, streets, stations }: Turf): Required<TurfFields> {
  return {
    polygon: asGeoJson(areas),
    not_polygon: asGeoJson(holes),
    address_included: streets.length === 0 ? '' : JSON.stringify(streets),
    polling_station_included: stations.length === 0 ? '' : JSON.stringify(stations),
  };
}

function asGeoJson(outlines: readonly Outline[]): string {
  if (outlines.length === 0) return '';
  // Some centimetres are exact enough.
  const pair = ({ latitude, longitude }: Position) => [rounded(longitude), rounded(latitude)];
  const coordinates = outlines.map((outline) => [[...outline, ...outline.slice(0, 1)].map(pair)]);
  return JSON.stringify({ type: 'MultiPolygon', coordinates });
}

const rounded = (degrees: number) => Number(degrees.toFixed(6));

export function isEmptyTurf({ areas, streets, stations }: Turf): boolean {
  return areas.length === 0 && streets.length === 0 && stations.length === 0;
}

/** Tells for each address whether it is in the turf. Holes are cut out of areas only. */
export function turfFilter({ areas, holes, streets, stations }: Turf): (address: Address) => boolean {
  const picks = new Map<string, StreetPick[]>();
  for (const pick of streets) {
    const key = streetKey(pick);
    picks.set(key, [...(picks.get(key) ?? []), pick]);
  }
  const voting = new Set(stations.map((name) => sortKeyOf(name)));
  const [inAreas, inHoles] = [areas.map(insideOf), holes.map(insideOf)];
  return (address) => {
    if (address.pollingStation !== '' && voting.has(sortKeyOf(address.pollingStation))) return true;
    if ((picks.get(streetKey(address)) ?? []).some((pick) => hasNumber(pick, address.houseNumber)))
      return true;
    const { position } = address;
    if (position === null) return false;
    return inAreas.some((isIn) => isIn(position)) && !inHoles.some((isIn) => isIn(position));
  };
}

function hasNumber({ from, to, side }: StreetPick, houseNumber: string): boolean {
  if (side !== 'all' && sideOf(houseNumber) !== side) return false;
  if (from === null && to === null) return true;
  const number = Number.parseInt(/\d+/.exec(houseNumber)?.[0] ?? '', 10);
  return number >= (from ?? 0) && number <= (to ?? Number.MAX_SAFE_INTEGER);
}

/** Tells for each position whether a line to the east crosses the outline an odd number of times. */
function insideOf(outline: Outline): (position: Position) => boolean {
  const edges = edgesOf(outline);
  return ({ latitude, longitude }) => {
    let inside = false;
    for (const [one, other] of edges) {
      if (one.latitude > latitude === other.latitude > latitude) continue;
      const share = (latitude - one.latitude) / (other.latitude - one.latitude);
      if (longitude < one.longitude + share * (other.longitude - one.longitude)) inside = !inside;
    }
    return inside;
  };
}

/** How many places of an edge are looked at. */
const samples = 32;

/** Whether a line of corners leaves the areas. An open line has no edge from its last corner to its first. */
export function isPartlyOutside(
  line: Outline,
  areas: readonly Outline[],
  { isClosed }: { isClosed: boolean }
): boolean {
  const inAreas = areas.map(insideOf);
  const isOutside = (position: Position) => !inAreas.some((isIn) => isIn(position));
  const edges = edgesOf(line).slice(0, isClosed ? undefined : -1);
  const shares = Array.from({ length: samples - 1 }, (_, place) => (place + 1) / samples);
  const along = ([one, other]: Edge, share: number): Position => ({
    latitude: one.latitude + share * (other.latitude - one.latitude),
    longitude: one.longitude + share * (other.longitude - one.longitude),
  });
  return line.some(isOutside) || edges.some((edge) => shares.some((share) => isOutside(along(edge, share))));
}

type Edge = readonly [Position, Position];

function edgesOf(outline: Outline): Edge[] {
  return outline.map((corner, place) => [corner, outline[(place + 1) % outline.length] ?? corner]);
}

export type OutlineProblem = 'too_few' | 'crossing';

/** Why an outline is no area. An outline that crosses itself has no clear inside. Compares every edge with every other. */
export function outlineProblem(outline: Outline): OutlineProblem | null {
  if (outline.length < 3) return 'too_few';
  const edges = edgesOf(outline);
  for (const [place, edge] of edges.entries()) {
    // Neighbours share a corner; the last edge is a neighbour of the first.
    const end = place === 0 ? edges.length - 1 : edges.length;
    for (let other = place + 2; other < end; other += 1) {
      const compared = edges[other];
      if (compared && doEdgesCross(edge, compared)) return 'crossing';
    }
  }
  return null;
}

function doEdgesCross([a, b]: Edge, [c, d]: Edge): boolean {
  const turn = (p: Position, q: Position, r: Position) =>
    Math.sign(
      (q.longitude - p.longitude) * (r.latitude - p.latitude) -
        (q.latitude - p.latitude) * (r.longitude - p.longitude)
    );
  const between = (p: Position, q: Position, r: Position) =>
    Math.min(p.longitude, q.longitude) <= r.longitude &&
    r.longitude <= Math.max(p.longitude, q.longitude) &&
    Math.min(p.latitude, q.latitude) <= r.latitude &&
    r.latitude <= Math.max(p.latitude, q.latitude);
  const turns = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)] as const;
  if (turns[0] !== turns[1] && turns[2] !== turns[3]) return true;
  // Three corners on one line: one of them touches the other edge.
  return (
    (turns[0] === 0 && between(a, b, c)) ||
    (turns[1] === 0 && between(a, b, d)) ||
    (turns[2] === 0 && between(c, d, a)) ||
    (turns[3] === 0 && between(c, d, b))
  );
}

/** The polling stations of addresses by name, with the number of addresses; one name however it is written. */
export function groupByStation(
  addresses: readonly Address[]
): { key: string; name: string; count: number }[] {
  const stations = new Map<string, { key: string; name: string; count: number }>();
  for (const { pollingStation: name } of addresses) {
    const key = sortKeyOf(name);
    if (key === '') continue;
    const station = stations.get(key) ?? { key, name, count: 0 };
    station.count += 1;
    stations.set(key, station);
  }
  return [...stations.values()].sort((one, other) =>
    one.name.localeCompare(other.name, undefined, { numeric: true })
  );
}

/** How many contacts and doors are in a turf. Contacts of one address live behind one door of the list. */
export function countInTurf(turf: Turf, addresses: readonly Address[]): { contacts: number; doors: number } {
  const isIn = turfFilter(turf);
  const inside = addresses.filter(isIn);
  return { contacts: inside.length, doors: new Set(inside.map(doorKey)).size };
}

/** The same key for the same house. */
export function doorKey(address: Address): string {
  return `${streetKey(address)}|${address.houseNumber.toLowerCase()}`;
}

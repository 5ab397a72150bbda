/** A position in degrees. */
export type Position = { latitude: number; longitude: number };

/** A closed line of positions; the last is not repeated. */
export type Outline = readonly Position[];

const isDegree = (value: number, most: number) => Number.isFinite(value) && Math.abs(value) <= most;

/** A position from two texts or numbers; null if they are not degrees. Services write 0, 0 for "unknown". */
export function readPosition(latitude: unknown, longitude: unknown): Position | null {
  const [north, east] = [toNumber(latitude), toNumber(longitude)];
  if (north === null || east === null || !isDegree(north, 90) || !isDegree(east, 180)) return null;
  return north === 0 && east === 0 ? null : { latitude: north, longitude: east };
}

/** A position from a text of the form "latitude, longitude". */
export function readLocation(text: unknown): Position | null {
  if (typeof text !== 'string') return null;
  const [latitude, longitude, ...rest] = text.split(/[,;]/);
  return rest.length > 0 ? null : readPosition(latitude, longitude);
}

function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value.trim());
  return Number.isNaN(number) ? null : number;
}

/** An area, followed by the holes in it. */
export type Polygon = readonly Outline[];

/** All outlines in a serialised drawing. */
export const readOutlines = (text: string | undefined): Outline[] => readPolygons(text).flat();

/**
 * The areas in a serialised drawing. The interface does not document the format, so the usual ones are parsed:
 * GeoJSON (any geometry, feature or collection), a list of {lat, lng}, WKT, and bare pairs with the latitude first, as
 * in every `location` of the interface. An unknown format has no areas.
 */
export function readPolygons(text: string | undefined): Polygon[] {
  if (text === undefined || text.trim() === '') return [];
  if (/^\s*(multi)?polygon\s*\(/i.test(text)) return readWellKnownText(text);
  try {
    return polygonsIn(JSON.parse(text), 'latitude_first');
  } catch {
    return []; // An unknown format.
  }
}

type PairOrder = 'latitude_first' | 'longitude_first';

function polygonsIn(value: unknown, order: PairOrder): Polygon[] {
  if (Array.isArray(value)) {
    const line = value.map((item) => toPosition(item, order));
    if (line.length > 2 && line.every((position) => position !== null)) return [[withoutRepeatedEnd(line)]];
    return value.flatMap((item) => polygonsIn(item, order));
  }
  if (typeof value !== 'object' || value === null) return [];
  // GeoJSON has the longitude first.
  const inGeoJson = (key: string) => polygonsIn(Reflect.get(value, key), 'longitude_first');
  const [type, coordinates]: unknown[] = [Reflect.get(value, 'type'), Reflect.get(value, 'coordinates')];
  const parts = type === 'MultiPolygon' && Array.isArray(coordinates) ? coordinates : [coordinates];
  return [
    ...(type === 'Polygon' || type === 'MultiPolygon'
      ? parts.map((part) => polygonsIn(part, 'longitude_first').flat())
      : inGeoJson('coordinates')),
    ...['geometry', 'geometries', 'features'].flatMap(inGeoJson),
    ...['points', 'paths', 'path'].flatMap((key) => polygonsIn(Reflect.get(value, key), order)),
  ];
}

function toPosition(value: unknown, order: PairOrder): Position | null {
  if (Array.isArray(value)) {
    const [first, second] = value as unknown[];
    if (typeof first !== 'number' && typeof first !== 'string') return null;
    return order === 'latitude_first' ? readPosition(first, second) : readPosition(second, first);
  }
  if (typeof value !== 'object' || value === null) return null;
  const read = (...keys: string[]): unknown =>
    keys.map((key): unknown => Reflect.get(value, key)).find((item) => item !== undefined);
  return readPosition(read('lat', 'latitude', 'lattitude'), read('lng', 'lon', 'longitude'));
}

function readWellKnownText(text: string): Polygon[] {
  return text.split(/\)\s*\)\s*,/).map((part) => {
    const rings = [...part.matchAll(/\(([^()]+)/g)].map(([, ring = '']) =>
      ring.split(',').flatMap((pair) => {
        const [longitude, latitude] = pair.trim().split(/\s+/);
        return readPosition(latitude, longitude) ?? [];
      })
    );
    return rings.filter((ring) => ring.length > 2).map(withoutRepeatedEnd);
  });
}

function withoutRepeatedEnd(line: readonly Position[]): Outline {
  const [first, last] = [line[0], line[line.length - 1]];
  const closes = first?.latitude === last?.latitude && first?.longitude === last?.longitude;
  return closes && line.length > 3 ? line.slice(0, -1) : line;
}

/** A point of a flat map, in metres: x to the east, y to the south, as on screens. */
export type Point = { x: number; y: number };

/** A flat map around some positions: true to scale over a neighbourhood or a town. */
export type Plane = {
  toPoint(position: Position): Point;
  toPosition(point: Point): Position;
  centre: Point;
  width: number;
  height: number;
};

const metresPerDegree = 111_320;
const smallestSide = 60;

/** Projects positions onto a plane; null without any. Positions on both sides of the date line are close together. */
export function projectToPlane(positions: readonly Position[]): Plane | null {
  const [origin] = positions;
  if (origin === undefined) return null;
  const shrink = Math.max(0.01, Math.cos((origin.latitude * Math.PI) / 180));
  const toPoint = ({ latitude, longitude }: Position): Point => ({
    x: wrapDegrees(longitude - origin.longitude) * metresPerDegree * shrink,
    y: (origin.latitude - latitude) * metresPerDegree,
  });
  const toPosition = ({ x, y }: Point): Position => ({
    latitude: origin.latitude - y / metresPerDegree,
    longitude: wrapDegrees(origin.longitude + x / (metresPerDegree * shrink)),
  });
  let [left, right, top, bottom] = [0, 0, 0, 0];
  for (const position of positions) {
    const { x, y } = toPoint(position);
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return {
    toPoint,
    toPosition,
    centre: { x: (left + right) / 2, y: (top + bottom) / 2 },
    width: Math.max(smallestSide, right - left),
    height: Math.max(smallestSide, bottom - top),
  };
}

function wrapDegrees(degrees: number): number {
  return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;
}

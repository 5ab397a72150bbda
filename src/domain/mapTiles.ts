import { type MapTiles } from '@/contract/spaceSettings';

import { type Position } from './geo';

/** One square picture of a map, as tile servers number them: the world is 2^zoom tiles wide, north at the top. */
export type Tile = { zoom: number; x: number; y: number };

/** A part of the earth by two of its corners. */
export type Bounds = { northWest: Position; southEast: Position };

const tilePixels = 256;
const metresAround = 40_075_017;
/** Most servers have tiles up to this zoom. */
const deepest = 18;

/** The zoom at which a tile has about its own number of pixels on screen. */
export function tileZoom({ northWest }: Bounds, pixelsPerMetre: number): number {
  const around = metresAround * Math.cos(toRadians(northWest.latitude)) * pixelsPerMetre;
  return Math.min(deepest, Math.max(0, Math.round(Math.log2(around / tilePixels))));
}

/** The tiles that show a part of the earth. */
export function tilesIn({ northWest, southEast }: Bounds, zoom: number): Tile[] {
  const [first, last] = [tileAt(northWest, zoom), tileAt(southEast, zoom)];
  const tiles: Tile[] = [];
  for (let y = first.y; y <= last.y; y += 1)
    for (let x = first.x; x <= last.x; x += 1) tiles.push({ zoom, x, y });
  return tiles;
}

function tileAt({ latitude, longitude }: Position, zoom: number): Tile {
  const wide = 2 ** zoom;
  const within = (place: number) => Math.min(wide - 1, Math.max(0, Math.floor(place * wide)));
  const north = Math.asinh(Math.tan(toRadians(latitude)));
  return { zoom, x: within((longitude + 180) / 360), y: within((1 - north / Math.PI) / 2) };
}

export function boundsOf({ zoom, x, y }: Tile): Bounds {
  const wide = 2 ** zoom;
  const corner = (across: number, down: number): Position => ({
    latitude: toDegrees(Math.atan(Math.sinh(Math.PI * (1 - (2 * down) / wide)))),
    longitude: (across / wide) * 360 - 180,
  });
  return { northWest: corner(x, y), southEast: corner(x + 1, y + 1) };
}

/** Where the server has a tile. */
export function addressOf({ url }: MapTiles, { zoom, x, y }: Tile): string {
  return url.replace('{z}', String(zoom)).replace('{x}', String(x)).replace('{y}', String(y));
}

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;
const toDegrees = (radians: number) => (radians * 180) / Math.PI;

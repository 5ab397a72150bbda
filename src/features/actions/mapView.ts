import { projectToPlane, type Outline, type Plane, type Point, type Position } from '@/domain/geo';

/** The visible part of the map: its centre in metres, and the zoom, 1 for all of it, less for a position outside of it. */
export type MapView = { centre: Point; zoom: number };

export type Size = { width: number; height: number };

const margin = 1.15;
const deepest = 40;

/** The plane of the map. The own position, when far away, does not make the rest tiny. */
export function planeOf(outlines: readonly Outline[], positions: readonly Position[]): Plane | null {
  return projectToPlane([...outlines.flat(), ...positions]);
}

export function initialView(plane: Plane): MapView {
  return { centre: plane.centre, zoom: 1 };
}

/** Where the area is, seen from a position outside of it. */
export type Away = { metres: number; direction: Direction };

export const DIRECTIONS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** How far it is to the edge of the area, and which way; null within it. */
export function awayFrom(plane: Plane, me: Position): Away | null {
  const { x, y } = plane.toPoint(me);
  const [east, south] = [plane.centre.x - x, plane.centre.y - y];
  const across = Math.max(0, Math.abs(east) - plane.width / 2);
  const along = Math.max(0, Math.abs(south) - plane.height / 2);
  const metres = Math.hypot(across, along);
  if (metres === 0) return null;
  const eighths = Math.round((Math.atan2(east, -south) / Math.PI) * 4);
  return { metres, direction: DIRECTIONS[(eighths + 8) % 8] ?? 'n' };
}

/** The area and a position outside of it, both on screen. */
export function viewWith(plane: Plane, me: Position): MapView {
  const { x, y } = plane.toPoint(me);
  const { centre, width, height } = plane;
  const left = Math.min(x, centre.x - width / 2);
  const right = Math.max(x, centre.x + width / 2);
  const top = Math.min(y, centre.y - height / 2);
  const bottom = Math.max(y, centre.y + height / 2);
  return {
    centre: { x: (left + right) / 2, y: (top + bottom) / 2 },
    zoom: Math.min(width / (right - left), height / (bottom - top)),
  };
}

/** Pixels per metre. */
export function scaleOf(plane: Plane, view: MapView, size: Size): number {
  const fitScale = Math.min(size.width / (plane.width * margin), size.height / (plane.height * margin));
  return fitScale * view.zoom;
}

/** A point of the plane on the screen. */
export function toScreen(point: Point, view: MapView, scale: number, size: Size): Point {
  return {
    x: size.width / 2 + (point.x - view.centre.x) * scale,
    y: size.height / 2 + (point.y - view.centre.y) * scale,
  };
}

/** The point of the plane under a place on the screen. */
export function fromScreen(place: Point, view: MapView, scale: number, size: Size): Point {
  return {
    x: view.centre.x + (place.x - size.width / 2) / scale,
    y: view.centre.y + (place.y - size.height / 2) / scale,
  };
}

/** A map without anything on it. */
export const emptyPlane: Plane = {
  toPoint: () => ({ x: 0, y: 0 }),
  toPosition: () => ({ latitude: 0, longitude: 0 }),
  centre: { x: 0, y: 0 },
  width: 1,
  height: 1,
};

/** Pans the map, and always keeps a part of it on screen. */
export function panBy(plane: Plane, view: MapView, pixels: Point, scale: number): MapView {
  const centre = { x: view.centre.x - pixels.x / scale, y: view.centre.y - pixels.y / scale };
  return { ...view, centre: clampToScreen(plane, centre) };
}

/** Zooms around `at` (pixels from the centre). */
export function zoomBy(plane: Plane, view: MapView, factor: number, at: Point, scale: number): MapView {
  const zoom = Math.min(deepest, Math.max(1, view.zoom * factor));
  const grown = zoom / view.zoom;
  if (zoom === 1) return initialView(plane);
  const shift = (1 - 1 / grown) / scale;
  const centre = { x: view.centre.x + at.x * shift, y: view.centre.y + at.y * shift };
  return { zoom, centre: clampToScreen(plane, centre) };
}

function clampToScreen(plane: Plane, point: Point): Point {
  const clamp = (value: number, middle: number, reach: number) =>
    Math.min(middle + reach, Math.max(middle - reach, value));
  return {
    x: clamp(point.x, plane.centre.x, plane.width / 2),
    y: clamp(point.y, plane.centre.y, plane.height / 2),
  };
}

const roundLengths = [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000];

/** A round length in metres of at most a third of the width, for the scale bar. */
export function scaleBar(scale: number, size: Size): { metres: number; pixels: number } {
  const fitting = roundLengths.filter((metres) => metres * scale <= size.width / 3);
  const metres = fitting[fitting.length - 1] ?? 5;
  return { metres, pixels: metres * scale };
}

/**
 * The line of a street, computed from its doors: halfway between each door and the next by number, which is the middle
 * of the road where the two sides face each other.
 */
export function streetLineOf(doors: readonly Point[]): Point[] {
  return doors.slice(1).flatMap((door, place) => {
    const before = doors[place];
    return before === undefined ? [] : [{ x: (door.x + before.x) / 2, y: (door.y + before.y) / 2 }];
  });
}

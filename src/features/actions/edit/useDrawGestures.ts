import { useRef } from 'react';
import { type GestureResponderEvent, type GestureResponderHandlers } from 'react-native';

import { type Plane, type Point } from '@/domain/geo';

import { panBy, scaleOf, zoomBy, type MapView, type Size } from '../mapView';

export type Corner = { ring: number; corner: number };

interface DrawGestures {
  plane: Plane;
  size: Size;
  view: MapView;
  onView: (view: MapView) => void;
  /** The corner under a finger. */
  cornerAt: (place: Point) => Corner | null;
  onTap: (place: Point) => void;
  onDrag: (corner: Corner, place: Point) => void;
}

/** The distance after which a touch is not a tap. */
const slop = 6;

type Grip = { at: Point; page: Point; spread: number | null };
type Gesture = { begin: Grip; last: Grip; corner: Corner | null; hasMoved: boolean };

/** A tap adds a corner. One finger or the mouse drags a corner, or the map beside the corners; two fingers zoom. */
export function useDrawGestures(options: DrawGestures): GestureResponderHandlers {
  const { plane, size, view, onView, cornerAt, onTap, onDrag } = options;
  const gesture = useRef<Gesture | null>(null);
  const begin = (event: GestureResponderEvent) => {
    const grip = gripOf(event);
    gesture.current = { begin: grip, last: grip, corner: cornerAt(grip.at), hasMoved: false };
  };
  return {
    onStartShouldSetResponder: () => true,
    onMoveShouldSetResponder: () => true,
    onResponderTerminationRequest: () => false,
    onResponderGrant: begin,
    onResponderMove: (event) => {
      const current = gesture.current;
      if (current === null) return;
      const now = gripOf(event);
      const before = current.last;
      current.last = now;
      // Another number of fingers starts a new gesture, so that the map does not jump.
      if ((before.spread === null) !== (now.spread === null)) {
        gesture.current = { begin: now, last: now, corner: null, hasMoved: true };
        return;
      }
      if (distance(current.begin.page, now.page) > slop) current.hasMoved = true;
      if (!current.hasMoved) return;
      if (current.corner !== null) return onDrag(current.corner, now.at);
      const moved = { x: now.page.x - before.page.x, y: now.page.y - before.page.y };
      const panned = panBy(plane, view, moved, scaleOf(plane, view, size));
      if (before.spread === null || now.spread === null) return onView(panned);
      const scale = scaleOf(plane, panned, size);
      onView(zoomBy(plane, panned, now.spread / before.spread, { x: 0, y: 0 }, scale));
    },
    onResponderRelease: () => {
      const current = gesture.current;
      gesture.current = null;
      if (current !== null && !current.hasMoved && current.corner === null) onTap(current.begin.at);
    },
  };
}

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);

function gripOf({ nativeEvent }: GestureResponderEvent): Grip {
  const { touches, locationX, locationY, pageX, pageY } = nativeEvent;
  const [one, other] = touches;
  return {
    at: { x: locationX, y: locationY },
    page: { x: one?.pageX ?? pageX, y: one?.pageY ?? pageY },
    spread:
      one === undefined || other === undefined
        ? null
        : Math.max(1, Math.hypot(one.pageX - other.pageX, one.pageY - other.pageY)),
  };
}

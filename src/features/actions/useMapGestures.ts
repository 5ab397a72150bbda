import { useRef } from 'react';
import {
  type GestureResponderEvent,
  type GestureResponderHandlers,
  type NativeTouchEvent,
} from 'react-native';

import { type Plane } from '@/domain/geo';

import { panBy, scaleOf, zoomBy, type MapView, type Size } from './mapView';

interface Gestures {
  plane: Plane;
  size: Size;
  view: MapView;
  onView: (view: MapView) => void;
}

/** The distance after which a touch is a pan. */
const slop = 6;

type Grip = { x: number; y: number; spread: number | null };

function gripOf(touches: readonly NativeTouchEvent[]): Grip | null {
  const [one, other] = touches;
  if (one === undefined) return null;
  if (other === undefined) return { x: one.pageX, y: one.pageY, spread: null };
  return {
    x: (one.pageX + other.pageX) / 2,
    y: (one.pageY + other.pageY) / 2,
    spread: Math.max(1, Math.hypot(one.pageX - other.pageX, one.pageY - other.pageY)),
  };
}

/**
 * Two fingers zoom; one finger moves the map if it is zoomed in. While the entire map is visible one finger scrolls the
 * page, so that the map does not trap it.
 */
export function useMapGestures({ plane, size, view, onView }: Gestures): GestureResponderHandlers {
  const grip = useRef<Grip | null>(null);
  const take = ({ nativeEvent }: GestureResponderEvent): Grip | null =>
    (grip.current = gripOf(nativeEvent.touches));

  return {
    onStartShouldSetResponder: (event) => (take(event)?.spread ?? null) !== null,
    onMoveShouldSetResponder: ({ nativeEvent: { touches } }) => {
      const [before, now] = [grip.current, gripOf(touches)];
      if (before === null || now === null) return false;
      return now.spread !== null || (view.zoom > 1 && Math.hypot(now.x - before.x, now.y - before.y) > slop);
    },
    onResponderTerminationRequest: () => false,
    onResponderGrant: take,
    onResponderMove: (event) => {
      const before = grip.current;
      const now = take(event);
      // Another number of fingers starts a new gesture, so that the map does not jump.
      if (before === null || now === null || (before.spread === null) !== (now.spread === null)) return;
      const moved = { x: now.x - before.x, y: now.y - before.y };
      const panned = panBy(plane, view, moved, scaleOf(plane, view, size));
      if (before.spread === null || now.spread === null) return onView(panned);
      const scale = scaleOf(plane, panned, size);
      onView(zoomBy(plane, panned, now.spread / before.spread, { x: 0, y: 0 }, scale));
    },
  };
}

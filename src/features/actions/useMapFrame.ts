import { useState, type RefObject } from 'react';
import { type LayoutChangeEvent, type View } from 'react-native';

import { type Plane, type Point, type Position } from '@/domain/geo';

import { scaleOf, toScreen, zoomBy, type MapView, type Size } from './mapView';
import { useMapSurface } from './useMapSurface';

interface MapFrameOptions {
  frame: RefObject<View | null>;
  plane: Plane;
  /** What is shown until the map is moved. */
  start: MapView;
  /** Whether the map handles every touch while it shows this. */
  holdsTouch: (view: MapView) => boolean;
}

const middle: Point = { x: 0, y: 0 };
const step = 1.8;

/** The frame of a map on screen: its size, what it shows, and where a position is in it. */
export function useMapFrame({ frame, plane, start, holdsTouch }: MapFrameOptions) {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const [chosen, setView] = useState<MapView | null>(null);
  const view = chosen ?? start;
  const scale = scaleOf(plane, view, size);
  const zoom = (factor: number) => setView(zoomBy(plane, view, factor, middle, scale));
  useMapSurface(frame, { holdsTouch: holdsTouch(view), onZoom: zoom });
  return {
    onLayout: ({ nativeEvent }: LayoutChangeEvent) => setSize(nativeEvent.layout),
    size,
    view,
    /** Null shows the start again. */
    setView,
    scale,
    at: (position: Position): Point => toScreen(plane.toPoint(position), view, scale, size),
    zoomIn: () => zoom(step),
    zoomOut: () => zoom(1 / step),
  };
}

export type MapFrame = ReturnType<typeof useMapFrame>;

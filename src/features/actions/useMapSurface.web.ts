import { useEffect, useRef, type RefObject } from 'react';
import { type View } from 'react-native';

import { type MapSurface } from './useMapSurface';

/**
 * In a browser the wheel with Ctrl and two fingers on a touch pad zoom the map, the wheel
 * alone scrolls the page; `touchAction` sets which touches scroll.
 */
export function useMapSurface(map: RefObject<View | null>, { holdsTouch, onZoom }: MapSurface): void {
  const latest = useRef(onZoom);
  useEffect(() => {
    latest.current = onZoom;
  });

  useEffect(() => {
    const node: unknown = map.current;
    if (node instanceof HTMLElement) node.style.setProperty('touch-action', holdsTouch ? 'none' : 'pan-y');
  }, [map, holdsTouch]);

  useEffect(() => {
    const node: unknown = map.current;
    if (!(node instanceof HTMLElement)) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      latest.current(Math.exp(-event.deltaY / 300));
    };
    // Not a React handler: those are passive and cannot stop the browser from zooming the page.
    node.addEventListener('wheel', onWheel, { passive: false });
    return () => node.removeEventListener('wheel', onWheel);
  }, [map]);
}

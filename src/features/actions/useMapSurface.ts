import { type RefObject } from 'react';
import { type View } from 'react-native';

export interface MapSurface {
  /** The map handles every touch, also vertical ones that otherwise scroll the page. */
  holdsTouch: boolean;
  onZoom: (factor: number) => void;
}

/** A phone has no wheel; the responder system handles its touches. */
export function useMapSurface(_map: RefObject<View | null>, _surface: MapSurface): void {}

import { type RefObject } from 'react';
import { type View } from 'react-native';

export interface MapSurface {
  /** The map takes every touch, rather than leaving the upright ones to the page. */
  holdsTouch: boolean;
  onZoom: (factor: number) => void;
}

/** A phone has no wheel, and its touches are shared out by the responder alone. */
export function useMapSurface(_map: RefObject<View | null>, _surface: MapSurface): void {}

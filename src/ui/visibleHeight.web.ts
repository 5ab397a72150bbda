import { useSyncExternalStore } from 'react';
import { useWindowDimensions } from 'react-native';

const subscribe = (onChange: () => void) => {
  window.visualViewport?.addEventListener('resize', onChange);
  return () => window.visualViewport?.removeEventListener('resize', onChange);
};

/** Null while nothing covers the page. Pinch zoom also shrinks the viewport, but covers nothing. */
const readHeight = () => {
  const viewport = window.visualViewport;
  return viewport && viewport.scale < 1.01 ? viewport.height : null;
};

/** The height of the window that no keyboard covers. */
export function useVisibleHeight(): number {
  const { height } = useWindowDimensions();
  const visible = useSyncExternalStore(subscribe, readHeight, () => null);
  return visible === null ? height : Math.min(height, visible);
}

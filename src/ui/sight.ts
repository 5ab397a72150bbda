import { createContext, useCallback, useContext, useRef } from 'react';
import { type NativeScrollEvent, type NativeSyntheticEvent, type ScrollView, type View } from 'react-native';

import { space } from './tokens';

type BringIntoSight = (part: View) => void;

const SightContext = createContext<BringIntoSight>(() => undefined);

/** Around what a page scrolls, so that a part of it can ask to be seen. */
export const Sight = SightContext.Provider;

/**
 * Scrolls the page until a part of it is seen, unless it is. A browser does that by itself for what it focuses, but not
 * for the words beside it.
 */
export const useBringIntoSight = (): BringIntoSight => useContext(SightContext);

/** What a page that scrolls needs for it; where it was last scrolled to is not asked of the phone but remembered. */
export function useSight() {
  const page = useRef<ScrollView>(null);
  const offset = useRef(0);
  const onScroll = useCallback((event: NativeSyntheticEvent<NativeScrollEvent>) => {
    offset.current = event.nativeEvent.contentOffset.y;
  }, []);
  const bringIntoSight = useCallback<BringIntoSight>((part) => {
    part.measureInWindow((_left, top, _width, height) => {
      page.current?.getNativeScrollRef()?.measureInWindow((_pageLeft, pageTop, _pageWidth, pageHeight) => {
        const below = top + height - (pageTop + pageHeight);
        if (top >= pageTop && below <= 0) return;
        // As far as it takes; of what is taller than the page, the beginning is seen.
        const toItsStart = top - pageTop - space.l;
        const away = top < pageTop ? toItsStart : Math.min(below + space.l, toItsStart);
        page.current?.scrollTo({ y: Math.max(0, offset.current + away) });
      });
    });
  }, []);
  return { page, onScroll, bringIntoSight };
}

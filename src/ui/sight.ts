import { createContext, useCallback, useContext, useRef } from 'react';
import { type NativeScrollEvent, type NativeSyntheticEvent, type ScrollView, type View } from 'react-native';

import { space } from './tokens';

type BringIntoSight = (part: View) => void;

const SightContext = createContext<BringIntoSight>(() => undefined);

/** Around what a page scrolls, so that a part of it can ask to be seen. */
export const Sight = SightContext.Provider;

/** Scrolls the page until a part of it is seen, unless it is. A browser does that by itself for what it focuses. */
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
        if (top >= pageTop && top + height <= pageTop + pageHeight) return;
        page.current?.scrollTo({ y: Math.max(0, offset.current + top - pageTop - space.l) });
      });
    });
  }, []);
  return { page, onScroll, bringIntoSight };
}

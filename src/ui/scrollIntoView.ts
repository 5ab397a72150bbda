import { createContext, type RefObject, useCallback, useContext, useMemo, useRef } from 'react';
import { type NativeScrollEvent, type NativeSyntheticEvent, type ScrollView, type View } from 'react-native';

import { space } from './tokens';

/** A ref: an autofocused field gets the focus before it is mounted. */
type Target = RefObject<View | null>;

interface ScrollIntoView {
  /** Scrolls until the target is visible. */
  scrollTo: (target: Target) => void;
  /** Keeps the focused target visible when the size of the page changes. */
  keepVisible: (target: Target) => void;
  stopKeeping: (target: Target) => void;
}

const nothing = () => undefined;
const ScrollIntoViewContext = createContext<ScrollIntoView>({
  scrollTo: nothing,
  keepVisible: nothing,
  stopKeeping: nothing,
});

export const ScrollIntoViewProvider = ScrollIntoViewContext.Provider;

/**
 * Scrolls to a part of the page. A browser does this for a focused input, but not for its label and error, and not when a
 * keyboard or a footer takes space later.
 */
export const useScrollIntoView = (): ScrollIntoView => useContext(ScrollIntoViewContext);

/** The props of a ScrollView that supports `useScrollIntoView`. */
export function useScrollContainer() {
  const scrollView = useRef<ScrollView>(null);
  const offset = useRef(0);
  const kept = useRef<Target | null>(null);
  const onScroll = useCallback((event: NativeSyntheticEvent<NativeScrollEvent>) => {
    offset.current = event.nativeEvent.contentOffset.y;
  }, []);
  const scrollIntoView = useMemo<ScrollIntoView>(
    () => ({
      scrollTo: (target) =>
        target.current?.measureInWindow((_left, top, _width, height) => {
          scrollView.current
            ?.getNativeScrollRef()
            ?.measureInWindow((_pageLeft, pageTop, _pageWidth, pageHeight) => {
              const below = top + height - (pageTop + pageHeight);
              if (top >= pageTop && below <= 0) return;
              // Of a target taller than the page, the top is shown.
              const toItsStart = top - pageTop - space.l;
              const away = top < pageTop ? toItsStart : Math.min(below + space.l, toItsStart);
              scrollView.current?.scrollTo({ y: Math.max(0, offset.current + away) });
            });
        }),
      keepVisible: (target) => {
        kept.current = target;
      },
      stopKeeping: (target) => {
        if (kept.current === target) kept.current = null;
      },
    }),
    []
  );
  const onLayout = useCallback(() => {
    if (kept.current !== null) scrollIntoView.scrollTo(kept.current);
  }, [scrollIntoView]);
  return { scrollView, onScroll, onLayout, scrollIntoView };
}

import { createContext, type RefObject, useCallback, useContext, useMemo, useRef } from 'react';
import { type NativeScrollEvent, type NativeSyntheticEvent, type ScrollView, type View } from 'react-native';

import { space } from './tokens';

/** By its ref: a field that begins with the focus has it before it stands. */
type Part = RefObject<View | null>;

interface ScrollIntoView {
  /** Scrolls the page until a part of it is seen, unless it is. */
  scrollTo: (part: Part) => void;
  /** A part that stays in sight from now on, whatever becomes of the room: it is being typed into. */
  keepVisible: (part: Part) => void;
  stopKeeping: (part: Part) => void;
}

const nothing = () => undefined;
const SightContext = createContext<ScrollIntoView>({
  scrollTo: nothing,
  keepVisible: nothing,
  stopKeeping: nothing,
});

/** Around what a page scrolls, so that a part of it can ask to be seen. */
export const ScrollIntoViewProvider = SightContext.Provider;

/**
 * How a part of a page asks to be seen. A browser does that by itself for what it focuses, but not for the words beside
 * it, nor when a keyboard or a growing footer takes the room afterwards.
 */
export const useScrollIntoView = (): ScrollIntoView => useContext(SightContext);

/** What a page that scrolls needs for it; where it was last scrolled to is not asked of the phone but remembered. */
export function useScrollContainer() {
  const page = useRef<ScrollView>(null);
  const offset = useRef(0);
  const kept = useRef<Part | null>(null);
  const onScroll = useCallback((event: NativeSyntheticEvent<NativeScrollEvent>) => {
    offset.current = event.nativeEvent.contentOffset.y;
  }, []);
  const sight = useMemo<ScrollIntoView>(
    () => ({
      scrollTo: (part) =>
        part.current?.measureInWindow((_left, top, _width, height) => {
          page.current
            ?.getNativeScrollRef()
            ?.measureInWindow((_pageLeft, pageTop, _pageWidth, pageHeight) => {
              const below = top + height - (pageTop + pageHeight);
              if (top >= pageTop && below <= 0) return;
              // As far as it takes; of what is taller than the page, the beginning is seen.
              const toItsStart = top - pageTop - space.l;
              const away = top < pageTop ? toItsStart : Math.min(below + space.l, toItsStart);
              page.current?.scrollTo({ y: Math.max(0, offset.current + away) });
            });
        }),
      keepVisible: (part) => {
        kept.current = part;
      },
      stopKeeping: (part) => {
        if (kept.current === part) kept.current = null;
      },
    }),
    []
  );
  /** The page has another size: a keyboard came up, the footer has a line more, the phone was turned. */
  const onLayout = useCallback(() => {
    if (kept.current !== null) sight.scrollTo(kept.current);
  }, [sight]);
  return { page, onScroll, onLayout, sight };
}

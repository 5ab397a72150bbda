import { useEffect, useRef, type RefObject } from 'react';

import { type ListHandle } from '@/ui/List';

/**
 * Keeps the open door at one place of the screen: the next door has its buttons where those of the marked one were. A
 * walk that goes on at a later door starts there.
 */
export function useSteadyDoor(
  list: RefObject<ListHandle | null>,
  { key, index }: { key: string | null; index: number }
) {
  const markedTop = useRef<number | null>(null);
  const hasStarted = useRef(false);
  useEffect(() => {
    if (index < 0) return;
    const top = markedTop.current;
    markedTop.current = null;
    const isStart = !hasStarted.current;
    hasStarted.current = true;
    // The list has measured its rows in the next frame.
    const frame = requestAnimationFrame(() => {
      // The row above has the street, or the door before.
      if (isStart && index > 1) list.current?.scrollToIndex(index - 1);
      const now = top === null ? null : (list.current?.topOf(index) ?? null);
      if (top !== null && now !== null) list.current?.scrollBy(now - top);
    });
    return () => cancelAnimationFrame(frame);
  }, [list, key, index]);
  return {
    /** Called before the next door is opened. */
    hold: () => {
      markedTop.current = list.current?.topOf(index) ?? null;
    },
  };
}

import { useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';

import { type ContactLine } from '@/db/contacts';
import { useRuntime } from '@/features/shared/runtime';

import { contactQueries, windowSize } from './queries';

/** The list by places: how many there are, and the lines near the screen. */
export interface ContactWindows {
  count: number | undefined;
  isFailed: boolean;
  /** The beginning of the list is in view. */
  isFirstShown: boolean;
  refetch: () => void;
  /** Undefined while its window is being read, which takes milliseconds. */
  lineAt(place: number): ContactLine | undefined;
  /** Says which lines are on the screen. */
  show(first: number, last: number): void;
}

/** Keeps only the windows around the screen in memory, however long the list is. */
export function useContactWindows(): ContactWindows {
  const runtime = useRuntime();
  const [shown, setShown] = useState({ first: 0, last: 0 });
  const count = useQuery(contactQueries.count(runtime));

  const places: number[] = [];
  // One more on either side, so that a finger never meets the end of what was read.
  const lastWindow = Math.max(0, Math.ceil((count.data ?? 1) / windowSize) - 1);
  for (let place = Math.max(0, shown.first - 1); place <= Math.min(lastWindow, shown.last + 1); place++)
    places.push(place);
  const windows = useQueries({ queries: places.map((place) => contactQueries.window(runtime, place)) });

  const show = useCallback((first: number, last: number) => {
    const next = { first: Math.floor(first / windowSize), last: Math.floor(last / windowSize) };
    setShown((before) => (before.first === next.first && before.last === next.last ? before : next));
  }, []);

  return {
    count: count.data,
    isFailed: count.isError,
    isFirstShown: shown.first === 0,
    refetch: () => void count.refetch(),
    lineAt: (place) => windows[places.indexOf(Math.floor(place / windowSize))]?.data?.[place % windowSize],
    show,
  };
}

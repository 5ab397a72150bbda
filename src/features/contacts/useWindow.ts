import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { type ContactLine } from '@/db/contacts';
import { useRuntime } from '@/features/shared/runtime';

import { contactWindowQueries } from './queries';
import { readWindows, windowSize } from './windows';

/** The list by places: how many there are, and the lines near the screen. */
interface ShownStretch {
  count: number | undefined;
  isFailed: boolean;
  refetch: () => void;
  /** Undefined while its stretch is being read, which takes milliseconds. */
  lineAt(place: number): ContactLine | undefined;
  /** Says who a row is, also when others came or went before it. */
  keyOf(place: number): string;
  /** Says which row is the first on the screen. */
  show(first: number): void;
}

/** Keeps only the lines around the screen in memory, however long the list is. */
export function useWindow(): ShownStretch {
  const runtime = useRuntime();
  const stretches = useMemo(() => readWindows(runtime), [runtime]);
  const [window, setWindow] = useState(0);
  const { data, isError, refetch } = useQuery(contactWindowQueries.window(runtime, stretches, window));
  const shift = data?.shift ?? 0;
  return {
    count: data?.count,
    isFailed: isError,
    refetch: () => void refetch(),
    lineAt: (place) => data?.lines[place - data.from],
    keyOf: (place) => String(place - shift),
    show: (first) => {
      stretches.show(first - shift);
      setWindow(Math.floor(first / windowSize));
    },
  };
}

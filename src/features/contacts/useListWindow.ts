import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { type ContactLine } from '@/db/contacts';
import { useRuntime } from '@/features/shared/runtime';

import { contactWindowQueries } from './queries';
import { readWindows, windowSize } from './listWindows';

/** The list by index: its length, and the rows near the screen. */
interface ShownList {
  count: number | undefined;
  isFailed: boolean;
  refetch: () => void;
  /** Undefined for the milliseconds in which its window is read. */
  lineAt(place: number): ContactLine | undefined;
  /** The key of a row, stable when rows before it are added or deleted. */
  keyOf(place: number): string;
  /** Sets the first row on the screen. */
  show(first: number): void;
}

/** Only the rows around the screen are in memory, for a list of any length. */
export function useListWindow(): ShownList {
  const runtime = useRuntime();
  const windows = useMemo(() => readWindows(runtime), [runtime]);
  const [window, setWindow] = useState(0);
  const { data, isError, refetch } = useQuery(contactWindowQueries.window(runtime, windows, window));
  const shift = data?.shift ?? 0;
  return {
    count: data?.count,
    isFailed: isError,
    refetch: () => void refetch(),
    lineAt: (place) => data?.lines[place - data.from],
    keyOf: (place) => String(place - shift),
    show: (first) => {
      windows.show(first - shift);
      setWindow(Math.floor(first / windowSize));
    },
  };
}

import { useQuery } from '@tanstack/react-query';
import { useIsFocused } from 'expo-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { AppState } from 'react-native';

import { tableQuery } from '@/queries/query';

import { fetchBoard } from './fetchBoard';
import { type OnlineFailure, useRuntime, useSyncStatus } from './runtime';

const everyMs = 20_000;

/**
 * Fetches the board again and again while the screen is visible and online, for who may see it. Returns why the last time failed;
 * null if it did not.
 */
export function useLiveBoard(teamId: number, isAllowed = true): OnlineFailure | null {
  const runtime = useRuntime();
  const { isOnline } = useSyncStatus();
  const isFocused = useIsFocused();
  const isVisible = useSyncExternalStore(subscribeToVisibility, isAppVisible, isAppVisible);
  const { data } = useQuery({
    ...tableQuery({
      queryKey: ['board', runtime.scope.id, 'live', teamId],
      tables: [],
      queryFn: () => fetchBoard(runtime, teamId),
      staleTime: 0,
      gcTime: 0,
    }),
    enabled: isAllowed && isOnline && isFocused && isVisible,
    refetchInterval: everyMs,
  });
  if (!isOnline) return 'offline';
  return data === undefined || data === 'read' ? null : data;
}

const isAppVisible = () => AppState.currentState !== 'background';

function subscribeToVisibility(onChange: () => void): () => void {
  const subscription = AppState.addEventListener('change', onChange);
  return () => subscription.remove();
}

/** The time, updated while the screen is open: ages are shown in words. */
export function useNow(now: () => number): number {
  const [time, setTime] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), everyMs);
    return () => clearInterval(timer);
  }, [now]);
  return time;
}

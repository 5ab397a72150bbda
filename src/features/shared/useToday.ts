import { useEffect, useState } from 'react';
import { AppState } from 'react-native';

import { dayOf } from '@/domain/day';

import { useRuntime } from './runtime';

const everyMs = 60_000;

/** Today, like 2026-11-14, for screens that stay open past midnight: a tab stays mounted, and a phone wakes up where it was left. */
export function useToday(): string {
  const { now } = useRuntime();
  const [today, setToday] = useState(() => dayOf(now()));
  useEffect(() => {
    const update = () => setToday(dayOf(now()));
    const timer = setInterval(update, everyMs);
    const subscription = AppState.addEventListener('change', update);
    return () => {
      clearInterval(timer);
      subscription.remove();
    };
  }, [now]);
  return today;
}

import { useEffect, useState } from 'react';

/** The time, every second while someone counts it down; still otherwise. */
export function useTick(now: () => number, isCounting: boolean): number {
  const [time, setTime] = useState(now);
  useEffect(() => {
    if (!isCounting) return;
    const timer = setInterval(() => setTime(now()), 1000);
    return () => clearInterval(timer);
  }, [now, isCounting]);
  return time;
}

import { useEffect, useState } from 'react';

/** The time, updated every second while a countdown is shown. */
export function useTick(now: () => number, isCounting: boolean): number {
  const [time, setTime] = useState(now);
  useEffect(() => {
    if (!isCounting) return;
    const timer = setInterval(() => setTime(now()), 1000);
    return () => clearInterval(timer);
  }, [now, isCounting]);
  return time;
}

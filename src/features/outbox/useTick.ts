import { useEffect, useReducer } from 'react';

/** Renders every second while a countdown is shown. */
export function useTick(isCounting: boolean): void {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!isCounting) return;
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [isCounting]);
}

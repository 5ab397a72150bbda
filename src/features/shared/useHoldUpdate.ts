import { useEffect } from 'react';

import { useRuntime } from './runtime';

/** While the form that calls this is open (or, where it says so, changed), no newer build is started under it. */
export function useHoldUpdate(isHeld = true): void {
  const { update } = useRuntime();
  useEffect(() => (isHeld ? update.hold() : undefined), [update, isHeld]);
}

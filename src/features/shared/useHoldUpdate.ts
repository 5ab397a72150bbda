import { useEffect } from 'react';

import { useRuntime } from './runtime';

/** Blocks an update of the app while `isHeld`. */
export function useHoldUpdate(isHeld = true): void {
  const { update } = useRuntime();
  useEffect(() => (isHeld ? update.hold() : undefined), [update, isHeld]);
}

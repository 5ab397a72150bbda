import { useEffect } from 'react';

import { useRuntime } from '../runtime';

/** Blocks an update of the app while `isBlocked`. */
export function useHoldUpdate(isBlocked = true): void {
  const { update } = useRuntime();
  useEffect(() => (isBlocked ? update.block() : undefined), [update, isBlocked]);
}

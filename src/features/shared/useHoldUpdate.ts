import { useEffect } from 'react';

import { useRuntime } from './runtime';

/** While the form that calls this is open, no newer build is started under it. */
export function useHoldUpdate(): void {
  const { update } = useRuntime();
  useEffect(() => update.hold(), [update]);
}

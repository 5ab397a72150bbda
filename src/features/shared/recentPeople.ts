import { useEffect } from 'react';

import { addRecentPeople } from '@/db/recentPeople';

import { useRuntime, type Runtime } from './runtime';

/** A convenience: where the phone cannot store it, nothing else is affected. */
export async function storeRecentPeople({ store, scope }: Runtime, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await store.write((tx) => addRecentPeople(tx, scope, ids)).catch(() => undefined);
}

/** The contact of this screen is a recent person. */
export function useRecentPerson(id: number): void {
  const runtime = useRuntime();
  useEffect(() => {
    void storeRecentPeople(runtime, [id]);
  }, [runtime, id]);
}

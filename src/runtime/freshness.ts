import { type Query, type QueryClient } from '@tanstack/react-query';

import { type Store } from '@/db/store';
import { queriesReading } from '@/queries/query';

/** A first download commits page after page; a query on the screen follows it a few times a second. */
const shortestPauseMs = 250;

/**
 * Makes the queries that read a changed table read again. A query without a recent refresh is refreshed immediately,
 * also during a download: a record that was just saved must be on the next screen. A query that changes again
 * within the pause is refreshed once at its end. Returns an unsubscribe function.
 */
export function refreshChangedQueries(store: Store, client: QueryClient): () => void {
  /** By query: the pause after its last refresh, and whether it changed within. */
  const pauses = new Map<string, { timer: ReturnType<typeof setTimeout>; isStale: boolean }>();

  const refresh = ({ queryKey, queryHash }: Query) => {
    void client.invalidateQueries({ queryKey, exact: true });
    const timer = setTimeout(() => {
      const isStale = pauses.get(queryHash)?.isStale;
      pauses.delete(queryHash);
      const query = client.getQueryCache().get(queryHash);
      if (isStale && query) refresh(query);
    }, shortestPauseMs);
    pauses.set(queryHash, { timer, isStale: false });
  };

  const unsubscribe = store.onTablesChanged((tables) => {
    for (const query of queriesReading(client, tables)) {
      const pause = pauses.get(query.queryHash);
      if (pause) pause.isStale = true;
      else refresh(query);
    }
  });
  return () => {
    unsubscribe();
    for (const { timer } of pauses.values()) clearTimeout(timer);
  };
}

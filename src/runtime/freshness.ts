import { type Query, type QueryClient } from '@tanstack/react-query';

import { type Store } from '@/db/store';
import { queriesReading } from '@/queries/query';

/** A first download commits page after page; a query on the screen follows it a few times a second. */
const shortestPauseMs = 250;

/**
 * Makes the queries that read a changed table read again. A query without a recent refresh is refreshed immediately,
 * also during a download: a record that was just saved must be on the next screen. A query that changes again
 * within the pause, or while it is read, is refreshed once after both: a read that takes longer than the pause is never
 * started over by the changes that follow. Returns an unsubscribe function.
 */
export function refreshChangedQueries(store: Store, client: QueryClient): () => void {
  /** By query that was just refreshed: whether it has changed since. */
  const pauses = new Map<string, { isStale: boolean }>();
  let isStopped = false;

  const refresh = async (query: Query): Promise<void> => {
    const { queryKey, queryHash } = query;
    // The first read may have missed this change, and the library does not start it over.
    const pause = { isStale: query.state.data === undefined && query.state.fetchStatus === 'fetching' };
    pauses.set(queryHash, pause);
    await Promise.all([
      client.invalidateQueries({ queryKey, exact: true }),
      new Promise((done) => setTimeout(done, shortestPauseMs)),
    ]);
    pauses.delete(queryHash);
    const current = client.getQueryCache().get(queryHash);
    if (pause.isStale && current && !isStopped) void refresh(current);
  };

  const unsubscribe = store.onTablesChanged((tables) => {
    for (const query of queriesReading(client, tables)) {
      const pause = pauses.get(query.queryHash);
      if (pause) pause.isStale = true;
      else void refresh(query);
    }
  });
  return () => {
    isStopped = true;
    unsubscribe();
  };
}

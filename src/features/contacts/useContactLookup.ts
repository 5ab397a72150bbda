import { useEffect, useState } from 'react';

import { useRuntime, useSyncStatus, type FetchOutcome } from '@/features/shared/runtime';

import { queueFetch } from './mutations';

/** The state of the request for a contact. */
export type LookupState = 'fetching' | Exclude<FetchOutcome, 'stored'>;

/**
 * Requests a contact that is not on the phone. The request is stored before it is sent, so that
 * the next round with signal downloads it even if this screen, or the app, is closed.
 */
export function useContactLookup(id: number | null, isOnPhone: boolean | undefined): LookupState {
  const runtime = useRuntime();
  const { isOnline } = useSyncStatus();
  // Which request it is the result of: another number or a new signal requests again.
  const question = `${id} ${isOnline}`;
  const [result, setResult] = useState<{ question: string; state: LookupState } | null>(null);
  const isWanted = isOnPhone === false && id !== null;

  useEffect(() => {
    if (!isWanted) return;
    let isShown = true;
    const look = async (): Promise<LookupState> => {
      await queueFetch(runtime, id);
      if (!isOnline) return 'not_now';
      const fetched = await runtime.sync.fetchContact(id);
      // A stored contact arrives through the store: until the query has read it, it is still being looked up.
      return fetched === 'stored' ? 'fetching' : fetched;
    };
    const show = (state: LookupState) => isShown && setResult({ question, state });
    look().then(show, () => show('not_now'));
    return () => {
      isShown = false;
    };
  }, [runtime, id, isWanted, isOnline, question]);

  if (result?.question === question) return result.state;
  return isOnline ? 'fetching' : 'not_now';
}

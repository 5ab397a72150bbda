import { useEffect, useState } from 'react';

import { useRuntime, useSyncStatus, type FetchAnswer } from '@/features/shared/runtime';

import { rememberToFetch } from './mutations';

/** Where the search for a contact that is not on the phone stands. */
export type WantedState = 'fetching' | Exclude<FetchAnswer, 'stored'>;

/**
 * Asks the service for a contact that is not on the phone. The wish is written down before anybody is asked, so that
 * the next moment with signal fetches it even if this screen, or the app, is long closed.
 */
export function useWantedContact(id: number | null, isOnPhone: boolean | undefined): WantedState {
  const runtime = useRuntime();
  const { isOnline } = useSyncStatus();
  // Of which question it is the answer: a change of number or of signal asks anew.
  const question = `${id} ${isOnline}`;
  const [answer, setAnswer] = useState<{ question: string; state: WantedState } | null>(null);
  const isWanted = isOnPhone === false && id !== null;

  useEffect(() => {
    if (!isWanted) return;
    let isShown = true;
    const look = async (): Promise<WantedState> => {
      await rememberToFetch(runtime, id);
      if (!isOnline) return 'not_now';
      const fetched = await runtime.sync.fetchContact(id);
      // What was stored arrives through the store: until the screen has read it, it is still being looked up.
      return fetched === 'stored' ? 'fetching' : fetched;
    };
    const show = (state: WantedState) => isShown && setAnswer({ question, state });
    look().then(show, () => show('not_now'));
    return () => {
      isShown = false;
    };
  }, [runtime, id, isWanted, isOnline, question]);

  if (answer?.question === question) return answer.state;
  return isOnline ? 'fetching' : 'not_now';
}

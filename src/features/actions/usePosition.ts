import { useEffect, useState } from 'react';

import { useRuntime, type PositionUpdate } from '@/features/shared/runtime';

interface KnownPosition {
  fix: Extract<PositionUpdate, { kind: 'fix' }> | null;
  problem: 'refused' | 'unknown' | null;
  /** Starts to follow the position; absent where there is none. */
  locate?: () => void;
}

/** The position of the phone, once the person requests it: opening a screen does not. */
export function usePosition(): KnownPosition {
  const { watchPosition } = useRuntime().device;
  const [requests, setRequests] = useState(0);
  const [fix, setFix] = useState<KnownPosition['fix']>(null);
  const [problem, setProblem] = useState<KnownPosition['problem']>(null);

  useEffect(() => {
    if (requests === 0 || watchPosition === null) return;
    return watchPosition((news) => {
      if (news.kind === 'fix') setFix(news);
      setProblem(news.kind === 'fix' ? null : news.kind);
    });
  }, [requests, watchPosition]);

  if (watchPosition === null) return { fix, problem };
  // A refusal ends the watch, and may be taken back in the settings of the phone: another press asks again.
  const locate = () => {
    if (requests === 0 || problem !== null) setRequests(requests + 1);
  };
  return { fix, problem, locate };
}

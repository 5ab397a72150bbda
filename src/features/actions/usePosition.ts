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
  const [isRequested, setRequested] = useState(false);
  const [fix, setFix] = useState<KnownPosition['fix']>(null);
  const [problem, setProblem] = useState<KnownPosition['problem']>(null);

  useEffect(() => {
    if (!isRequested || watchPosition === null) return;
    return watchPosition((news) => {
      if (news.kind === 'fix') setFix(news);
      setProblem(news.kind === 'fix' ? null : news.kind);
    });
  }, [isRequested, watchPosition]);

  return watchPosition === null ? { fix, problem } : { fix, problem, locate: () => setRequested(true) };
}

import { useEffect, useState } from 'react';

import { useRuntime, type PositionUpdate } from '@/features/shared/runtime';

interface KnownPosition {
  fix: Extract<PositionUpdate, { kind: 'fix' }> | null;
  problem: 'refused' | 'unknown' | null;
  /** Begins to follow the phone; absent where it cannot say where it is. */
  locate?: () => void;
}

/** Where the phone is, from the moment somebody asks: nobody is followed for opening a screen. */
export function usePosition(): KnownPosition {
  const { watchPosition } = useRuntime().device;
  const [isAsked, setAsked] = useState(false);
  const [fix, setFix] = useState<KnownPosition['fix']>(null);
  const [problem, setProblem] = useState<KnownPosition['problem']>(null);

  useEffect(() => {
    if (!isAsked || watchPosition === null) return;
    return watchPosition((news) => {
      if (news.kind === 'fix') setFix(news);
      setProblem(news.kind === 'fix' ? null : news.kind);
    });
  }, [isAsked, watchPosition]);

  return watchPosition === null ? { fix, problem } : { fix, problem, locate: () => setAsked(true) };
}

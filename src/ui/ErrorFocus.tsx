import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import { AccessibilityInfo, Platform } from 'react-native';

interface Submission {
  count: number;
  /** True for the first invalid field after a submit. */
  claim: (count: number) => boolean;
}

const SubmissionContext = createContext<Submission>({ count: 0, claim: () => false });

/** Around the fields of a form: each time `submitCount` grows, the first invalid field gets the focus. */
export function ErrorFocus({ submitCount, children }: { submitCount: number; children: ReactNode }) {
  const claimed = useRef(0);
  const submission = useMemo<Submission>(
    () => ({
      count: submitCount,
      claim: (count) => {
        if (claimed.current >= count) return false;
        claimed.current = count;
        return true;
      },
    }),
    [submitCount]
  );
  // Effects of the fields run before this one: a field that becomes invalid later, while typing, gets no focus.
  useEffect(() => {
    claimed.current = submitCount;
  }, [submitCount]);
  return <SubmissionContext value={submission}>{children}</SubmissionContext>;
}

/** Calls `focus` for the first invalid field of a submitted form. */
export function useErrorFocus(isInvalid: boolean, focus: () => void): void {
  const { count, claim } = useContext(SubmissionContext);
  const latest = useRef(focus);
  useEffect(() => {
    latest.current = focus;
  });
  useEffect(() => {
    if (isInvalid && claim(count)) latest.current();
  }, [isInvalid, count, claim]);
}

/** iOS has no live regions: errors are announced there explicitly. */
export function useAnnouncedError(error: string | undefined): void {
  useEffect(() => {
    if (Platform.OS === 'ios' && error !== undefined) AccessibilityInfo.announceForAccessibility(error);
  }, [error]);
}

import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import { AccessibilityInfo, Platform } from 'react-native';

interface Asking {
  /** How often Save was pressed. */
  round: number;
  /** True for the first who asks in a round. */
  take: (round: number) => boolean;
}

const AskingContext = createContext<Asking>({ round: 0, take: () => false });

/** Around the fields of a form: each time `round` grows, the first field with a fault is brought into sight. */
export function FaultFocus({ round, children }: { round: number; children: ReactNode }) {
  const taken = useRef(0);
  const asking = useMemo<Asking>(
    () => ({
      round,
      take: (asked) => {
        if (taken.current >= asked) return false;
        taken.current = asked;
        return true;
      },
    }),
    [round]
  );
  // Fields ask before this runs: one that turns wrong later, under somebody's fingers, moves nobody.
  useEffect(() => {
    taken.current = round;
  }, [round]);
  return <AskingContext value={asking}>{children}</AskingContext>;
}

/** Focuses a field that is the first wrong one when Save was pressed, and brings it into sight. */
export function useFaultFocus(isWrong: boolean, focus: () => void): void {
  const { round, take } = useContext(AskingContext);
  const latest = useRef(focus);
  useEffect(() => {
    latest.current = focus;
  });
  useEffect(() => {
    if (isWrong && take(round)) latest.current();
  }, [isWrong, round, take]);
}

/** Says a fault aloud where no live region does: Android and browsers speak one, iOS has none. */
export function useSpokenFault(error: string | undefined): void {
  useEffect(() => {
    if (Platform.OS === 'ios' && error !== undefined) AccessibilityInfo.announceForAccessibility(error);
  }, [error]);
}

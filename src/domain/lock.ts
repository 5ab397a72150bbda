/** Minutes in the background after which the app locks; 0 is immediately, null never. */
export type LockAfter = 0 | 1 | 5 | 15 | null;

export const lockChoices: readonly LockAfter[] = [0, 1, 5, 15, null];

export const shortestPin = 6;
export const longestPin = 12;

export type PinError = 'not_digits' | 'too_short' | 'too_long' | 'too_easy';

/** What is wrong with a new PIN; null if it is valid. */
export function pinErrorOf(pin: string): PinError | null {
  if (!/^\d*$/.test(pin)) return 'not_digits';
  if (pin.length < shortestPin) return 'too_short';
  if (pin.length > longestPin) return 'too_long';
  const steps = [...pin].slice(1).map((digit, place) => Number(digit) - Number(pin[place]));
  // 000000, 123456, 987654: the first guesses.
  const isRun = steps.every((step) => step === steps[0]) && Math.abs(steps[0] ?? 0) <= 1;
  return isRun ? 'too_easy' : null;
}

/** After this many wrong PINs only signing in unlocks. Records are not affected. */
export const maxWrongPins = 10;

const secondsAfter = [0, 0, 0, 15, 30, 60, 120, 300, 600, 900] as const;

/** The delay before the next try after that many wrong PINs. */
export function waitAfterWrong(wrong: number): number {
  return (secondsAfter[Math.min(wrong, secondsAfter.length - 1)] ?? 0) * 1000;
}

/** How long the app was in the background, by the wall clock and the monotonic clock. */
export type Away = { wallMs: number; monotonicMs: number };

/**
 * Whether an app that returns to the foreground must lock. The longer of both clocks counts, because one may
 * stop while a phone sleeps; a wall clock that moved back was changed, so the app locks.
 */
export function mustLock(after: LockAfter, { wallMs, monotonicMs }: Away): boolean {
  if (after === null) return false;
  return wallMs < 0 || Math.max(wallMs, monotonicMs) >= after * 60_000;
}

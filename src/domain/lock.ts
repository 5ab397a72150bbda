/** After how many minutes out of sight the app locks; 0 is at once, null never. */
export type LockAfter = 0 | 1 | 5 | 15 | null;

export const lockChoices: readonly LockAfter[] = [0, 1, 5, 15, null];

export const shortestPin = 6;
export const longestPin = 12;

export type PinError = 'not_digits' | 'too_short' | 'too_long' | 'too_easy';

/** What is wrong with a PIN that somebody wants to set; null when it will do. */
export function pinErrorOf(pin: string): PinError | null {
  if (!/^\d*$/.test(pin)) return 'not_digits';
  if (pin.length < shortestPin) return 'too_short';
  if (pin.length > longestPin) return 'too_long';
  const steps = [...pin].slice(1).map((digit, place) => Number(digit) - Number(pin[place]));
  // 000000, 123456, 987654: what anybody tries first.
  const isRun = steps.every((step) => step === steps[0]) && Math.abs(steps[0] ?? 0) <= 1;
  return isRun ? 'too_easy' : null;
}

/** After so many wrong PINs only signing in helps. Records are untouched by it. */
export const maxWrongPins = 10;

const secondsAfter = [0, 0, 0, 15, 30, 60, 120, 300, 600, 900] as const;

/** How long the next try has to wait after so many wrong ones. */
export function waitAfterWrong(wrong: number): number {
  return (secondsAfter[Math.min(wrong, secondsAfter.length - 1)] ?? 0) * 1000;
}

/** How long the app was out of sight, by the clock on the wall and by the one that never jumps. */
export type Away = { wallMs: number; monotonicMs: number };

/**
 * Whether an app that comes back into sight has to lock. The longer of the two clocks counts, since one may stand
 * still while a phone sleeps; a wall clock that went back was set, and then nobody knows.
 */
export function mustLock(after: LockAfter, { wallMs, monotonicMs }: Away): boolean {
  if (after === null) return false;
  return wallMs < 0 || Math.max(wallMs, monotonicMs) >= after * 60_000;
}

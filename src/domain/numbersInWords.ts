import { digitsOf } from './money';
import type { Speaker } from './words/speaker';

/** The largest number that is still read out; nobody hands over more at a door. */
const largestSpoken = 999_999_999;

/**
 * An amount in words, shown before saving so that a slip of a zero is heard: "twenty euros and fifty cents".
 * Null where the amount is beyond reading out.
 */
export function amountInWords(
  amount: number,
  currency: string,
  speaker: Speaker,
  locale: string
): string | null {
  const perUnit = 10 ** digitsOf(currency);
  const whole = Math.floor(amount / perUnit);
  if (!Number.isInteger(amount) || amount < 0 || whole > largestSpoken) return null;
  return speaker.money({
    whole,
    fraction: amount % perUnit,
    perUnit,
    currency: currency.toUpperCase(),
    locale,
  });
}

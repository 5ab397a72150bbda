import { digitsOf } from './money';
import { english } from './words/english';
import type { Speaker } from './words/speaker';

/** One speaker per language; a language without one gets no words, and the form shows the figure alone. */
const speakers: Record<string, Speaker> = { en: english };

/** The largest number that is still read out; nobody hands over more at a door. */
const largestSpoken = 999_999_999;

/**
 * An amount in words, shown before saving so that a slip of a zero is heard: "twenty euros and fifty cents".
 * Null where the language is not spoken yet or the amount is beyond reading out.
 */
export function amountInWords(amount: number, currency: string, locale: string): string | null {
  const speaker = speakers[locale.split('-')[0]?.toLowerCase() ?? ''];
  const perUnit = 10 ** digitsOf(currency);
  const whole = Math.floor(amount / perUnit);
  if (!speaker || !Number.isInteger(amount) || amount < 0 || whole > largestSpoken) return null;
  return speaker.money({
    whole,
    fraction: amount % perUnit,
    perUnit,
    currency: currency.toUpperCase(),
    locale,
  });
}

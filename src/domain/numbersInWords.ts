import { digitsOf } from './money';
import type { AmountSpeller } from './words/amountSpeller';

const largestUnits = 999_999_999;

/**
 * An amount in words ("twenty euros and fifty cents"), shown before saving so that a person notices a zero too many.
 * Null for an amount that is not an integer, negative or too large.
 */
export function amountInWords(
  amount: number,
  currency: string,
  speller: AmountSpeller,
  locale: string
): string | null {
  const minorPerUnit = 10 ** digitsOf(currency);
  const units = Math.floor(amount / minorPerUnit);
  if (!Number.isInteger(amount) || amount < 0 || units > largestUnits) return null;
  return speller.spell({
    units,
    minor: amount % minorPerUnit,
    minorPerUnit,
    currency: currency.toUpperCase(),
    locale,
  });
}

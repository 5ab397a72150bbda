import { toLatinDigits } from './digits';

/** Amounts are integers in the currency's minor unit: 2000 with eur is €20.00. */

/** The largest amount of a form: above it an integer in the interface is not exact. */
const largestAmount = 999_999_999_999;

const fallbackDigits = 2;
const digitsCache = new Map<string, number>();

/** The number of decimals of a currency: two for a code that Intl does not have. */
export function digitsOf(currency: string): number {
  const code = currency.toUpperCase();
  const cached = digitsCache.get(code);
  if (cached !== undefined) return cached;
  const digits = digitsFromIntl(code);
  digitsCache.set(code, digits);
  return digits;
}

function digitsFromIntl(code: string): number {
  if (!/^[A-Z]{3}$/.test(code)) return fallbackDigits;
  const options = new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions();
  return options.maximumFractionDigits ?? fallbackDigits;
}

/** The result of parsing a typed amount. */
export type ParsedAmount =
  | { kind: 'amount'; amount: number }
  | { kind: 'empty' }
  | { kind: 'not_a_number' }
  | { kind: 'too_many_decimals'; digits: number }
  | { kind: 'too_large' };

/** The decimal separator of a locale. */
export function decimalSignOf(locale: string): string {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  return parts.find((part) => part.type === 'decimal')?.value ?? '.';
}

/** Spaces, apostrophes and the Arabic thousands separator only group digits. */
const groupingOnly = /[\s\u00a0\u202f\u2009'’٬_]+/g;
/** Digits without groups, or in usual groups: the last has three digits, the others two or three. */
const wellGrouped = /^(?:\d*|\d{1,3}(?:[ .,]\d{2,3})*[ .,]\d{3})$/;
/** A pasted amount may contain direction marks and currency signs. */
const ornaments = /[\u200e\u200f\u061c\u2066-\u2069]|\p{Sc}/gu;

/**
 * Parses a typed amount, in the digits of any script and with either decimal separator.
 * `1.000` is a thousand if the locale's decimal separator is a comma and one if it is a point, unless the currency
 * has no decimals; everything else is parsed the same in all locales. Unusual groups (`10..50`, `10 50`) are an error
 * and not an amount a hundred times as large.
 */
export function parseAmount(text: string, currency: string, locale: string): ParsedAmount {
  const cleaned = toLatinDigits(text)
    .replace(ornaments, '')
    .replace(groupingOnly, ' ')
    .replace(/٫/g, '.')
    .trim();
  if (cleaned === '') return { kind: 'empty' };

  const digits = digitsOf(currency);
  const decimalAt = findDecimalSign(cleaned, digits, decimalSignOf(locale) === ',' ? ',' : '.');
  const beforeSign = cleaned.slice(0, decimalAt);
  const afterSign = cleaned.slice(decimalAt + 1);
  if (!wellGrouped.test(beforeSign) || !/^\d*$/.test(afterSign) || beforeSign + afterSign === '')
    return { kind: 'not_a_number' };
  const integerPart = beforeSign.replace(/[ .,]/g, '');
  const decimals = afterSign.replace(/0+$/, '');
  if (decimals.length > digits) return { kind: 'too_many_decimals', digits };

  const amount = Number(integerPart + decimals.padEnd(digits, '0'));
  return amount > largestAmount ? { kind: 'too_large' } : { kind: 'amount', amount };
}

/** The index of the decimals, or the length of the text without any. */
function findDecimalSign(text: string, digits: number, localeSign: '.' | ','): number {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (last === -1) return text.length;
  const sign = text.charAt(last);
  const other = sign === '.' ? ',' : '.';
  const isRepeated = text.indexOf(sign) !== last;
  if (isRepeated) return text.length;
  if (text.includes(other)) return last;
  const looksGrouped = text.length - last - 1 === 3 && digits !== 3 && last > 0;
  // A currency without decimals never has three of them: 5.000 francs are five thousand in every language.
  return looksGrouped && (sign !== localeSign || digits === 0) ? text.length : last;
}

/** An amount in the format of this locale, with the currency's sign: €20.00, 20,00 €. */
export function formatMoney(amount: number, currency: string, locale: string): string {
  const code = currency.toUpperCase();
  const value = amount / 10 ** digitsOf(code);
  if (!/^[A-Z]{3}$/.test(code)) return `${new Intl.NumberFormat(locale).format(value)} ${currency}`.trim();
  return new Intl.NumberFormat(locale, { style: 'currency', currency: code }).format(value);
}

/** The currency sign of `formatMoney`, for an amount field. */
export function currencySignOf(
  currency: string,
  locale: string
): { sign: string; place: 'before' | 'after' } {
  const code = currency.toUpperCase();
  if (!/^[A-Z]{3}$/.test(code)) return { sign: currency, place: 'after' };
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency: code }).formatToParts(1);
  const isAfter =
    parts.findIndex(({ type }) => type === 'currency') > parts.findIndex(({ type }) => type === 'integer');
  return {
    sign: parts.find(({ type }) => type === 'currency')?.value ?? code,
    place: isAfter ? 'after' : 'before',
  };
}

/** An amount as typed into a form: no sign, no grouping. */
export function formatForTyping(amount: number, currency: string, locale: string): string {
  const digits = digitsOf(currency);
  return new Intl.NumberFormat(locale, {
    useGrouping: false,
    minimumFractionDigits: amount % 10 ** digits === 0 ? 0 : digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits);
}

/** Money in one currency. */
export type Money = { amount: number; currency: string };

/** Sums per currency, in the order in which the currencies first appear. eur and EUR are one currency. */
export function sumByCurrency(items: Iterable<Money>): Money[] {
  const sums = new Map<string, Money>();
  for (const { amount, currency } of items) {
    const key = currency.toUpperCase();
    const sum = sums.get(key);
    if (sum) sum.amount += amount;
    else sums.set(key, { amount, currency });
  }
  return [...sums.values()];
}

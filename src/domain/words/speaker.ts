/** An amount taken apart for speaking. */
export type SpokenAmount = {
  whole: number;
  fraction: number;
  /** How many fractions make a whole: 100 for eur, 1 for jpy. */
  perUnit: number;
  /** ISO code in capitals. */
  currency: string;
  locale: string;
};

/** How one language says an amount of money. */
export type Speaker = { money(amount: SpokenAmount): string };

/** The currency's name in the plural form that goes with this count, as Intl knows it: euro, euros. */
export function currencyName(count: number, currency: string, locale: string): string {
  if (!/^[A-Z]{3}$/.test(currency)) return currency;
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'name',
    maximumFractionDigits: 0,
    minimumFractionDigits: 0,
  });
  return format.formatToParts(count).find((part) => part.type === 'currency')?.value ?? currency;
}

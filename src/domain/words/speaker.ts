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
    useGrouping: false,
  });
  // Not every engine can take its answer apart; a name holds no digits, so leaving them out finds it everywhere.
  const name = format.format(count).replace(/[\p{Nd}\u200e\u200f\u061c]/gu, '');
  return name.trim() || currency;
}

/** The whole and its fraction in one breath; a fraction alone where there is nothing before it. */
export function sayTogether(amount: SpokenAmount, glue: string, whole: string, fraction: string): string {
  if (amount.fraction === 0) return whole;
  return amount.whole === 0 ? fraction : `${whole}${glue}${fraction}`;
}

/** Cheques have always said it so where the smaller unit has no name. */
export function fractionAsFigures({ fraction, perUnit }: SpokenAmount): string {
  return `${fraction}/${perUnit}`;
}

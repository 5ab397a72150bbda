/*
 * Our own number words. The npm library n2words 4.0 is correct in English and French only: it writes "veintiuno mil",
 * "dieciseis", "einhunderteinstausend" and "مئتان ألف", spells one currency per locale, and is three times as large.
 */

/** An amount split into units and minor units. */
export type AmountParts = {
  units: number;
  minor: number;
  /** 100 for EUR, 1 for JPY. */
  minorPerUnit: number;
  /** ISO 4217, upper case. */
  currency: string;
  locale: string;
};

/** Writes an amount in the words of one language. */
export type AmountSpeller = { spell(amount: AmountParts): string };

/** Currencies whose names are feminine in French and in Spanish: une livre, una libra; une couronne, una corona. */
export const feminineCurrencies: ReadonlySet<string> = new Set(
  'GBP SEK NOK DKK ISK CZK TRY LBP SYP EGP INR PKR'.split(' ')
);

/** The currency name in the plural form of this count, from Intl: euro, euros. */
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
  // Hermes may lack formatToParts. Names contain no digits, so the text without digits is the name.
  const name = format.format(count).replace(/[\p{Nd}\u200e\u200f\u061c]/gu, '');
  return name.trim() || currency;
}

/** Units and minor units as one text; without units only the minor units, and the reverse. */
export function joinUnitsAndMinor(amount: AmountParts, glue: string, units: string, minor: string): string {
  if (amount.minor === 0) return units;
  return amount.units === 0 ? minor : `${units}${glue}${minor}`;
}

/** 50/100, as on cheques, where the minor unit has no name. */
export function minorAsFraction({ minor, minorPerUnit }: AmountParts): string {
  return `${minor}/${minorPerUnit}`;
}

import {
  currencyName,
  minorAsFraction,
  joinUnitsAndMinor,
  type AmountParts,
  type AmountSpeller,
} from './amountSpeller';

/** The forms before a noun and before hundert: ein Euro, einhundert. */
const ones =
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' '
  );
const tens = '- - zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ');

/** Currencies that are counted with eine: eine Krone, eine Lira. */
const feminine = new Set(['SEK', 'NOK', 'DKK', 'ISK', 'CZK', 'TRY', 'INR', 'PKR']);

const minorNames: Record<string, readonly [one: string, many: string]> = {
  EUR: ['Cent', 'Cent'],
  USD: ['Cent', 'Cent'],
  CAD: ['Cent', 'Cent'],
  AUD: ['Cent', 'Cent'],
  GBP: ['Penny', 'Pence'],
  CHF: ['Rappen', 'Rappen'],
  MAD: ['Centime', 'Centimes'],
};

function belowHundred(value: number, isFeminine: boolean): string {
  if (value === 1 && isFeminine) return 'eine';
  if (value < 20) return ones[value] ?? '';
  const ten = tens[Math.floor(value / 10)] ?? '';
  const rest = value % 10;
  return rest === 0 ? ten : `${ones[rest]}und${ten}`;
}

function belowThousand(value: number, isFeminine: boolean): string {
  if (value < 100) return belowHundred(value, isFeminine);
  const rest = value % 100;
  const words = `${ones[Math.floor(value / 100)]}hundert`;
  return rest === 0 ? words : `${words}${belowHundred(rest, isFeminine)}`;
}

function belowMillion(value: number, isFeminine: boolean): string {
  if (value < 1_000) return belowThousand(value, isFeminine);
  const rest = value % 1_000;
  const words = `${belowThousand(Math.floor(value / 1_000), false)}tausend`;
  return rest === 0 ? words : `${words}${belowThousand(rest, isFeminine)}`;
}

function integer(value: number, isFeminine: boolean): string {
  if (value < 1_000_000) return belowMillion(value, isFeminine);
  const millions = Math.floor(value / 1_000_000);
  const rest = value % 1_000_000;
  // Million is a separate feminine noun.
  const words = millions === 1 ? 'eine Million' : `${belowThousand(millions, true)} Millionen`;
  return rest === 0 ? words : `${words} ${belowMillion(rest, isFeminine)}`;
}

function minorWords(amount: AmountParts): string {
  const { minor, currency } = amount;
  const names = minorNames[currency];
  if (!names) return minorAsFraction(amount);
  return `${integer(minor, false)} ${minor === 1 ? names[0] : names[1]}`;
}

export const german: AmountSpeller = {
  spell(amount) {
    const { units, currency, locale } = amount;
    const unitWords = `${integer(units, feminine.has(currency))} ${currencyName(units, currency, locale)}`;
    return joinUnitsAndMinor(amount, ' und ', unitWords, minorWords(amount));
  },
};

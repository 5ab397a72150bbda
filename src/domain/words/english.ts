import {
  currencyName,
  minorAsFraction,
  joinUnitsAndMinor,
  type AmountParts,
  type AmountSpeller,
} from './amountSpeller';

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' '
  );
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** Intl has no names for minor units. */
const minorNames: Record<string, readonly [one: string, many: string]> = {
  EUR: ['cent', 'cents'],
  USD: ['cent', 'cents'],
  CAD: ['cent', 'cents'],
  AUD: ['cent', 'cents'],
  GBP: ['penny', 'pence'],
  CHF: ['centime', 'centimes'],
  MAD: ['centime', 'centimes'],
};

function integer(value: number): string {
  if (value < 20) return ones[value] ?? '';
  if (value < 100) {
    const unit = value % 10;
    return `${tens[Math.floor(value / 10)]}${unit ? `-${ones[unit]}` : ''}`;
  }
  if (value < 1_000) return joined(value, 100, 'hundred', ' and ');
  if (value < 1_000_000) return joined(value, 1_000, 'thousand', value % 1_000 < 100 ? ' and ' : ' ');
  return joined(value, 1_000_000, 'million', value % 1_000_000 < 100 ? ' and ' : ' ');
}

function joined(value: number, size: number, name: string, glue: string): string {
  const rest = value % size;
  return `${integer(Math.floor(value / size))} ${name}${rest ? `${glue}${integer(rest)}` : ''}`;
}

function minorWords(amount: AmountParts): string {
  const { minor, currency } = amount;
  const names = minorNames[currency];
  if (!names) return minorAsFraction(amount);
  return `${integer(minor)} ${minor === 1 ? names[0] : names[1]}`;
}

export const english: AmountSpeller = {
  spell(amount) {
    const { units, currency, locale } = amount;
    const unitWords = `${integer(units)} ${currencyName(units, currency, locale)}`;
    return joinUnitsAndMinor(amount, ' and ', unitWords, minorWords(amount));
  },
};

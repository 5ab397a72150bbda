import {
  currencyName,
  feminineCurrencies,
  minorAsFraction,
  joinUnitsAndMinor,
  type AmountParts,
  type AmountSpeller,
} from './amountSpeller';

const ones =
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf'.split(
    ' '
  );
const tens = '- - vingt trente quarante cinquante soixante'.split(' ');

const minorNames: Record<string, readonly [one: string, many: string]> = {
  EUR: ['centime', 'centimes'],
  USD: ['cent', 'cents'],
  CAD: ['cent', 'cents'],
  AUD: ['cent', 'cents'],
  GBP: ['penny', 'pence'],
  CHF: ['centime', 'centimes'],
  MAD: ['centime', 'centimes'],
};

type Rules = {
  /** vingt et une livres */
  isFeminine: boolean;
  /** septante and nonante, as in Belgium and Switzerland */
  hasSeptante: boolean;
  /** vingt and cent take no s before another number: quatre-vingt mille */
  isFollowed: boolean;
};

function unit(value: number, { isFeminine }: Rules): string {
  return value === 1 && isFeminine ? 'une' : (ones[value] ?? '');
}

function belowHundred(value: number, rules: Rules): string {
  if (value < 20) return unit(value, rules);
  const ten = Math.floor(value / 10);
  if (rules.hasSeptante && (ten === 7 || ten === 9))
    return withUnit(ten === 7 ? 'septante' : 'nonante', value % 10, rules);
  if (ten < 7) return withUnit(tens[ten] ?? '', value % 10, rules);
  if (ten === 7) return value === 71 ? 'soixante et onze' : `soixante-${ones[value - 60]}`;
  if (value === 80) return rules.isFollowed ? 'quatre-vingt' : 'quatre-vingts';
  return `quatre-vingt-${unit(value - 80, rules)}`;
}

function withUnit(ten: string, rest: number, rules: Rules): string {
  if (rest === 0) return ten;
  return rest === 1 ? `${ten} et ${unit(1, rules)}` : `${ten}-${ones[rest]}`;
}

function belowThousand(value: number, rules: Rules): string {
  if (value < 100) return belowHundred(value, rules);
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  const times = hundreds === 1 ? '' : `${ones[hundreds]} `;
  if (rest === 0) return `${times}cent${hundreds > 1 && !rules.isFollowed ? 's' : ''}`;
  return `${times}cent ${belowHundred(rest, rules)}`;
}

function belowMillion(value: number, rules: Rules): string {
  if (value < 1_000) return belowThousand(value, rules);
  const thousands = Math.floor(value / 1_000);
  const rest = value % 1_000;
  const counting = { ...rules, isFeminine: false, isFollowed: true };
  const mille = thousands === 1 ? 'mille' : `${belowThousand(thousands, counting)} mille`;
  return rest === 0 ? mille : `${mille} ${belowThousand(rest, rules)}`;
}

function integer(value: number, rules: Rules): string {
  if (value < 1_000_000) return belowMillion(value, rules);
  const millions = Math.floor(value / 1_000_000);
  const rest = value % 1_000_000;
  const counted = belowThousand(millions, { ...rules, isFeminine: false });
  const words = `${counted} million${millions > 1 ? 's' : ''}`;
  return rest === 0 ? words : `${words} ${belowMillion(rest, rules)}`;
}

function unitWords({ units, currency, locale }: AmountParts, rules: Rules): string {
  const words = integer(units, rules);
  if (units === 0 || units % 1_000_000 !== 0) return `${words} ${currencyName(units, currency, locale)}`;
  // After a round million the noun follows with de: un million d’euros.
  const name = currencyName(2, currency, locale);
  return `${words} ${/^[aeéiouy]/i.test(name) ? 'd’' : 'de '}${name}`;
}

function minorWords(amount: AmountParts, rules: Rules): string {
  const { minor, currency } = amount;
  const names = minorNames[currency];
  if (!names) return minorAsFraction(amount);
  return `${integer(minor, { ...rules, isFeminine: false })} ${minor < 2 ? names[0] : names[1]}`;
}

export const french: AmountSpeller = {
  spell(amount) {
    const rules = {
      isFeminine: feminineCurrencies.has(amount.currency),
      hasSeptante: /^fr-(BE|CH)\b/i.test(amount.locale),
      isFollowed: false,
    };
    return joinUnitsAndMinor(amount, ' et ', unitWords(amount, rules), minorWords(amount, rules));
  },
};

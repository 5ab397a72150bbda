import { currencyName, fractionAsFigures, sayTogether, type SpokenAmount, type Speaker } from './speaker';

const ones =
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf'.split(
    ' '
  );
const tens = '- - vingt trente quarante cinquante soixante'.split(' ');

/** Currencies that are counted with une: une livre, une couronne. */
const feminine = new Set([
  'GBP',
  'SEK',
  'NOK',
  'DKK',
  'ISK',
  'CZK',
  'TRY',
  'LBP',
  'SYP',
  'EGP',
  'INR',
  'PKR',
]);

const fractionNames: Record<string, readonly [one: string, many: string]> = {
  EUR: ['centime', 'centimes'],
  USD: ['cent', 'cents'],
  CAD: ['cent', 'cents'],
  AUD: ['cent', 'cents'],
  GBP: ['penny', 'pence'],
  CHF: ['centime', 'centimes'],
  MAD: ['centime', 'centimes'],
};

type Manner = {
  /** vingt et une livres */
  isFeminine: boolean;
  /** septante and nonante, as in Belgium and Switzerland */
  hasSeptante: boolean;
  /** vingt and cent take no s before another number: quatre-vingt mille */
  isFollowed: boolean;
};

function unit(value: number, { isFeminine }: Manner): string {
  return value === 1 && isFeminine ? 'une' : (ones[value] ?? '');
}

function belowHundred(value: number, manner: Manner): string {
  if (value < 20) return unit(value, manner);
  const ten = Math.floor(value / 10);
  if (manner.hasSeptante && (ten === 7 || ten === 9))
    return withUnit(ten === 7 ? 'septante' : 'nonante', value % 10, manner);
  if (ten < 7) return withUnit(tens[ten] ?? '', value % 10, manner);
  if (ten === 7) return value === 71 ? 'soixante et onze' : `soixante-${ones[value - 60]}`;
  if (value === 80) return manner.isFollowed ? 'quatre-vingt' : 'quatre-vingts';
  return `quatre-vingt-${unit(value - 80, manner)}`;
}

function withUnit(ten: string, rest: number, manner: Manner): string {
  if (rest === 0) return ten;
  return rest === 1 ? `${ten} et ${unit(1, manner)}` : `${ten}-${ones[rest]}`;
}

function belowThousand(value: number, manner: Manner): string {
  if (value < 100) return belowHundred(value, manner);
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  const times = hundreds === 1 ? '' : `${ones[hundreds]} `;
  if (rest === 0) return `${times}cent${hundreds > 1 && !manner.isFollowed ? 's' : ''}`;
  return `${times}cent ${belowHundred(rest, manner)}`;
}

function belowMillion(value: number, manner: Manner): string {
  if (value < 1_000) return belowThousand(value, manner);
  const thousands = Math.floor(value / 1_000);
  const rest = value % 1_000;
  const counting = { ...manner, isFeminine: false, isFollowed: true };
  const mille = thousands === 1 ? 'mille' : `${belowThousand(thousands, counting)} mille`;
  return rest === 0 ? mille : `${mille} ${belowThousand(rest, manner)}`;
}

function integer(value: number, manner: Manner): string {
  if (value < 1_000_000) return belowMillion(value, manner);
  const millions = Math.floor(value / 1_000_000);
  const rest = value % 1_000_000;
  const counted = belowThousand(millions, { ...manner, isFeminine: false });
  const words = `${counted} million${millions > 1 ? 's' : ''}`;
  return rest === 0 ? words : `${words} ${belowMillion(rest, manner)}`;
}

function wholeWords({ whole, currency, locale }: SpokenAmount, manner: Manner): string {
  const words = integer(whole, manner);
  if (whole === 0 || whole % 1_000_000 !== 0) return `${words} ${currencyName(whole, currency, locale)}`;
  // After a round million the noun follows with de: un million d’euros.
  const name = currencyName(2, currency, locale);
  return `${words} ${/^[aeéiouy]/i.test(name) ? 'd’' : 'de '}${name}`;
}

function fractionWords(amount: SpokenAmount, manner: Manner): string {
  const { fraction, currency } = amount;
  const names = fractionNames[currency];
  if (!names) return fractionAsFigures(amount);
  return `${integer(fraction, { ...manner, isFeminine: false })} ${fraction < 2 ? names[0] : names[1]}`;
}

export const french: Speaker = {
  money(amount) {
    const manner = {
      isFeminine: feminine.has(amount.currency),
      hasSeptante: /^fr-(BE|CH)\b/i.test(amount.locale),
      isFollowed: false,
    };
    return sayTogether(amount, ' et ', wholeWords(amount, manner), fractionWords(amount, manner));
  },
};

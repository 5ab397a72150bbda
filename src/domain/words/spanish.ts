import {
  currencyName,
  feminineCurrencies,
  minorAsFraction,
  joinUnitsAndMinor,
  type AmountParts,
  type AmountSpeller,
} from './amountSpeller';

/** The forms before a noun: un euro, veintiún euros. */
const ones =
  'cero un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiún veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve'.split(
    ' '
  );
const tens = '- - - treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ');
const hundreds =
  '- ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(
    ' '
  );

const minorNames: Record<string, readonly [one: string, many: string]> = {
  EUR: ['céntimo', 'céntimos'],
  USD: ['centavo', 'centavos'],
  CAD: ['centavo', 'centavos'],
  AUD: ['centavo', 'centavos'],
  MXN: ['centavo', 'centavos'],
  GBP: ['penique', 'peniques'],
  CHF: ['céntimo', 'céntimos'],
  MAD: ['céntimo', 'céntimos'],
};

function belowHundred(value: number, isFeminine: boolean): string {
  if (isFeminine && value === 1) return 'una';
  if (isFeminine && value === 21) return 'veintiuna';
  if (value < 30) return ones[value] ?? '';
  const ten = tens[Math.floor(value / 10)] ?? '';
  const rest = value % 10;
  return rest === 0 ? ten : `${ten} y ${belowHundred(rest, isFeminine)}`;
}

function belowThousand(value: number, isFeminine: boolean): string {
  if (value < 100) return belowHundred(value, isFeminine);
  if (value === 100) return 'cien';
  const count = Math.floor(value / 100);
  const rest = value % 100;
  const masculine = hundreds[count] ?? '';
  const words = isFeminine && count > 1 ? masculine.replace(/os$/, 'as') : masculine;
  return rest === 0 ? words : `${words} ${belowHundred(rest, isFeminine)}`;
}

function belowMillion(value: number, isFeminine: boolean): string {
  if (value < 1_000) return belowThousand(value, isFeminine);
  const thousands = Math.floor(value / 1_000);
  const rest = value % 1_000;
  const mil = thousands === 1 ? 'mil' : `${belowThousand(thousands, isFeminine)} mil`;
  return rest === 0 ? mil : `${mil} ${belowThousand(rest, isFeminine)}`;
}

function integer(value: number, isFeminine: boolean): string {
  if (value < 1_000_000) return belowMillion(value, isFeminine);
  const millions = Math.floor(value / 1_000_000);
  const rest = value % 1_000_000;
  const words = millions === 1 ? 'un millón' : `${belowThousand(millions, false)} millones`;
  return rest === 0 ? words : `${words} ${belowMillion(rest, isFeminine)}`;
}

function unitWords({ units, currency, locale }: AmountParts): string {
  const words = integer(units, feminineCurrencies.has(currency));
  if (units === 0 || units % 1_000_000 !== 0) return `${words} ${currencyName(units, currency, locale)}`;
  // After a round million the noun follows with de: un millón de euros.
  return `${words} de ${currencyName(2, currency, locale)}`;
}

function minorWords(amount: AmountParts): string {
  const { minor, currency } = amount;
  const names = minorNames[currency];
  if (!names) return minorAsFraction(amount);
  return `${integer(minor, false)} ${minor === 1 ? names[0] : names[1]}`;
}

export const spanish: AmountSpeller = {
  spell: (amount) => joinUnitsAndMinor(amount, ' con ', unitWords(amount), minorWords(amount)),
};

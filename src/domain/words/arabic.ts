import { currencyName, fractionAsFigures, sayTogether, type SpokenAmount, type Speaker } from './speaker';

// From three to ten the numeral takes the other gender than the noun: ثلاثة دراهم, but ثلاث ليرات.
const masculineOnes = 'صفر واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة'.split(' ');
const feminineOnes = 'صفر واحدة اثنتان ثلاث أربع خمس ست سبع ثمان تسع عشر'.split(' ');
const tens = '- - عشرون ثلاثون أربعون خمسون ستون سبعون ثمانون تسعون'.split(' ');
const hundreds = '- مئة مئتان ثلاثمئة أربعمئة خمسمئة ستمئة سبعمئة ثمانمئة تسعمئة'.split(' ');

/** Currencies whose name is feminine: ليرة, كرونة, روبية. */
const feminine = new Set(['TRY', 'LBP', 'SYP', 'SEK', 'NOK', 'DKK', 'ISK', 'CZK', 'INR', 'PKR']);

type Noun = { one: string; two: string; few: string; many: string; other: string };

const cent: Noun = { one: 'سنت', two: 'سنتان', few: 'سنتات', many: 'سنتًا', other: 'سنت' };
const centime: Noun = { one: 'سنتيم', two: 'سنتيمان', few: 'سنتيمات', many: 'سنتيمًا', other: 'سنتيم' };
const pence: Noun = { one: 'بنس', two: 'بنسان', few: 'بنسات', many: 'بنسًا', other: 'بنس' };

const fractionNames: Record<string, Noun> = {
  EUR: cent,
  USD: cent,
  CAD: cent,
  AUD: cent,
  GBP: pence,
  CHF: centime,
  MAD: centime,
};

const thousand: Noun = { one: 'ألف', two: 'ألفان', few: 'آلاف', many: 'ألف', other: 'ألف' };
const million: Noun = { one: 'مليون', two: 'مليونان', few: 'ملايين', many: 'مليون', other: 'مليون' };

function formOf(count: number): keyof Noun {
  if (count === 1) return 'one';
  if (count === 2) return 'two';
  const lastTwo = count % 100;
  if (lastTwo >= 3 && lastTwo <= 10) return 'few';
  return lastTwo >= 11 ? 'many' : 'other';
}

function belowHundred(value: number, isFeminine: boolean): string {
  const ones = isFeminine ? feminineOnes : masculineOnes;
  if (value <= 10) return ones[value] ?? '';
  const ten = isFeminine ? 'عشرة' : 'عشر';
  if (value === 11) return `${isFeminine ? 'إحدى' : 'أحد'} ${ten}`;
  if (value === 12) return `${isFeminine ? 'اثنتا' : 'اثنا'} ${ten}`;
  if (value < 20) return `${value === 18 && isFeminine ? 'ثماني' : ones[value - 10]} ${ten}`;
  const words = tens[Math.floor(value / 10)] ?? '';
  const rest = value % 10;
  return rest === 0 ? words : `${ones[rest]} و${words}`;
}

function belowThousand(value: number, isFeminine: boolean): string {
  if (value < 100) return belowHundred(value, isFeminine);
  const words = hundreds[Math.floor(value / 100)] ?? '';
  const rest = value % 100;
  return rest === 0 ? words : `${words} و${belowHundred(rest, isFeminine)}`;
}

/** ألف, ألفان, ثلاثة آلاف, مئتا ألف */
function counted(count: number, noun: Noun): string {
  const form = formOf(count);
  if (form === 'one' || form === 'two') return noun[form];
  return `${beforeNoun(belowThousand(count, false))} ${noun[form]}`;
}

function integer(value: number, isFeminine: boolean): string {
  const millions = Math.floor(value / 1_000_000);
  const thousands = Math.floor((value % 1_000_000) / 1_000);
  const rest = value % 1_000;
  const parts = [
    millions > 0 ? counted(millions, million) : '',
    thousands > 0 ? counted(thousands, thousand) : '',
    rest > 0 || value === 0 ? belowThousand(rest, isFeminine) : '',
  ];
  return parts.filter((part) => part !== '').join(' و');
}

/** A dual loses its last letter before the noun that it counts: مئتا يورو, ألفا يورو. */
function beforeNoun(words: string): string {
  return words.replace(/(مئتا|ألفا|مليونا)ن$/u, '$1');
}

function wholeWords({ whole, currency, locale }: SpokenAmount): string {
  const isFeminine = feminine.has(currency);
  const name = currencyName(whole, currency, locale);
  if (whole === 1) return `${name} ${isFeminine ? 'واحدة' : 'واحد'}`;
  // Where the noun has a dual, it says two by itself; a foreign name such as يورو has none.
  if (whole === 2 && name !== currencyName(100, currency, locale)) return name;
  return `${beforeNoun(integer(whole, isFeminine))} ${name}`;
}

function fractionWords(amount: SpokenAmount): string {
  const { fraction, currency } = amount;
  const noun = fractionNames[currency];
  if (!noun) return fractionAsFigures(amount);
  const form = formOf(fraction);
  if (form === 'one') return `${noun.one} واحد`;
  if (form === 'two') return noun.two;
  return `${integer(fraction, false)} ${noun[form]}`;
}

export const arabic: Speaker = {
  money: (amount) => sayTogether(amount, ' و', wholeWords(amount), fractionWords(amount)),
};

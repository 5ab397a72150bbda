import {
  currencyName,
  minorAsFraction,
  joinUnitsAndMinor,
  type AmountParts,
  type AmountSpeller,
} from './amountSpeller';

// From three to ten the numeral has the opposite gender of the noun: ثلاثة دراهم, but ثلاث ليرات.
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

const minorNames: Record<string, Noun> = {
  EUR: cent,
  USD: cent,
  CAD: cent,
  AUD: cent,
  GBP: pence,
  CHF: centime,
  MAD: centime,
};

const thousand: Noun = { one: 'ألف', two: 'ألفان', few: 'آلاف', many: 'ألفًا', other: 'ألف' };
const million: Noun = { one: 'مليون', two: 'مليونان', few: 'ملايين', many: 'مليونًا', other: 'مليون' };

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

/** Directly before a noun a dual loses its nun and an accusative its tanween: مئتا يورو, عشرون ألف يورو. */
function beforeNoun(words: string): string {
  return words.replace(/(مئتا|ألفا|مليونا)ن$/u, '$1').replace(/(ألف|مليون)\u064bا$/u, '$1');
}

function unitWords({ units, currency, locale }: AmountParts): string {
  const isFeminine = feminine.has(currency);
  const name = currencyName(units, currency, locale);
  if (units === 1) return `${name} ${isFeminine ? 'واحدة' : 'واحد'}`;
  // A noun with a dual needs no numeral; a foreign name such as يورو has no dual.
  if (units === 2 && name !== currencyName(100, currency, locale)) return name;
  return `${beforeNoun(integer(units, isFeminine))} ${name}`;
}

function minorWords(amount: AmountParts): string {
  const { minor, currency } = amount;
  const noun = minorNames[currency];
  if (!noun) return minorAsFraction(amount);
  const form = formOf(minor);
  if (form === 'one') return `${noun.one} واحد`;
  if (form === 'two') return noun.two;
  return `${integer(minor, false)} ${noun[form]}`;
}

export const arabic: AmountSpeller = {
  spell: (amount) => joinUnitsAndMinor(amount, ' و', unitWords(amount), minorWords(amount)),
};

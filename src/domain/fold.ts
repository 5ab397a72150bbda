import { toLatinDigits } from './digits';

/** Combining marks of letters (Latin, Greek, Cyrillic, Hebrew, Arabic) and the Arabic tatweel. */
const marks =
  /[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]/g;

/** Letters with two usual spellings that no Unicode decomposition unifies. */
const variants: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ى: 'ي',
  ة: 'ه',
  ک: 'ك',
  ی: 'ي',
};
const variantLetters = new RegExp(`[${Object.keys(variants).join('')}]`, 'g');

/** Arabic and Persian digits. */
const easternDigits = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** Everything except letters and digits. Listed, because Hermes may not support \\p{L}. */
const separators =
  /[\s\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u060c\u061b\u061f\u066a-\u066d\u06d4\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u3003\u3008-\u303f\uff00-\uff0f]+/;

const plain = /^[\x20-\x7e]*$/;

/** Removes case, accents and spelling variants, so that Élodie, elodie and ELODIE are one word. */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(variantLetters, (letter) => variants[letter] ?? letter)
    .replace(easternDigits, toLatinDigits);
}

/** The folded words of a text, in order. */
export function wordsOf(text: string): string[] {
  return fold(text)
    .split(separators)
    .filter((word) => word !== '');
}

/** The sort key of a name: its folded words, separated by one space. */
export function sortKeyOf(...parts: (string | undefined)[]): string {
  return parts.flatMap((part) => (part ? wordsOf(part) : [])).join(' ');
}

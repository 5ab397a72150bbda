import { fold, wordsOf } from '@/domain/fold';
import { toLatinDigits } from '@/domain/digits';

/** Country calling codes of one and two digits; every other code has three. */
const shortCodes = new Set(
  (
    '1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 ' +
    '81 82 84 86 90 91 92 93 94 95 98'
  ).split(' ')
);

/**
 * The digits of a phone number without country code and trunk zero: +33 6 12 34 56 78, 0033612345678 and
 * 06.12.34.56.78 are the same word.
 */
export function phoneWord(text: string): string {
  const digits = fold(text).replace(/[^0-9]/g, '');
  const international = text.trim().startsWith('+')
    ? digits
    : digits.startsWith('00')
      ? digits.slice(2)
      : null;
  if (international === null) return digits.replace(/^0+/, '');
  const code =
    [1, 2, 3].find((length) => length === 3 || shortCodes.has(international.slice(0, length))) ?? 3;
  return international.slice(code).replace(/^0+/, '');
}

/** The words of a mail address without the last part of its domain, which half the world shares. */
function mailWords(mail: string): string[] {
  const [local = '', domain = ''] = mail.split('@');
  const labels = domain.split('.');
  return wordsOf([local, ...(labels.length > 1 ? labels.slice(0, -1) : labels)].join(' '));
}

/** What a person can be found by. */
export type Findable = {
  names: readonly (string | undefined)[];
  mail?: string;
  phones: readonly (string | undefined)[];
};

/** Longer words are cut: they would make the index as large as the records. */
const longestWord = 40;

/** Every distinct word under which a record is found. */
export function indexWords({ names, mail, phones }: Findable): string[] {
  const words = new Set<string>();
  for (const name of names) if (name) for (const word of wordsOf(name)) words.add(word.slice(0, longestWord));
  if (mail) for (const word of mailWords(mail)) words.add(word.slice(0, longestWord));
  for (const phone of phones) if (phone) words.add(phoneWord(phone));
  words.delete('');
  return [...words];
}

/** Digits with the separators that people type, between spaces. */
const phoneRun = /(?:^|\s)(\+?\(?\d(?:[\d\s()./-]*\d)?)(?=\s|$)/g;

/** The typed text as prefixes that all have to match. */
export function queryTerms(text: string): string[] {
  const terms: string[] = [];
  const rest = toLatinDigits(text).replace(phoneRun, (_run, number: string) => {
    terms.push(phoneWord(number));
    return ' ';
  });
  for (const part of rest.split(/\s+/)) terms.push(...(part.includes('@') ? mailWords(part) : wordsOf(part)));
  const distinct = [...new Set(terms.map((term) => term.slice(0, longestWord)))].filter(
    (term) => term !== ''
  );
  // "du" is implied by "dupont".
  return distinct.filter((term) => !distinct.some((other) => other !== term && other.startsWith(term)));
}

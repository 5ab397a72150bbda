import { fold, wordsOf } from '@/domain/fold';

/** The last character of Unicode: people without a name sort last, as on the phone. */
export const namelessSortKey = '\u{10ffff}';

/** Sorts by surname, then first name; by the one that exists if there is only one. */
export function sortKey(person: { surname?: string | null; firstname?: string | null }): string {
  const names = [person.surname, person.firstname].map((name) => fold(name ?? '').trim());
  return names.filter((name) => name !== '').join('\u0001') || namelessSortKey;
}

/** A phone number is found by all its digits, or without country code, with or without the leading 0. */
function phoneWords(phone: string): string[] {
  const digits = phone.replace(/\D/g, '');
  if (digits.length < 4) return [];
  return [digits, digits.slice(-9), `0${digits.slice(-9)}`];
}

type Searchable = {
  firstname: string;
  surname: string;
  mail?: string | null;
  phone?: string | null;
  mobile?: string | null;
  address?: { city?: string; street?: string; house_number?: string } | null;
};

const LONGEST_WORD = 60;

/** By characters: half of one cannot be stored. */
const shortened = (word: string) =>
  word.length <= LONGEST_WORD ? word : [...word].slice(0, LONGEST_WORD).join('');

/**
 * The words of a contact as a tsvector literal, each prefixed with the space. Those of name and town have the weight A: whoever
 * searches beyond what they see finds by these alone.
 */
export function searchWords(groupId: number, contact: Searchable): string {
  const { city = '', street = '', house_number = '' } = contact.address ?? {};
  const shown = wordsOf(`${contact.surname} ${contact.firstname} ${city}`);
  const others = [
    ...wordsOf(`${contact.mail ?? ''} ${house_number} ${street}`),
    ...phoneWords(contact.phone ?? ''),
    ...phoneWords(contact.mobile ?? ''),
  ];
  const literal = (word: string) => `'${`${groupId}/${shortened(word)}`.replace(/['\\]/g, '$&$&')}'`;
  const words = [...shown.map((word) => `${literal(word)}:1A`), ...others.map(literal)];
  return [...new Set(words)].join(' ');
}

/** A tsquery for contacts that have, for every word, a word with that prefix; null for no words. */
export function searchQuery(groupId: number, search: string): string | null {
  const digits = search.replace(/[\s().+-]/g, '');
  const words = /^\d{4,}$/.test(digits) ? [digits] : wordsOf(search);
  if (words.length === 0) return null;
  return words.map((word) => `'${groupId}/${shortened(word)}':*`).join(' & ');
}

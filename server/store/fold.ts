/** Text as people search and sort it: without case, accents and marks. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i');
}

/** The last character there is: whoever has no name stands after everyone who has one, as on the phone. */
export const namelessSortKey = '\u{10ffff}';

/** The order of people in a list: by surname, then first name; by the one of them that there is. */
export function sortKey(person: { surname?: string | null; firstname?: string | null }): string {
  const names = [person.surname, person.firstname].map((name) => fold(name ?? '').trim());
  return names.filter((name) => name !== '').join('\u0001') || namelessSortKey;
}

/** The words of a text, folded. */
export function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A phone number is found by its digits, whole or from any of the usual places where one begins to type. */
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
  city?: string | null;
};

const LONGEST_WORD = 60;

/** The lexemes of a contact: its words, each bound to its space. */
export function searchLexemes(groupId: number, contact: Searchable): string[] {
  const words = [
    ...wordsOf(`${contact.surname} ${contact.firstname} ${contact.city ?? ''} ${contact.mail ?? ''}`),
    ...phoneWords(contact.phone ?? ''),
    ...phoneWords(contact.mobile ?? ''),
  ];
  return [...new Set(words)].map((word) => `${groupId}/${word.slice(0, LONGEST_WORD)}`);
}

/** A tsquery that finds contacts having, for every word asked for, a word that begins so; null for no words. */
export function searchQuery(groupId: number, asked: string): string | null {
  const digits = asked.replace(/[\s().+-]/g, '');
  const words = /^\d{4,}$/.test(digits) ? [digits] : wordsOf(asked);
  if (words.length === 0) return null;
  return words.map((word) => `'${groupId}/${word.slice(0, LONGEST_WORD)}':*`).join(' & ');
}

import { isTypoOf, likeName } from '@/domain/contacts/similarity';
import { wordsOf } from '@/domain/fold';

import { getContact, searchContacts, type FoundContact } from './contacts';
import { type Scope } from './scopes';
import { phoneWord } from './search/searchWords';
import { type Reader } from './store';

/** A person who is no contact, as typed at the door. */
type Typed = { name: string; mail?: string | undefined; phone?: string | undefined };

/** A name of two words with one typing error or an initial; two people of one first name are less alike. */
const leastAlike = 0.6;
/** Typing errors are rare in the first letters. */
const FIRST_LETTERS = 3;
const LAST_DIGITS = 3;
const mostShown = 5;

/** What to search for: the beginning of each name, of the mail address and of the phone number. */
function searchesOf({ name, mail = '', phone = '' }: Typed): string[] {
  const beginnings = wordsOf(name).map((word) => word.slice(0, FIRST_LETTERS));
  const digits = phoneWord(phone).slice(0, -LAST_DIGITS);
  return [
    // Both names first: a search ends after fifty results.
    beginnings.join(' '),
    ...beginnings.filter((beginning) => beginning.length === FIRST_LETTERS),
    ...wordsOf(mail.split('@')[0] ?? '').map((word) => word.slice(0, FIRST_LETTERS + 1)),
    digits.length > LAST_DIGITS ? digits : '',
  ].filter((text) => text !== '');
}

/** The contacts on this phone whose name, mail address or phone number is like the typed one, the most alike first. */
export async function listSimilarContacts(
  reader: Reader,
  scope: Scope,
  typed: Typed
): Promise<FoundContact[]> {
  const found = new Map<number, FoundContact>();
  for (const text of searchesOf(typed))
    for (const each of await searchContacts(reader, scope, text)) found.set(each.id, each);
  const alike: { contact: FoundContact; likeness: number }[] = [];
  for (const contact of found.values()) {
    const { mail = '', mobile = '', phone = '' } = (await getContact(reader, scope, contact.id)) ?? {};
    const isReachedAlike =
      isTypoOf((typed.mail ?? '').toLowerCase(), mail.toLowerCase()) ||
      [mobile, phone].some((number) => isTypoOf(phoneWord(typed.phone ?? ''), phoneWord(number)));
    const likeness = likeName(typed.name, contact.name) + (isReachedAlike ? 1 : 0);
    if (likeness >= leastAlike) alike.push({ contact, likeness });
  }
  return alike
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, mostShown)
    .map(({ contact }) => contact);
}

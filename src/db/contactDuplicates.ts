import { type Contact } from '@/contract/contact';
import { readAddress, streetLine } from '@/domain/address';
import { sortKeyOf, wordsOf } from '@/domain/fold';

import { contactLine, getContact, searchContacts, type ContactLine } from './contacts';
import { type Scope } from './scopes';
import { phoneWord } from './search/searchWords';
import { type Reader } from './store';

/** What two contacts have in common, the surest first. */
export type Likeness = 'mail' | 'phone' | 'address' | 'name';

/** What is known of a person who may be a contact already. */
export type Described = Pick<Partial<Contact>, 'firstname' | 'surname' | 'mail' | 'mobile' | 'phone'> & {
  address?: object | null | undefined;
  /** Of a person whose names are not told apart: the same words are a likeness. */
  anyName?: string;
};

export type Duplicate = ContactLine & { likeness: Likeness };

const shortestPhone = 6;

const phonesOf = ({ mobile, phone }: Described) =>
  [mobile, phone].map((number) => phoneWord(number ?? '')).filter(({ length }) => length >= shortestPhone);
const nameOf = ({ firstname, surname }: Described) => sortKeyOf(surname, firstname);
/** In any order: people write the surname first or last. */
const wordsIn = (name: string) => wordsOf(name).sort().join(' ');
const streetOf = ({ address }: Described) => (address ? sortKeyOf(streetLine(readAddress(address))) : '');
const hasNumber = ({ address }: Described) => !!address && readAddress(address).houseNumber !== '';

/** Why two may be the same person: the same mail, the same phone, or name, street and house number. */
export function likenessOf(one: Described, other: Described): Likeness | null {
  const mail = (one.mail ?? '').trim().toLowerCase();
  if (mail !== '' && mail === (other.mail ?? '').trim().toLowerCase()) return 'mail';
  const phones = new Set(phonesOf(one));
  if (phonesOf(other).some((phone) => phones.has(phone))) return 'phone';
  const isSamePlace = hasNumber(one) && streetOf(one) === streetOf(other);
  if (isSamePlace && nameOf(one) !== '' && nameOf(one) === nameOf(other)) return 'address';
  const name = wordsIn(one.anyName ?? '');
  return name !== '' && name === wordsIn(`${other.firstname ?? ''} ${other.surname ?? ''}`) ? 'name' : null;
}

/** The texts with which the possible duplicates of a person are searched. */
export function duplicateSearches(person: Described): string[] {
  const { mail, mobile, phone, firstname, surname, anyName } = person;
  const name = hasNumber(person) ? [firstname, surname].filter(Boolean).join(' ') : '';
  return [mail, mobile, phone, name, anyName]
    .map((text) => (text ?? '').trim())
    .filter((text) => text !== '');
}

/** Those among some contacts who may be this person. */
export function pickDuplicates(person: Described, contacts: readonly Contact[]): Duplicate[] {
  const found = new Map<number, Duplicate>();
  for (const contact of contacts) {
    const likeness = likenessOf(person, contact);
    if (likeness !== null) found.set(contact.id, { ...contactLine(contact), likeness });
  }
  return [...found.values()];
}

/** The contacts on this phone who may be this person. */
export async function findDuplicates(reader: Reader, scope: Scope, person: Described): Promise<Duplicate[]> {
  const ids = new Set<number>();
  for (const text of duplicateSearches(person))
    for (const { id } of await searchContacts(reader, scope, text)) ids.add(id);
  const contacts: Contact[] = [];
  for (const id of ids) {
    const contact = await getContact(reader, scope, id);
    if (contact !== null) contacts.push(contact);
  }
  return pickDuplicates(person, contacts);
}

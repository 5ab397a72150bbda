import { type ShownBundle } from '@/db/outbox/pendingBundles';
import { formatForTyping } from '@/domain/money';
import { promiseIn, withoutPromise } from '@/domain/promise';
import { noteIn, readSupporter } from '@/domain/contacts/supporter';

import { type Catalogue, findDonationPrice, findMembershipPrice } from '@/domain/catalogue';
import { newSupporter, type Draft, type PersonDraft, type PriceChoice, type Who } from './draft';

/** The draft that the form of a saved record opened with; null for a new record. */
export function openedDraft(
  { seen, replaces, id, externalId }: Draft,
  catalogue: Catalogue,
  { locale, offsetMinutesAt }: Pick<FixContext, 'locale' | 'offsetMinutesAt'>
): Draft | null {
  if (seen === null || replaces === null) return null;
  const nameOf = () => ({ name: '', detail: '' });
  return draftFromBundle(seen, { replaces, id, externalId, catalogue, locale, offsetMinutesAt, nameOf });
}

/** What the form needs besides the stored request to show a record that was saved before. */
export interface FixContext {
  /** The record, and a new id for the row that replaces or corrects it: a stored request is never changed. */
  replaces: string;
  id: string;
  externalId: number;
  catalogue: Catalogue;
  locale: string;
  /** Minutes east of UTC at a time. */
  offsetMinutesAt(time: number): number;
  nameOf(contactId: number): { name: string; detail: string };
}

interface Item {
  who: Who;
  kind: 'donation' | 'membership';
  /** Among the items of its kind. */
  place: number;
  choice: PriceChoice;
  until: string;
}

/** A record as a draft, field by field; null where it is not one payment with its items. */
export function draftFromBundle(data: ShownBundle, parts: FixContext): Draft | null {
  const [transaction, ...others] = data.transactions;
  if (transaction === undefined || others.length > 0) return null;

  const { catalogue } = parts;
  const currency = transaction.currency ?? '';
  const choiceOf = (
    priceId: number | undefined,
    amount: number,
    listAmount: number | undefined
  ): PriceChoice => ({
    priceId: priceId ?? null,
    typed: amount === listAmount ? null : formatForTyping(amount, currency, parts.locale),
  });
  const items: Item[] = [
    ...data.donations.map((donation, place): Item => {
      const price = findDonationPrice(catalogue, donation.donation_price_id ?? null);
      return {
        who: whoOf(donation, parts).who,
        kind: 'donation',
        place,
        choice: choiceOf(donation.donation_price_id, donation.amount ?? 0, price?.amount),
        until: '',
      };
    }),
    ...data.memberships.map((membership, place): Item => {
      const price = findMembershipPrice(catalogue, membership.membership_price_id ?? null);
      return {
        who: whoOf(membership, parts).who,
        kind: 'membership',
        place,
        choice: choiceOf(membership.membership_price_id, membership.amount ?? 0, price?.amount),
        until: membership.end_date?.slice(0, 10) ?? '',
      };
    }),
  ];
  const payer = whoOf(transaction, parts);
  const promise = promiseIn(transaction);
  const taken = Date.parse(transaction.date ?? '');
  const local = Number.isNaN(taken)
    ? ''
    : new Date(taken + parts.offsetMinutesAt(taken) * 60_000).toISOString();
  const people = gatherPeople(items, parts.id);
  const first = people[0];
  if (first === undefined) return null;
  return {
    version: 1,
    id: parts.id,
    externalId: parts.externalId,
    replaces: parts.replaces,
    seen: data,
    people,
    payer: sameWho(payer.who, first.who) ? null : payer.who,
    method: transaction.payment_method_kind ?? '',
    details: withoutPromise(transaction.payment_method),
    promise: promise && { callBack: promise.callBack ?? '' },
    currency,
    campaign: transaction.code_campaign ?? '',
    affectation: data.donations[0]?.affectation ?? '',
    note: payer.note,
    day: local === '' ? null : local.slice(0, 10),
    time: local.slice(11, 16),
    // Answers are asked once, with the first version.
    answers: {},
    answersId: parts.id,
    // So is the door.
    door: null,
  };
}

function whoOf(
  record: { contact_id?: number | undefined; comment?: string | undefined },
  { nameOf }: FixContext
): { who: Who; note: string } {
  const comment = record.comment ?? '';
  if (record.contact_id !== undefined)
    return {
      who: { kind: 'contact', contactId: record.contact_id, ...nameOf(record.contact_id) },
      // The block of a supporter who was linked to a contact is no part of the note.
      note: noteIn(comment),
    };
  const found = readSupporter(comment);
  if (found === null) return { who: { kind: 'nobody' }, note: comment };
  const { name, address = '', mail = '', phone = '', permission } = found.supporter;
  const who = { ...newSupporter(name, address), mail, phone, mayKeep: permission !== undefined };
  return { who, note: found.comment };
}

const sameWho = (one: Who | null, other: Who | null) => JSON.stringify(one) === JSON.stringify(other);

const nothing: PriceChoice = { priceId: null, typed: null };

/** A donation and a membership of one person are one section of the form. */
function gatherPeople(items: readonly Item[], id: string): PersonDraft[] {
  const people: PersonDraft[] = [];
  for (const item of items) {
    const other = item.kind === 'donation' ? 'membership' : 'donation';
    const partner = people.find((person) => person.takes === other && sameWho(person.who, item.who));
    if (partner) {
      partner.takes = 'both';
      partner[item.kind] = item.choice;
      partner.places[item.kind] = item.place;
      partner.until = partner.until === '' ? item.until : partner.until;
      continue;
    }
    const person: PersonDraft = {
      key: `${id}-${people.length}`,
      who: item.who,
      takes: item.kind,
      donation: nothing,
      membership: nothing,
      until: item.until,
      places: { [item.kind]: item.place },
    };
    person[item.kind] = item.choice;
    people.push(person);
  }
  return people;
}

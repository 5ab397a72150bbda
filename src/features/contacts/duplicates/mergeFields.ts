import { type Contact } from '@/contract/contact';
import { CHOSEN_FIELDS, type ChosenField } from '@/contract/contactMerge';
import { isSame } from '@/domain/merge';

export type Side = 'one' | 'other';
export type Pair = Readonly<Record<Side, Contact>>;
export type Choices = Readonly<Partial<Record<ChosenField, Side>>>;

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** Addresses have a number of their own, which says nothing. */
function valueOf(contact: Contact, field: ChosenField): unknown {
  if (field !== 'address') return contact[field];
  const { id: _id, ...address } = contact.address ?? {};
  return Object.values(address).every(isEmpty) ? undefined : address;
}

/** The fields that one of the two has, apart by whether both have the same. */
export function compare({ one, other }: Pair): { same: ChosenField[]; different: ChosenField[] } {
  const known = CHOSEN_FIELDS.filter(
    (field) => !isEmpty(valueOf(one, field)) || !isEmpty(valueOf(other, field))
  );
  const isEqual = (field: ChosenField) => isSame(valueOf(one, field), valueOf(other, field));
  return { same: known.filter(isEqual), different: known.filter((field) => !isEqual(field)) };
}

/** Until somebody chooses: the value of the contact that stays, or the only one there is. */
export function sideOf(pair: Pair, stays: Side, choices: Choices, field: ChosenField): Side {
  const leaves = stays === 'one' ? 'other' : 'one';
  return choices[field] ?? (isEmpty(valueOf(pair[stays], field)) ? leaves : stays);
}

/** The fields whose value comes from the contact that leaves. */
export function takenFields(pair: Pair, stays: Side, choices: Choices): ChosenField[] {
  return compare(pair).different.filter((field) => sideOf(pair, stays, choices, field) !== stays);
}

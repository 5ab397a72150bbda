import { z } from 'zod';

import {
  ContactCreateSchema,
  ContactRead,
  ContactUpdateRequest,
  type Contact,
  type ContactCreate,
  type ContactUpdate,
} from '@/contract/contact';
import { addressFields } from '@/domain/address';

export const contactFields = [
  'firstname',
  'surname',
  'mobile',
  'phone',
  'mail',
  ...addressFields,
  'tags',
] as const;
export type ContactField = (typeof contactFields)[number];

const ContactFormSchema = z.record(z.enum(contactFields), z.string());

/** The form as typed. */
export type ContactForm = z.output<typeof ContactFormSchema>;

/** The draft of the form: with the id of the row, and the contact that the person saw. */
export const ContactDraftSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  seen: ContactRead.nullable(),
  form: ContactFormSchema,
});
export type ContactDraft = z.output<typeof ContactDraftSchema>;

export type ContactFormError = 'name_missing' | 'mail' | 'too_long';
export type ContactErrors = Partial<Record<ContactField, ContactFormError>>;

export type ContactReading =
  | { kind: 'create'; contact: ContactCreate }
  | { kind: 'update'; update: ContactUpdate }
  | { kind: 'unchanged' }
  | { kind: 'errors'; errors: ContactErrors };

export function formOf(contact: Partial<Contact> | ContactCreate): ContactForm {
  const { address, tags = [] } = contact;
  const line = (field: (typeof addressFields)[number]) => address?.[field] ?? '';
  return {
    firstname: contact.firstname ?? '',
    surname: contact.surname ?? '',
    mobile: contact.mobile ?? '',
    phone: contact.phone ?? '',
    mail: contact.mail ?? '',
    house_number: line('house_number'),
    street: line('street'),
    building: line('building'),
    floor: line('floor'),
    door: line('door'),
    postal_code: line('postal_code'),
    city: line('city'),
    tags: tags.map(({ name = '' }) => name).join(', '),
  };
}

/** A new contact. It has a name: a mail address alone is nobody to talk to. */
export function readNewContact(id: string, form: ContactForm): ContactReading {
  const typed = typedIn(form);
  const address = addressOf(form, undefined);
  const given = Object.fromEntries(
    (['firstname', 'surname', 'mobile', 'phone', 'mail'] as const).flatMap((field) =>
      typed(field) === '' ? [] : [[field, typed(field)]]
    )
  );
  const tags = tagsOf(form, []);
  const contact = {
    uuid: id,
    ...given,
    ...(address === null ? {} : { address }),
    ...(tags.length === 0 ? {} : { tags }),
  };
  const parsed = ContactCreateSchema.safeParse(contact);
  const errors = errorsOf(parsed.success ? [] : parsed.error.issues);
  if (isNameless(form)) errors.surname = 'name_missing';
  if (Object.keys(errors).length > 0 || !parsed.success) return { kind: 'errors', errors };
  return { kind: 'create', contact: parsed.data };
}

/** Compares the form with the contact that the person saw: only what changed is sent. */
export function readChangedContact(seen: Contact, form: ContactForm): ContactReading {
  const typed = typedIn(form);
  const before = formOf(seen);
  const isChanged = (field: ContactField) => typed(field) !== before[field].trim();
  const update: Record<string, unknown> = {};
  for (const field of ['firstname', 'surname'] as const) if (isChanged(field)) update[field] = typed(field);
  for (const field of ['mobile', 'phone', 'mail'] as const)
    if (isChanged(field)) update[field] = typed(field) === '' ? null : typed(field);
  // That the number before was wrong says nothing about this one.
  for (const field of ['mobile', 'phone'] as const)
    if (isChanged(field) && seen[`${field}_invalid`] === true) update[`${field}_invalid`] = null;
  if (isChanged('tags')) update.tags = tagsOf(form, seen.tags ?? []);
  if (addressFields.some(isChanged)) update.address = addressOf(form, seen.address);
  const parsed = ContactUpdateRequest.safeParse({ data: update });
  const issues = parsed.success ? [] : parsed.error.issues.map(({ path }) => ({ path: path.slice(1) }));
  const errors = errorsOf(issues);
  // A name that was missing before is not asked for.
  if (isNameless(form) && !isNameless(before)) errors.surname = 'name_missing';
  if (Object.keys(errors).length > 0 || !parsed.success) return { kind: 'errors', errors };
  return Object.keys(update).length === 0
    ? { kind: 'unchanged' }
    : { kind: 'update', update: parsed.data.data };
}

const typedIn = (form: ContactForm) => (field: ContactField) => form[field].trim();

const isNameless = ({ firstname, surname }: ContactForm) => firstname.trim() === '' && surname.trim() === '';

const splitTags = (text: string): string[] =>
  text
    .split(/[,;،]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** A tag that the contact has stays one tag, also with a comma in it. */
function tagsOf(form: ContactForm, before: readonly { name?: string }[]): { name: string }[] {
  const names = splitTags(form.tags);
  for (const { name = '' } of before) {
    const parts = splitTags(name);
    const place = names.findIndex((_, start) => parts.every((part, index) => names[start + index] === part));
    if (parts.length > 1 && place >= 0) names.splice(place, parts.length, name);
  }
  return [...new Set(names)].map((name) => ({ name }));
}

/** The parts that the form does not show stay, but position and polling station do not follow somebody who moves. */
function addressOf(form: ContactForm, before: Contact['address']): ContactUpdate['address'] {
  const typed = typedIn(form);
  const address: Record<string, unknown> = { ...before };
  delete address.id;
  const isMoved = (['house_number', 'street', 'postal_code', 'city'] as const).some(
    (field) => typed(field) !== (before?.[field] ?? '').trim()
  );
  if (isMoved) for (const part of ['latitude', 'longitude', 'pollingstation']) delete address[part];
  for (const field of addressFields) {
    if (typed(field) === '') delete address[field];
    else address[field] = typed(field);
  }
  return Object.keys(address).length === 0 ? null : address;
}

function errorsOf(issues: readonly { path: PropertyKey[] }[]): ContactErrors {
  const errors: ContactErrors = {};
  for (const { path } of issues) {
    const name = path[0] === 'address' ? path[1] : path[0];
    const field = contactFields.find((candidate) => candidate === name);
    if (field !== undefined) errors[field] ??= field === 'mail' ? 'mail' : 'too_long';
  }
  return errors;
}

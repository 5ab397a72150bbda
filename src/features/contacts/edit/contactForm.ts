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
  const tags = tagsOf(form);
  const contact = {
    uuid: id,
    ...given,
    ...(address === null ? {} : { address }),
    ...(tags.length === 0 ? {} : { tags }),
  };
  const parsed = ContactCreateSchema.safeParse(contact);
  const errors = errorsOf(form, parsed.success ? [] : parsed.error.issues);
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
  if (isChanged('tags')) update.tags = tagsOf(form);
  if (addressFields.some(isChanged)) update.address = addressOf(form, seen.address);
  const parsed = ContactUpdateRequest.safeParse({ data: update });
  const issues = parsed.success ? [] : parsed.error.issues.map(({ path }) => ({ path: path.slice(1) }));
  const errors = errorsOf(form, issues);
  if (Object.keys(errors).length > 0 || !parsed.success) return { kind: 'errors', errors };
  return Object.keys(update).length === 0
    ? { kind: 'unchanged' }
    : { kind: 'update', update: parsed.data.data };
}

const typedIn = (form: ContactForm) => (field: ContactField) => form[field].trim();

function tagsOf(form: ContactForm): { name: string }[] {
  const names = form.tags.split(/[,;،]/).map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))].map((name) => ({ name }));
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

function errorsOf(form: ContactForm, issues: readonly { path: PropertyKey[] }[]): ContactErrors {
  const errors: ContactErrors = {};
  if (form.firstname.trim() === '' && form.surname.trim() === '') errors.surname = 'name_missing';
  for (const { path } of issues) {
    const name = path[0] === 'address' ? path[1] : path[0];
    const field = contactFields.find((candidate) => candidate === name);
    if (field !== undefined) errors[field] ??= field === 'mail' ? 'mail' : 'too_long';
  }
  return errors;
}

import { z } from 'zod';

import { UserUpdateSchema, type User, type UserUpdate } from '@/contract/user';
import { dayInTimestamp, isDay } from '@/domain/day';

export const personFields = [
  'firstname',
  'surname',
  'mail',
  'phone',
  'address',
  'postal',
  'city',
  'location',
  'birthdate',
  'avatar',
] as const;
export type PersonField = (typeof personFields)[number];

const PersonFormSchema = z.record(z.enum(personFields), z.string());

/** What is typed, letter for letter. */
export type PersonForm = z.output<typeof PersonFormSchema>;

/** The form as it is kept while it is open: with the id of the change, and what it was opened with. */
export const PersonDraftSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  opened: PersonFormSchema,
  form: PersonFormSchema,
});
export type PersonDraft = z.output<typeof PersonDraftSchema>;

export function startPersonDraft(id: string, user: User, avatar: string): PersonDraft {
  const opened = formOf(user, avatar);
  return { version: 1, id, opened, form: opened };
}

export type PersonFault = 'mail_missing' | 'mail' | 'avatar' | 'birthdate' | 'location' | 'too_long';

export type PersonReading =
  /** Only the mail and what was changed: the service leaves the rest as it is. */
  | { kind: 'update'; update: UserUpdate }
  | { kind: 'unchanged' }
  | { kind: 'faults'; faults: Partial<Record<PersonField, PersonFault>> };

/** The picture is not in a user record; teams show it, so that a changed one is all that is ever sent. */
export function formOf(user: User, avatar = ''): PersonForm {
  return {
    firstname: user.firstname ?? '',
    surname: user.surname ?? '',
    mail: user.mail ?? '',
    phone: user.phone ?? '',
    address: user.address ?? '',
    postal: user.postal ?? '',
    city: user.city ?? '',
    location: user.location ?? '',
    birthdate: dayInTimestamp(user.birthdate),
    avatar,
  };
}

/** Reads the form against what it was opened with. */
export function readPersonForm(form: PersonForm, opened: PersonForm): PersonReading {
  const typed = (field: PersonField) => form[field].trim();
  const faults: Partial<Record<PersonField, PersonFault>> = {};
  if (typed('mail') === '') faults.mail = 'mail_missing';
  if (typed('birthdate') !== '' && !isDay(typed('birthdate'))) faults.birthdate = 'birthdate';
  if (typed('location') !== '' && !isLocation(typed('location'))) faults.location = 'location';

  // An empty picture keeps the one there is: the service cannot be told to forget it.
  const changed = personFields.filter(
    (field) => typed(field) !== opened[field].trim() && (field !== 'avatar' || typed(field) !== '')
  );
  const update: Record<string, string> = { mail: typed('mail') };
  for (const field of changed) {
    if (field === 'birthdate') {
      if (typed(field) !== '' && faults.birthdate === undefined)
        update.birthdate = `${typed(field)}T00:00:00Z`;
    } else update[field] = typed(field);
  }
  // Nor a birthday: the form then says so instead of doing nothing.
  if (opened.birthdate !== '' && typed('birthdate') === '') faults.birthdate = 'birthdate';

  const parsed = UserUpdateSchema.safeParse(update);
  if (!parsed.success)
    for (const { path } of parsed.error.issues) {
      const field = personFields.find((candidate) => candidate === path[0]);
      if (field !== undefined) faults[field] ??= field === 'mail' || field === 'avatar' ? field : 'too_long';
    }
  if (Object.keys(faults).length > 0 || !parsed.success) return { kind: 'faults', faults };
  return changed.length === 0 ? { kind: 'unchanged' } : { kind: 'update', update: parsed.data };
}

/** "45.77, 4.83" */
function isLocation(text: string): boolean {
  const [latitude, longitude, ...rest] = text.split(',').map((part) => Number(part.trim() || NaN));
  return (
    rest.length === 0 &&
    latitude !== undefined &&
    longitude !== undefined &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180
  );
}

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

/** The form as typed. */
export type PersonForm = z.output<typeof PersonFormSchema>;

/** The draft of the form: with the id of the change, and what it was opened with. */
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

export type PersonFormError =
  'firstname_missing' | 'mail_missing' | 'mail' | 'phone' | 'avatar' | 'birthdate' | 'location' | 'too_long';

export type PersonReading =
  /** Only the mail and the changed fields: the service does not change the others. */
  | { kind: 'update'; update: UserUpdate }
  | { kind: 'unchanged' }
  | { kind: 'errors'; errors: Partial<Record<PersonField, PersonFormError>> };

/** The picture is not in a user record but in teams; only a changed one is sent. */
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

/**
 * Compares the form with what it was opened with. A mail address that was not edited is sent as `currentMail`: it may have
 * changed while the draft was stored, and the one of then would change it back.
 */
export function readPersonForm(
  form: PersonForm,
  opened: PersonForm,
  currentMail: string | undefined
): PersonReading {
  const typed = (field: PersonField) => form[field].trim();
  const errors: Partial<Record<PersonField, PersonFormError>> = {};
  // What was missing before is not asked for.
  if (typed('firstname') === '' && opened.firstname.trim() !== '') errors.firstname = 'firstname_missing';
  if (typed('mail') === '') errors.mail = 'mail_missing';
  if (typed('phone') !== '' && !/\d/.test(typed('phone'))) errors.phone = 'phone';
  if (typed('birthdate') !== '' && !isDay(typed('birthdate'))) errors.birthdate = 'birthdate';
  if (typed('location') !== '' && !isLocation(typed('location'))) errors.location = 'location';

  // An empty address does not change the picture: the service cannot delete one.
  const changed = personFields.filter(
    (field) => typed(field) !== opened[field].trim() && (field !== 'avatar' || typed(field) !== '')
  );
  const update: Record<string, string> = { mail: currentMail || typed('mail') };
  for (const field of changed) {
    if (field === 'birthdate') {
      if (typed(field) !== '' && errors.birthdate === undefined)
        update.birthdate = `${typed(field)}T00:00:00Z`;
    } else update[field] = typed(field);
  }
  // Nor a birthday: that is an error.
  if (opened.birthdate !== '' && typed('birthdate') === '') errors.birthdate = 'birthdate';

  const parsed = UserUpdateSchema.safeParse(update);
  if (!parsed.success)
    for (const { path } of parsed.error.issues) {
      const field = personFields.find((candidate) => candidate === path[0]);
      if (field !== undefined) errors[field] ??= field === 'mail' || field === 'avatar' ? field : 'too_long';
    }
  if (Object.keys(errors).length > 0 || !parsed.success) return { kind: 'errors', errors };
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

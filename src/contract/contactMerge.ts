import { z } from 'zod';

import { ContactSchema } from './contact';
import { envelope, envelopeWithTotal } from './envelope';
import { Id, PageQuery, Timestamp } from './primitives';
import { tolerant } from './tolerant';

/** Two contacts that may be one person. What they have in common; `address` is name, street and house number. */
const DuplicateSchema = z.object({
  one: ContactSchema,
  other: ContactSchema,
  likeness: z.array(z.enum(['mail', 'phone', 'address'])),
});
export const DuplicateRead = tolerant(DuplicateSchema, ['one', 'other']);
export type DuplicatePair = z.output<typeof DuplicateRead>;

export const DuplicateListQuery = PageQuery;
export const DuplicateListResponse = envelopeWithTotal(DuplicateSchema);

/** Two contacts that are two people: they are not listed as duplicates any more. */
export const DifferentPeopleSchema = z.object({ one: Id, other: Id });
export const DifferentPeopleRequest = z.strictObject({ data: z.strictObject({ one: Id, other: Id }) });
export const DifferentPeopleResponse = envelope(DifferentPeopleSchema);

/** The fields of which one value stays. Tags and answers of both stay, and so does an opt-out of either. */
export const CHOSEN_FIELDS = [
  'firstname',
  'surname',
  'gender',
  'mail',
  'mobile',
  'phone',
  'address',
  'birthdate',
  'birth_city',
  'birth_country',
  'nationality',
  'age_category',
] as const satisfies readonly (keyof z.output<typeof ContactSchema>)[];
export type ChosenField = (typeof CHOSEN_FIELDS)[number];

const MergeSchema = z.strictObject({
  /** The contact that leaves. Its number answers with the one that stays. */
  merged_id: Id,
  /** The fields whose value comes from the contact that leaves. */
  take: z.array(z.enum(CHOSEN_FIELDS)).max(CHOSEN_FIELDS.length),
  /** `updated_at` of both as the person saw them: a later change refuses the merge. */
  seen: z.strictObject({ stays: Timestamp, leaves: Timestamp }),
});
export type MergeData = z.output<typeof MergeSchema>;
export const MergeRequest = z.strictObject({ data: MergeSchema });

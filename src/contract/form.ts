import { z } from 'zod';

import { type Reading, envelope, envelopedOne } from './envelope';
import { Id, LongText, Name, ShortText, Timestamp } from './primitives';
import { tolerant } from './tolerant';

/** What a question is answered with. Other services have other types. */
export const FORM_TYPES = ['choice', 'several', 'text', 'number', 'date', 'consent'] as const;
export type FormType = (typeof FORM_TYPES)[number];

/** A form is one question: explains the form_id and form_ref_id in the responses of a contact. */
export const FormSchema = z.object({
  id: Id,
  label: ShortText,
  type: Name,
  refvalues: z.array(
    z.object({ id: Id, form_id: Id, label: ShortText, value: LongText, archived: z.boolean() })
  ),
  /** Not asked any more. */
  archived: z.boolean(),
  /** What a person agrees to, for a consent; another wording is another version. */
  wording: LongText.optional(),
  version: z.int(),
  /** All wordings, oldest first. */
  wordings: z.array(z.object({ version: z.int(), wording: LongText, created_at: Timestamp })),
});
export const FormRead = tolerant(FormSchema);
export type Form = z.output<typeof FormRead>;

export const FormResponse = envelope(FormSchema);

const MOST_CHOICES = 100;
const label = ShortText.trim().min(1);
const written = {
  label,
  archived: z.boolean().optional(),
  wording: LongText.trim().min(1).optional(),
  /** A choice is named by its value: one that is left out stays as it is. */
  refvalues: z
    .array(z.strictObject({ value: Name.min(1), label, archived: z.boolean().optional() }))
    .max(MOST_CHOICES)
    .refine((choices) => new Set(choices.map(({ value }) => value)).size === choices.length, {
      message: 'two choices have the same value',
    })
    .optional(),
};

/** What a type of question has besides its label. */
export const hasChoices = (type: string | undefined): boolean => type === 'choice' || type === 'several';
export const hasWording = (type: string | undefined): boolean => type === 'consent';

const FormCreateSchema = z
  .strictObject({ ...written, type: z.enum(FORM_TYPES) })
  .refine(({ type, wording }) => hasWording(type) === (wording !== undefined), {
    path: ['wording'],
    message: 'exactly a consent has a wording',
  })
  .refine(({ type, refvalues = [] }) => hasChoices(type) === refvalues.length > 0, {
    path: ['refvalues'],
    message: 'exactly a choice has values to choose from',
  });
export type FormCreate = z.output<typeof FormCreateSchema>;
export const FormCreateRequest = z.strictObject({ data: FormCreateSchema });

/** The type stays: answers refer to it. */
const FormUpdateSchema = z.strictObject({ ...written, label: label.optional() });
export type FormUpdate = z.output<typeof FormUpdateSchema>;
export const FormUpdateRequest = z.strictObject({ data: FormUpdateSchema });

const readInside = envelopedOne(FormRead, 'form');
const readDirect = envelopedOne(FormRead);

/** The interface does not document the shape of the lookup: the form is `data`, or `data.form`. */
export function readForm(body: unknown): Reading<Form> {
  const inside = readInside(body);
  return inside.ok ? inside : readDirect(body);
}

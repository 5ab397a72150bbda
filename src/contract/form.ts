import { z } from 'zod';

import { type Reading, envelope, envelopedOne } from './envelope';
import { Id, LongText, Name, ShortText } from './primitives';
import { tolerant } from './tolerant';

/** A form, which says what the form_id and form_ref_id of a contact's answers mean. */
export const FormSchema = z.object({
  id: Id,
  label: ShortText,
  type: Name,
  refvalues: z.array(z.object({ id: Id, form_id: Id, label: ShortText, value: LongText })),
});
export const FormRead = tolerant(FormSchema);
export type Form = z.output<typeof FormRead>;

export const FormResponse = envelope(FormSchema);

const readInside = envelopedOne(FormRead, 'form');
const readDirect = envelopedOne(FormRead);

/** The interface does not show the shape of the lookup: the form is `data`, or `data.form`. */
export function readForm(body: unknown): Reading<Form> {
  const inside = readInside(body);
  return inside.ok ? inside : readDirect(body);
}

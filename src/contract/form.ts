import { z } from 'zod';

import { type Reading, envelope, envelopedOne } from './envelope';
import { Id, LongText, Name, ShortText } from './primitives';
import { tolerant } from './tolerant';

/** A form: explains the form_id and form_ref_id in the responses of a contact. */
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

/** The interface does not document the shape of the lookup: the form is `data`, or `data.form`. */
export function readForm(body: unknown): Reading<Form> {
  const inside = readInside(body);
  return inside.ok ? inside : readDirect(body);
}

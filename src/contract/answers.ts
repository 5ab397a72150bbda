import { z } from 'zod';

import { envelope } from './envelope';
import { Id, LongText, Timestamp } from './primitives';
import { tolerant } from './tolerant';

/** One answer, as in `formdatas` of a contact; several choices of one question are several answers. */
const answerShape = {
  form_id: Id,
  form_ref_id: Id.optional(),
  data: LongText.optional(),
  /** The wording of a consent that the person was shown. */
  version: z.int().min(1).max(1_000_000).optional(),
};

const answersShape = {
  /** Given by the phone: the same answers a second time are stored once. */
  uuid: z.uuid(),
  action_id: Id.optional(),
  /** Who answered; or the bundle that they paid, while they are no contact. */
  contact_id: Id.optional(),
  bundle_id: Id.optional(),
  /** By the clock of the phone. */
  answered_at: Timestamp,
};

/** What one person answered at one time. */
export const AnswersSchema = z.object({
  id: Id,
  ...answersShape,
  answers: z.array(z.object(answerShape)),
  /** Who asked, from the token. */
  user_id: Id,
  created_at: Timestamp,
});
export const AnswersRead = tolerant(AnswersSchema, ['id', 'uuid']);
export type Answers = z.output<typeof AnswersRead>;

const MOST_ANSWERS = 200;

const AnswersCreateSchema = z
  .strictObject({
    ...answersShape,
    answers: z.array(z.strictObject(answerShape)).min(1).max(MOST_ANSWERS),
  })
  .refine(
    ({ contact_id: contact, bundle_id: bundle }) => (contact === undefined) !== (bundle === undefined),
    {
      path: ['contact_id'],
      message: 'either contact_id or bundle_id is required',
    }
  );
export type AnswersCreate = z.output<typeof AnswersCreateSchema>;
export const AnswersCreateRequest = z.strictObject({ data: AnswersCreateSchema });

export const AnswersResponse = envelope(AnswersSchema);

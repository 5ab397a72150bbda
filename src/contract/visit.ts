import { z } from 'zod';

import { envelope } from './envelope';
import { Id, Name, ShortText, Timestamp } from './primitives';
import { tolerant } from './tolerant';

/** What happened at a door. */
export const VISIT_OUTCOMES = [
  'talked',
  'nobody_in',
  'refused',
  'come_back',
  'moved',
  'do_not_visit',
] as const;
export type VisitOutcome = (typeof VISIT_OUTCOMES)[number];

/** The door as the volunteer saw it. A door has no id: the visit of one that left the list is still readable. */
const VisitAddressSchema = z.object({
  house_number: Name.optional(),
  street: ShortText.optional(),
  postal_code: Name.optional(),
  city: ShortText.optional(),
  building: ShortText.optional(),
  floor: Name.optional(),
  door: Name.optional(),
  addition: ShortText.optional(),
});

const visitShape = {
  /** Given by the phone: the same visit a second time is one visit. */
  uuid: z.uuid(),
  action_id: Id,
  contact_id: Id.optional(),
  /** `undone` takes back the visit in `undoes`; both stay in the history. */
  outcome: z.enum([...VISIT_OUTCOMES, 'undone']),
  undoes: z.uuid().optional(),
  note: ShortText.optional(),
  /** By the clock of the phone. The latest visit of a door decides. */
  visited_at: Timestamp,
  come_back_at: Timestamp.optional(),
};

export const VisitSchema = z.object({
  id: Id,
  ...visitShape,
  address: VisitAddressSchema.optional(),
  /** Who was there, from the token. */
  user_id: Id,
  /** Reported afterwards instead of recorded at the door. */
  declared: z.boolean(),
  created_at: Timestamp,
});
export const VisitRead = tolerant(VisitSchema, ['id', 'uuid', 'action_id']);
export type Visit = z.output<typeof VisitRead>;

export const VisitCreateSchema = z
  .strictObject({ ...visitShape, address: z.strictObject(VisitAddressSchema.shape).optional() })
  .refine(({ address, contact_id: contact }) => address !== undefined || contact !== undefined, {
    path: ['address'],
    message: 'a visit needs an address or a contact_id',
  })
  .refine(({ outcome, undoes }) => (outcome === 'undone') === (undoes !== undefined), {
    path: ['undoes'],
    message: 'exactly a visit with the outcome undone names the visit that it takes back',
  });
export type VisitCreate = z.output<typeof VisitCreateSchema>;
export const VisitCreateRequest = z.strictObject({ data: VisitCreateSchema });

export const VisitResponse = envelope(VisitSchema);

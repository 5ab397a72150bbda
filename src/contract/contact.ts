import { z } from 'zod';

import { envelopeWithTotal } from './envelope';
import { Count, Id, LongText, Name, PageQuery, Phone, ShortText, Timestamp, text } from './primitives';
import { tolerant } from './tolerant';

/** Spelled differently from a team's: house_number, postal_code, latitude. The id does not identify it. */
export const ContactAddressSchema = z.object({
  id: Id.optional(),
  addition: ShortText.optional(),
  building: ShortText.optional(),
  city: ShortText.optional(),
  country: ShortText.optional(),
  county: ShortText.optional(),
  door: Name.optional(),
  floor: Name.optional(),
  house_number: Name.optional(),
  infos: ShortText.optional(),
  latitude: Name.optional(),
  longitude: Name.optional(),
  postal_code: Name.optional(),
  state: ShortText.optional(),
  street: ShortText.optional(),
});

/** A response to a form; form_id and form_ref_id are decoded with the form lookup. */
const customFieldShape = {
  id: Id.optional(),
  data: LongText.optional(),
  form_id: Id.optional(),
  form_ref_id: Id.optional(),
};

export const ContactSchema = z.object({
  id: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
  address: ContactAddressSchema.optional(),
  age_category: Count.optional(),
  birth_city: Name.optional(),
  birth_country: Name.optional(),
  birthdate: Timestamp.optional(),
  /** True when the contact has opted out of communications. */
  black_list: z.boolean(),
  custom_fields: z.array(z.object(customFieldShape)),
  formdatas: z.array(z.object({ ...customFieldShape, date: Timestamp.optional(), survey_id: Id.optional() })),
  firstname: Name,
  surname: Name,
  /** Empty when unknown. */
  gender: z.enum(['M', 'F', 'O', '']),
  mail: ShortText.optional(),
  mobile: Phone.optional(),
  mobile_invalid: z.boolean().optional(),
  phone: Phone.optional(),
  phone_invalid: z.boolean().optional(),
  nationality: Name.optional(),
  tags: z.array(z.object({ name: Name })),
});
export const ContactRead = tolerant(ContactSchema);
export type Contact = z.output<typeof ContactRead>;

/** `q`: every word must match names or addresses. */
export const ContactListQuery = PageQuery.extend({ q: text(200).optional() });

export const ContactListResponse = envelopeWithTotal(ContactSchema);

import { z } from 'zod';

import { envelope, envelopeWithTotal } from './envelope';
import {
  Count,
  Id,
  LongText,
  Mail,
  Name,
  PageQuery,
  Phone,
  ShortText,
  Timestamp,
  WrittenName,
  text,
} from './primitives';
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
  /** Beyond the interface: an action can take place at polling stations. */
  pollingstation: ShortText.optional(),
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
  /** Beyond the interface: given by the phone that added the contact. */
  uuid: z.uuid().optional(),
});
export const ContactRead = tolerant(ContactSchema);
export type Contact = z.output<typeof ContactRead>;

/** `q`: every word must match names or addresses. */
export const ContactListQuery = PageQuery.extend({ q: text(200).optional() });

export const ContactListResponse = envelopeWithTotal(ContactSchema);
export const ContactResponse = envelope(ContactSchema);

const MOST_ANSWERS = 500;
const { id: _id, ...addressShape } = ContactAddressSchema.shape;

/** The fields of a contact that people write. */
const writtenShape = {
  firstname: WrittenName.optional(),
  surname: WrittenName.optional(),
  gender: ContactSchema.shape.gender.optional(),
  birthdate: Timestamp.nullish(),
  birth_city: Name.nullish(),
  birth_country: Name.nullish(),
  nationality: Name.nullish(),
  age_category: z.int().min(0).max(2_147_483_647).nullish(),
  mail: Mail.nullish(),
  mobile: Phone.nullish(),
  mobile_invalid: z.boolean().nullish(),
  phone: Phone.nullish(),
  phone_invalid: z.boolean().nullish(),
  /** The whole address: a change replaces it. */
  address: z.strictObject(addressShape).nullish(),
  black_list: z.boolean().optional(),
  tags: z
    .array(z.strictObject({ name: WrittenName.min(1) }))
    .max(MOST_ANSWERS)
    .optional(),
  custom_fields: z.array(z.strictObject(customFieldShape)).max(MOST_ANSWERS).optional(),
  formdatas: z
    .array(z.strictObject({ ...customFieldShape, date: Timestamp.optional(), survey_id: Id.optional() }))
    .max(MOST_ANSWERS)
    .optional(),
};

/** `uuid` is given by the phone: the same contact a second time is one contact. */
export const ContactCreateSchema = z.strictObject({ uuid: z.uuid(), ...writtenShape });
export type ContactCreate = z.output<typeof ContactCreateSchema>;
export const ContactCreateRequest = z.strictObject({ data: ContactCreateSchema });

/** The changed fields only; null clears one. */
const ContactUpdateSchema = z.strictObject(writtenShape);
export type ContactUpdate = z.output<typeof ContactUpdateSchema>;
export const ContactUpdateRequest = z.strictObject({ data: ContactUpdateSchema });

import { z } from 'zod';

import { envelope } from './envelope';
import { Id, Mail, Name, Phone, ShortText, Timestamp, WrittenName, integerText, text } from './primitives';
import { MemberRoleDataSchema } from './role';
import { tolerant } from './tolerant';
import { UserSchema } from './user';

/** The address of a team. `lattitude` is the spelling of the interface; all but score and invalid are strings. */
export const TeamAddressSchema = z.object({
  housenumber: Name.optional(),
  street: ShortText.optional(),
  postalcode: Name.optional(),
  citycode: Name.optional(),
  city: ShortText.optional(),
  state: ShortText.optional(),
  country: ShortText.optional(),
  addition: ShortText.optional(),
  infos: ShortText.optional(),
  building: ShortText.optional(),
  floor: Name.optional(),
  door: Name.optional(),
  pollingstation: ShortText.optional(),
  building_type: Name.optional(),
  lattitude: Name.optional(),
  longitude: Name.optional(),
  location: Name.optional(),
  score: z.number().optional(),
  invalid: z.boolean().optional(),
});
export type TeamAddress = NonNullable<Team['address']>;

/** A leader or member in team responses. */
export const TeamMemberSchema = z.object({
  id: Id,
  firstname: Name,
  surname: Name,
  mail: Mail,
  avatar: text(2_000).optional(),
  phone: Phone.optional(),
  role: Name.optional(),
  role_data: MemberRoleDataSchema.optional(),
});
export type TeamMember = NonNullable<Team['users']>[number];

export const TeamSchema = z.object({
  id: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
  name: Name,
  description: text(5_000).optional(),
  private: z.boolean(),
  hide_users: z.boolean(),
  leaders: z.array(TeamMemberSchema),
  users: z.array(TeamMemberSchema).optional(),
  address: TeamAddressSchema.optional(),
});
export const TeamRead = tolerant(TeamSchema);
export type Team = z.output<typeof TeamRead>;

/** A team in the public list: its members are full users, and `private` is absent. */
export const PublicTeamSchema = TeamSchema.omit({ private: true }).extend({
  hide_users: z.boolean().optional(),
  leaders: z.array(UserSchema).optional(),
  users: z.array(UserSchema).optional(),
});
export const PublicTeamRead = tolerant(PublicTeamSchema);
export type PublicTeam = z.output<typeof PublicTeamRead>;

export const TeamListQuery = z.object({ user_id: integerText(1).optional() });
export const TeamParams = z.object({ id: integerText(1) });

const MOST_PEOPLE = 10_000;
const PersonReference = z.strictObject({ id: Id });

const TeamCreateSchema = z.strictObject({
  name: WrittenName.min(1),
  description: text(5_000).optional(),
  private: z.boolean().optional(),
  hide_users: z.boolean().optional(),
  leaders: z.array(PersonReference).max(MOST_PEOPLE).optional(),
  users: z.array(PersonReference).max(MOST_PEOPLE).optional(),
  address: z.strictObject(TeamAddressSchema.shape).optional(),
});
export type TeamCreate = z.output<typeof TeamCreateSchema>;

/** A new team: no id, no timestamps. */
export const TeamCreateRequest = z.strictObject({ data: z.strictObject({ team: TeamCreateSchema }) });

const TeamReplaceSchema = z.looseObject({
  ...TeamCreateSchema.shape,
  id: Id,
  name: WrittenName.min(1).optional(),
  address: z.looseObject(TeamAddressSchema.shape).optional(),
});
export type TeamReplace = z.output<typeof TeamReplaceSchema>;

/**
 * What our client sends to replace a team. Known fields are validated; unknown fields are sent back as they were read,
 * because a replace clears what it omits.
 */
export const TeamReplaceRequest = z.strictObject({ data: z.strictObject({ team: TeamReplaceSchema }) });

const AcceptedPeople = z
  .array(z.object({ id: Id }))
  .max(MOST_PEOPLE)
  .nullish();

/**
 * What the service accepts to replace a team: the team as it was read, full people instead of ids, fields of other
 * services, null for absent. Unknown fields are ignored.
 */
export const TeamReplaceBody = z.object({
  data: z.object({
    team: z.object({
      id: Id,
      name: WrittenName.min(1).nullish(),
      description: text(5_000).nullish(),
      private: z.boolean().nullish(),
      hide_users: z.boolean().nullish(),
      leaders: AcceptedPeople,
      users: AcceptedPeople,
      address: z.object(nullishShape(TeamAddressSchema.shape)).nullish(),
    }),
  }),
});

function nullishShape<Shape extends Record<string, z.ZodType>>(shape: Shape) {
  const entries = Object.entries(shape).map(([key, field]) => [key, field.nullish()]);
  return Object.fromEntries(entries) as { [K in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[K]>> };
}

export const TeamResponse = envelope(z.object({ team: TeamSchema }));
export const TeamListResponse = envelope(z.object({ teams: z.array(TeamSchema) }));
export const PublicTeamListResponse = z.array(PublicTeamSchema);
const TeamDeletedSchema = z.object({ message: z.string(), team_id: Id });
export const TeamDeletedRead = tolerant(TeamDeletedSchema, []);
export const TeamDeletedResponse = envelope(TeamDeletedSchema);

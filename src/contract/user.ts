import { z } from 'zod';

import { envelope } from './envelope';
import {
  Count,
  Id,
  Mail,
  Name,
  Phone,
  ShortText,
  Timestamp,
  WebAddress,
  WrittenName,
  booleanText,
  integerText,
} from './primitives';
import { UserRoleDataSchema } from './role';
import { tolerant } from './tolerant';

/** A user in the user list and the public team list. */
export const UserSchema = z.object({
  id: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp.nullable(),
  created: Timestamp.optional(),
  firstname: Name,
  surname: Name,
  mail: Mail,
  phone: Phone.optional(),
  address: ShortText.optional(),
  city: Name.optional(),
  postal: Name.optional(),
  location: Name.optional(),
  birthdate: Timestamp.optional(),
  locale: Name.optional(),
  group_id: Id,
  selected_group_id: z.array(Id).optional(),
  role: Name.optional(),
  role_data: UserRoleDataSchema.optional(),
  /** Extension `membership`, for managers: since when the person is suspended. */
  suspended_at: Timestamp.optional(),
  /** Of our service, in the response about one user: an address that the person has not confirmed yet. */
  pending_mail: Mail.optional(),
});
/** Beyond the interface, the feed contains whether a person signs in with a second factor. */
export const UserRead = tolerant(UserSchema.extend({ two_factor_enable: z.boolean().optional() }));
export type User = z.output<typeof UserRead>;

/** A user inside an action record: more fields, both spellings of the dates, several spaces. */
export const ActionUserSchema = UserSchema.extend({
  CreatedAt: Timestamp,
  UpdatedAt: Timestamp,
  two_factor_enable: z.boolean(),
  validationcode: Name.nullable(),
  gdpr_accepted: z.boolean(),
  active: z.boolean(),
  group_id: z.array(Id),
});
export const ActionUserRead = tolerant(ActionUserSchema);
export type ActionUser = z.output<typeof ActionUserRead>;

/** Without a limit the list contains every visible user, so there is no default. */
export const UserListQuery = z.object({
  limit: integerText(1).optional(),
  offset: integerText(0).optional(),
  sort: booleanText().optional(),
});

/** `teams` is null in the documented shape. */
export const UserListResponse = envelope(
  z.object({ count: Count, teams: z.null(), users: z.array(UserSchema) })
);

/** The member is named `User`, with a capital. */
export const UserResponse = envelope(z.object({ User: UserSchema }));

/** A change of a user: the mail always, and only the fields to change. */
export const UserUpdateSchema = z.strictObject({
  mail: Mail,
  surname: WrittenName.optional(),
  firstname: WrittenName.optional(),
  phone: Phone.optional(),
  address: ShortText.optional(),
  city: Name.optional(),
  postal: Name.optional(),
  location: Name.optional(),
  avatar: WebAddress.optional(),
  birthdate: Timestamp.optional(),
  selected_group_id: z.array(Id).max(1_000).optional(),
  UpdateToken: z.boolean().optional(),
});
export type UserUpdate = z.output<typeof UserUpdateSchema>;

/** The interface does not document the place of UpdateToken, so it is accepted in all three. */
export const UserUpdateRequest = z.strictObject({
  data: UserUpdateSchema,
  UpdateToken: z.boolean().optional(),
});
export const UserUpdateQuery = z.object({ UpdateToken: booleanText().optional() });

/** Whether the flag that a change of selected_group_id requires is set, in any place. */
export function hasUpdateToken(
  body: z.output<typeof UserUpdateRequest>,
  query: z.output<typeof UserUpdateQuery>
): boolean {
  return body.UpdateToken === true || body.data.UpdateToken === true || query.UpdateToken === true;
}

export const RoleChangeRequest = z.strictObject({ data: z.strictObject({ user_id: Id, role_id: Id }) });

/** A text that confirms an update. */
export const ConfirmationResponse = envelope(z.string());

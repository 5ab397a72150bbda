import { z } from 'zod';

import { envelope } from './envelope';
import { Id, Mail, Name, Timestamp } from './primitives';
import { UserRoleDataSchema } from './role';
import { tolerant } from './tolerant';

export const MEMBERSHIP_STATES = ['active', 'suspended', 'removed'] as const;
export type MembershipState = (typeof MEMBERSHIP_STATES)[number];

/** A person who is suspended in a space, or was removed from it. */
export const MemberSchema = z.object({
  id: Id,
  firstname: Name,
  surname: Name,
  mail: Mail,
  role_data: UserRoleDataSchema.optional(),
  state: z.enum(['suspended', 'removed']),
  since: Timestamp,
});
export const MemberRead = tolerant(MemberSchema, ['id', 'state']);
export type Member = z.output<typeof MemberRead>;

export const MemberListResponse = envelope(z.object({ members: z.array(MemberSchema) }));

/** Without a role_id a re-admitted person gets the role they had. */
export const MembershipChangeRequest = z.strictObject({
  data: z.strictObject({ state: z.enum(MEMBERSHIP_STATES), role_id: Id.optional() }),
});

/** The state of the membership after the change. */
export const MembershipChangedSchema = z.object({ id: Id, state: z.enum(MEMBERSHIP_STATES) });
export const MembershipChangedResponse = envelope(MembershipChangedSchema);

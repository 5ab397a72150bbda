import { z } from 'zod';

import { envelope } from './envelope';
import { Id, Name } from './primitives';
import { tolerant } from './tolerant';

/** The kinds of role this service knows, from the widest to the narrowest. */
export const ROLE_TYPES = ['superadmin', 'admin', 'manager', 'user'] as const;
export type RoleType = (typeof ROLE_TYPES)[number];

/** A role of a space. Its id means nothing in another space. */
export const RoleSchema = z.object({
  id: Id,
  name: Name,
  color: Name.optional(),
  type: Name,
  order: z.int(),
});
export const RoleRead = tolerant(RoleSchema);
export type Role = z.output<typeof RoleRead>;

/** The role inside a user record. Its id is no identity: a user is not lost for the want of it. */
export const UserRoleDataSchema = z.object({
  id: Id.optional(),
  name: Name.optional(),
  order: z.int().optional(),
  type: Name.optional(),
});

/** The role inside a team member, which also has its colour. */
export const MemberRoleDataSchema = UserRoleDataSchema.extend({ color: Name.optional() });

export const RoleListResponse = envelope(z.object({ roles: z.array(RoleSchema) }));

import { z } from 'zod';

import { envelope } from './envelope';
import { Id, Name } from './primitives';
import { tolerant } from './tolerant';

/** The role types of the service, widest first. */
export const ROLE_TYPES = ['superadmin', 'admin', 'manager', 'user'] as const;
export type RoleType = (typeof ROLE_TYPES)[number];
export const MANAGER_ROLES: readonly RoleType[] = ['superadmin', 'admin', 'manager'];

/** A role of a space. Its id is valid only in its space. */
export const RoleSchema = z.object({
  id: Id,
  name: Name,
  color: Name.optional(),
  type: Name,
  order: z.int(),
});
export const RoleRead = tolerant(RoleSchema);
export type Role = z.output<typeof RoleRead>;

/** The role inside a user record. Its id is optional: a user without it is still readable. */
export const UserRoleDataSchema = z.object({
  id: Id.optional(),
  name: Name.optional(),
  order: z.int().optional(),
  type: Name.optional(),
});

/** The role inside a team member, which also has its colour. */
export const MemberRoleDataSchema = UserRoleDataSchema.extend({ color: Name.optional() });

export const RoleListResponse = envelope(z.object({ roles: z.array(RoleSchema) }));

import { z } from 'zod';

import { envelope } from './envelope';
import { Id, Name } from './primitives';
import { UserRoleDataSchema } from './role';
import { tolerant } from './tolerant';
import { UserSchema } from './user';

/** A space that the caller belongs to, with the role held there. */
export const SpaceSchema = z.object({ id: Id, name: Name, role_data: UserRoleDataSchema.optional() });

/** Whose token this is. The interface has no way to ask; without it the person picks themselves from the list. */
export const MeSchema = z.object({ User: UserSchema, spaces: z.array(SpaceSchema) });
export const MeRead = tolerant(MeSchema, ['User']);

export const MeResponse = envelope(MeSchema);

import { z } from 'zod';

import { envelope } from './envelope';
import { Id, Mail, Name, Timestamp, WebAddress } from './primitives';
import { UserRoleDataSchema } from './role';
import { tolerant } from './tolerant';
import { UserSchema } from './user';

/** A space that the caller belongs to, with their role there. */
export const SpaceSchema = z.object({ id: Id, name: Name, role_data: UserRoleDataSchema.optional() });

/** A proposed mail address. The person confirms it with the link in the mail to their current address, or cancels it. */
const PendingMailSchema = z.object({ mail: Mail, expires_at: Timestamp, cancel_url: WebAddress });

/** The owner of the token. Without this extension the user selects themselves from the list of users. */
export const MeSchema = z.object({
  User: UserSchema,
  spaces: z.array(SpaceSchema),
  pending_mail: PendingMailSchema.optional(),
});
export const MeRead = tolerant(MeSchema, ['User']);

export const MeResponse = envelope(MeSchema);

import { z } from 'zod';

import { envelope } from './envelope';
import { Id, Mail, Name, Phone, Timestamp } from './primitives';
import { tolerant } from './tolerant';

/** An invitation to a space, by e-mail address. */
export const InvitationSchema = z.object({
  id: Id,
  group_id: Id,
  email: Mail,
  mobile_phone: Phone.optional(),
  role_id: Id.optional(),
  role: z.object({ id: Id.optional(), name: Name.optional(), order: z.int().optional() }).optional(),
  created_at: Timestamp,
  last_sent: Timestamp.optional(),
  user_id: Id.optional(),
});
export const InvitationRead = tolerant(InvitationSchema);
export type Invitation = z.output<typeof InvitationRead>;

/** Without a role_id the role is `user`. */
export const InvitationRequest = z.strictObject({
  data: z.strictObject({
    invitations: z
      .array(z.strictObject({ email: Mail, role_id: Id.optional() }))
      .min(1)
      .max(500),
  }),
});

/** One invited: the object, as the interface shows it. Several: an array. */
export const InvitationResponse = envelope(
  z.object({ msg: z.string(), invitations: z.union([InvitationSchema, z.array(InvitationSchema)]) })
);

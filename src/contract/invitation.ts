import { z } from 'zod';

import { envelope } from './envelope';
import { Id, Mail, Name, Phone, Timestamp } from './primitives';
import { UserRoleDataSchema } from './role';
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

/** Without a role_id the role is `user`. `team_id` is of the extension `invitations_list`. */
export const InvitationRequest = z.strictObject({
  data: z.strictObject({
    invitations: z
      .array(z.strictObject({ email: Mail, role_id: Id.optional(), team_id: Id.optional() }))
      .min(1)
      .max(500),
  }),
});

/** One invited: the object, as the interface shows it. Several: an array. */
export const InvitationResponse = envelope(
  z.object({ msg: z.string(), invitations: z.union([InvitationSchema, z.array(InvitationSchema)]) })
);

/** `on_hold`: whoever sent it may no longer give its role; it is valid again once somebody else sends it. */
export const INVITATION_STATES = ['queued', 'sent', 'failed', 'accepted', 'expired', 'on_hold'] as const;

/** Why a mail is not sent: the mail server refused the address, did not answer in time, or reported another error. */
export const MAIL_FAILURES = ['refused', 'timeout', 'other'] as const;

/** An invitation as all managers of the space see it. */
export const InvitationStateSchema = z.object({
  id: Id,
  email: Mail,
  state: z.enum(INVITATION_STATES),
  failure: z.enum(MAIL_FAILURES).optional(),
  role_data: UserRoleDataSchema.optional(),
  team_id: Id.optional(),
  created_at: Timestamp,
  last_sent: Timestamp.optional(),
  expires_at: Timestamp,
  user_id: Id.optional(),
});
export const InvitationStateRead = tolerant(InvitationStateSchema, ['state']);
export type InvitationState = z.output<typeof InvitationStateRead>;

export const InvitationListResponse = envelope(z.object({ invitations: z.array(InvitationStateSchema) }));

export const InvitationSendRequest = z.strictObject({ data: z.strictObject({}) });
export const InvitationChangedSchema = z.object({ id: Id, message: z.string() });
export const InvitationChangedResponse = envelope(InvitationChangedSchema);

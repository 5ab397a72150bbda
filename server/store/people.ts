import { type InferSelectModel, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';

import type { InvitationSchema } from '@/contract/invitation';
import type { SpaceSchema } from '@/contract/me';

import { type Caller, type Tx, query } from './database';
import { sortKey } from './fold';
import { type roles, spaceUsers, spaces, users } from './schema';
import { iso, isoOptional, optional } from './shape';
import type { Person } from './users';

/** Writes about people: profile, role, invitation. */

type Profile = Partial<
  Pick<
    InferSelectModel<typeof users>,
    | 'firstname'
    | 'surname'
    | 'phone'
    | 'address'
    | 'city'
    | 'postal'
    | 'location'
    | 'avatar'
    | 'birthdate'
    | 'selectedGroupId'
  >
>;

/** Updates the given fields. */
export async function updateUser(tx: Tx, { user }: Person, profile: Profile): Promise<void> {
  await tx
    .update(users)
    .set({ ...profile, sortKey: sortKey({ ...user, ...profile }), updatedAt: sql`now()` })
    .where(eq(users.id, user.id));
}

/** The spaces that a person of this space belongs to. */
export async function listSpacesOf(tx: Tx, userId: number): Promise<number[]> {
  const [row] = await query<{ ids: number[] }>(tx, 'SELECT doorstep_spaces_of($1) AS ids', [userId]);
  return row?.ids ?? [];
}

export async function updateRole(tx: Tx, userId: number, roleId: number): Promise<void> {
  await tx.update(spaceUsers).set({ roleId }).where(eq(spaceUsers.userId, userId));
}

type InvitationAnswer = z.input<typeof InvitationSchema>;
type InvitationRow = {
  id: number;
  group_id: number;
  email: string;
  mobile_phone: string | null;
  role_id: number;
  user_id: number | null;
  created_at: Date;
  last_sent: Date | null;
};

const ADMIT = `SELECT email, user_id, CASE WHEN user_id IS NOT NULL THEN doorstep_admit(user_id, role_id) END AS added
  FROM (
    SELECT email, role_id, doorstep_user_by_mail(email) AS user_id
    FROM unnest($1::text[], $2::bigint[]) AS given (email, role_id) ORDER BY 3 OFFSET 0
  ) AS given`;
type AdmittedRow = { email: string; user_id: number | null; added: boolean | null };

const INVITE = `INSERT INTO invitations (group_id, email, role_id, user_id, team_id)
  SELECT $1, email, role_id, user_id, team_id
  FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[]) AS given (email, role_id, user_id, team_id)
  ORDER BY lower(email)
  ON CONFLICT (group_id, lower(email))
    DO UPDATE SET role_id = excluded.role_id, user_id = excluded.user_id, team_id = excluded.team_id,
      expires_at = excluded.expires_at, withdrawn_at = NULL, invited_by = excluded.invited_by
  RETURNING id, group_id, email, mobile_phone, role_id, user_id, created_at, last_sent`;

/** `added` is null for an address without an account, and false for a member of the space. */
type InvitedPerson = { readonly invitation: InvitationAnswer; readonly added: boolean | null };

/**
 * Invites addresses: adds a registered person to the space and stores an invitation for anybody else. A repeat sends the
 * invitation again; members keep their role.
 */
export async function inviteAll(
  tx: Tx,
  caller: Caller,
  given: readonly { email: string; role: InferSelectModel<typeof roles>; teamId: number | null }[]
): Promise<InvitedPerson[]> {
  const once = new Map(given.map((invitation) => [invitation.email.toLowerCase(), invitation]));
  const uniqueInvitations = [...once.values()];
  const emails = uniqueInvitations.map(({ email }) => email);
  const roleIds = uniqueInvitations.map(({ role }) => role.id);
  const teamIds = uniqueInvitations.map(({ teamId }) => teamId);
  const admitted = await query<AdmittedRow>(tx, ADMIT, [emails, roleIds]);
  const admission = new Map(admitted.map((row) => [row.email.toLowerCase(), row]));
  const userIds = emails.map((email) => admission.get(email.toLowerCase())?.user_id ?? null);
  const rows = await query<InvitationRow>(tx, INVITE, [caller.groupId, emails, roleIds, userIds, teamIds]);
  const byEmail = new Map(rows.map((row) => [row.email.toLowerCase(), row]));
  return [...once].flatMap(([email, { role }]) => {
    const row = byEmail.get(email);
    const added = admission.get(email)?.added ?? null;
    return row ? [{ invitation: invitationAnswer(row, role), added }] : [];
  });
}

function invitationAnswer(row: InvitationRow, role: InferSelectModel<typeof roles>): InvitationAnswer {
  return {
    id: row.id,
    group_id: row.group_id,
    email: row.email,
    mobile_phone: optional(row.mobile_phone),
    role_id: row.role_id,
    role: { id: role.id, name: role.name, order: role.order },
    created_at: iso(row.created_at),
    last_sent: isoOptional(row.last_sent),
    user_id: optional(row.user_id),
  };
}

type SpaceRow = {
  id: number;
  name: string;
  role_id: number;
  role_name: string;
  role_order: number;
  role_type: string;
};

/** The spaces of the caller, with the role held in each. */
export async function listMySpaces(tx: Tx, caller: Caller): Promise<z.input<typeof SpaceSchema>[]> {
  const hash = Buffer.from(caller.tokenHash, 'hex');
  const rows = await query<SpaceRow>(tx, 'SELECT * FROM doorstep_my_spaces($1)', [hash]);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    role_data: { id: row.role_id, name: row.role_name, order: row.role_order, type: row.role_type },
  }));
}

/** The name of the caller's space. */
export async function getSpaceName(tx: Tx, caller: Caller): Promise<string> {
  const [space] = await tx
    .select({ name: spaces.name })
    .from(spaces)
    .where(eq(spaces.groupId, caller.groupId));
  return space?.name ?? '';
}

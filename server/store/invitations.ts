import type { z } from 'zod';

import type { InvitationStateSchema } from '@/contract/invitation';

import { listRoles } from './catalogue';
import { type Tx, query } from './database';
import { iso, isoOptional, optional } from './shape';

type InvitationState = z.input<typeof InvitationStateSchema>;

type Row = {
  id: number;
  email: string;
  state: InvitationState['state'];
  failure: string | null;
  role_id: number;
  team_id: number | null;
  created_at: Date;
  last_sent: Date | null;
  expires_at: Date;
  user_id: number | null;
};

/** Row-level security shows invitations to managers only. */
const LIST = `SELECT i.id, i.email, i.role_id, i.team_id, i.created_at, i.last_sent, i.expires_at, i.user_id, m.failure,
    CASE WHEN i.user_id IS NOT NULL THEN 'accepted' WHEN i.expires_at <= now() THEN 'expired'
      WHEN NOT doorstep_may_still_invite(i) THEN 'on_hold'
      ELSE coalesce(m.status, CASE WHEN i.last_sent IS NULL THEN 'queued' ELSE 'sent' END) END AS state
  FROM invitations i LEFT JOIN LATERAL (
    SELECT status, failure FROM mails WHERE group_id = i.group_id AND invitation_id = i.id ORDER BY id DESC LIMIT 1
  ) m ON true
  WHERE i.withdrawn_at IS NULL`;

/** The invitations of the space, the newest first. */
export async function listInvitations(tx: Tx): Promise<InvitationState[]> {
  const [rows, roles] = await Promise.all([
    query<Row>(tx, `${LIST} ORDER BY i.created_at DESC, i.id DESC`),
    listRoles(tx),
  ]);
  return rows.map((row) => {
    const role = roles.find(({ id }) => id === row.role_id);
    const isOpen = row.state === 'queued' || row.state === 'failed';
    return {
      id: row.id,
      email: row.email,
      state: row.state,
      ...(isOpen && row.failure !== null ? { failure: failureOf(row.failure) } : {}),
      ...(role ? { role_data: { id: role.id, name: role.name, order: role.order, type: role.type } } : {}),
      team_id: optional(row.team_id),
      created_at: iso(row.created_at),
      last_sent: isoOptional(row.last_sent),
      expires_at: iso(row.expires_at),
      user_id: optional(row.user_id),
    };
  });
}

/** The code of the mail sender, for people: `EENVELOPE 550`, `ECONNECTION`, `EXPIRED`, … */
function failureOf(code: string): NonNullable<InvitationState['failure']> {
  if (/^(EENVELOPE|EMESSAGE) 5/.test(code)) return 'refused';
  return /^(EXPIRED|ECONNECTION|ESOCKET|ETIMEDOUT|EDNS|E\w+ 4)/.test(code) ? 'timeout' : 'other';
}

/**
 * Extends an invitation by 14 days, in the name of the caller; `email` is null if it is accepted. Undefined when there is none.
 */
export async function extendInvitation(tx: Tx, id: number): Promise<{ email: string | null } | undefined> {
  const [row] = await query<{ email: string; user_id: number | null }>(
    tx,
    `UPDATE invitations SET expires_at = CASE WHEN user_id IS NULL THEN now() + interval '14 days' ELSE expires_at END,
       invited_by = CASE WHEN user_id IS NULL THEN doorstep_user() ELSE invited_by END
     WHERE id = $1 AND withdrawn_at IS NULL RETURNING email, user_id`,
    [id]
  );
  return row && { email: row.user_id === null ? row.email : null };
}

/** The type of the role that an invitation gives; null when there is none. */
export async function getInvitedRole(tx: Tx, id: number): Promise<string | null> {
  const [row] = await query<{ type: string }>(
    tx,
    'SELECT r.type FROM invitations i JOIN roles r ON r.group_id = i.group_id AND r.id = i.role_id WHERE i.id = $1',
    [id]
  );
  return row?.type ?? null;
}

/** The roles of the invitations that wait for these addresses. */
export async function listInvitedRoles(tx: Tx, emails: readonly string[]): Promise<string[]> {
  const rows = await query<{ type: string }>(
    tx,
    `SELECT DISTINCT r.type FROM invitations i JOIN roles r ON r.group_id = i.group_id AND r.id = i.role_id
     WHERE lower(i.email) = ANY ($1) AND doorstep_is_open(i)`,
    [emails.map((email) => email.toLowerCase())]
  );
  return rows.map(({ type }) => type);
}

/** False if there is no open invitation with this id. */
export async function withdrawInvitation(tx: Tx, id: number): Promise<boolean> {
  const [row] = await query<{ done: boolean }>(tx, 'SELECT doorstep_withdraw_invitation($1) AS done', [id]);
  return row?.done ?? false;
}

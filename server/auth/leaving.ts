import { setActor } from '../store/audit';
import { type Tx, query } from '../store/database';
import { readLink, tokenOf } from './links';

/** The link in the mail to a registered person who was added to a space: with it they leave. */

const LINK_SECONDS = 30 * 86_400;

export type Membership = { readonly groupId: number; readonly userId: number };

export function leaveToken(key: string, { groupId, userId }: Membership): string {
  const until = Math.floor(Date.now() / 1000) + LINK_SECONDS;
  return tokenOf(key, 'leave', `${groupId}-${userId}-${until}`);
}

/** The membership that a link is about; null if it has expired or is not ours. */
export function readLeaveToken(key: string, token: string): Membership | null {
  const [groupId = 0, userId = 0, until = 0] = (readLink(key, 'leave', token) ?? '').split('-').map(Number);
  return until * 1000 > Date.now() ? { groupId, userId } : null;
}

/** The name of the space, if the person belongs to it. */
export async function getSpaceToLeave(tx: Tx, { groupId, userId }: Membership): Promise<string | null> {
  const [row] = await query<{ name: string }>(
    tx,
    `SELECT s.name FROM space_users m JOIN spaces s ON s.group_id = m.group_id
     WHERE m.group_id = $1 AND m.user_id = $2 AND m.removed_at IS NULL`,
    [groupId, userId]
  );
  return row?.name ?? null;
}

export async function leaveSpace(tx: Tx, { groupId, userId }: Membership): Promise<void> {
  await setActor(tx, userId);
  await query(tx, 'SELECT doorstep_remove($1, $2)', [groupId, userId]);
}

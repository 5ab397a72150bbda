import { Mail } from '@/contract/primitives';

import { type Tx, query } from '../store/database';
import { addressOf, readLink, tokenOf } from './links';
import { MOUNT_PATH } from './provider';

/**
 * A cookie with the mail address that somebody gave in this browser, on the setup page or by the link of an invitation: the
 * sign-in page begins with it. It is typed once, and signs nobody in.
 */

const NAME = 'doorstep_mail';
const DAY_SECONDS = 86_400;

const cookie = (value: string, seconds: number, origin: string) =>
  `${NAME}=${value}; Path=${MOUNT_PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${origin.startsWith('https:') ? '; Secure' : ''}`;

export const mailHintCookie = (mail: string, origin: string): string =>
  cookie(Buffer.from(mail).toString('base64url'), DAY_SECONDS, origin);

/** After the sign-in. */
export const noMailHintCookie = (origin: string): string => cookie('', 0, origin);

/** The mail address in the cookie; empty if there is none. */
export function readMailHint(cookies: string | undefined): string {
  const [, value = ''] = new RegExp(`(?:^|; *)${NAME}=([\\w-]+)`).exec(cookies ?? '') ?? [];
  return Mail.safeParse(Buffer.from(value, 'base64url').toString('utf8')).data ?? '';
}

type Invitation = { readonly groupId: number; readonly invitationId: number };

/** The link of an invitation: it leads to the app. It has the number of the invitation, because servers log addresses. */
export const invitedAddress = (
  { origin, key }: { origin: string; key: string },
  { groupId, invitationId }: Invitation
): string => addressOf(origin, 'invited', tokenOf(key, 'invited', `${groupId}-${invitationId}`));

/** The mail address of the invitation of a link; empty if the link is not ours. */
export async function findInvitedMail(tx: Tx, key: string, token: string): Promise<string> {
  const [groupId, id] = (readLink(key, 'invited', token) ?? '').split('-').map(Number);
  const [invitation] = await query<{ email: string }>(
    tx,
    'SELECT email FROM invitations WHERE group_id = $1 AND id = $2 AND withdrawn_at IS NULL',
    [groupId || 0, id ?? 0]
  );
  return invitation?.email ?? '';
}

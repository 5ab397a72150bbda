import { Mail } from '@/contract/primitives';

import { MOUNT_PATH } from './provider';

/**
 * A cookie with the mail address that somebody gave in this browser, on the setup page or by the link of an invitation: the
 * sign-in page begins with it. It is typed once, and signs nobody in.
 */

const NAME = 'doorstep_mail';
const DAY_SECONDS = 86_400;

const encode = (mail: string) => Buffer.from(mail).toString('base64url');
const cookie = (value: string, seconds: number) =>
  `${NAME}=${value}; Path=${MOUNT_PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;

export const mailHintCookie = (mail: string): string => cookie(encode(mail), DAY_SECONDS);

/** After the sign-in. */
export const noMailHintCookie = cookie('', 0);

export const INVITED_PATH = `${MOUNT_PATH}/invited`;

/** The link of an invitation: it leads to the app with the invited address. */
export const invitedAddress = (origin: string, mail: string): string =>
  `${origin}${INVITED_PATH}/${encode(mail)}`;

/** The mail address in a link or a cookie; empty if there is none. */
export const decodeMail = (value: string): string =>
  Mail.safeParse(Buffer.from(value, 'base64url').toString('utf8')).data ?? '';

export function readMailHint(cookies: string | undefined): string {
  const [, value = ''] = new RegExp(`(?:^|; *)${NAME}=([\\w-]+)`).exec(cookies ?? '') ?? [];
  return decodeMail(value);
}

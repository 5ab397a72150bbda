import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

import { MOUNT_PATH } from './provider';
import { hashToken } from './tokens';

/**
 * A cookie of a browser that has signed in. It signs nobody in; it gives this browser limits of its own for that mail address, so
 * that a stranger's wrong codes do not lock the owner out.
 */

const NAME = 'doorstep_browser';
const YEAR_SECONDS = 365 * 86_400;

function signatureOf(key: string, id: string, mail: string): string {
  return createHmac('sha256', key).update(`browser:${id}:${mail.toLowerCase()}`).digest('base64url');
}

export function knownBrowserCookie(key: string, mail: string, isSecure: boolean): string {
  const id = randomBytes(16).toString('base64url');
  const attributes = `Path=${MOUNT_PATH}; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return `${NAME}=${id}.${signatureOf(key, id, mail)}; ${attributes}`;
}

/** The id of this browser if it has signed in with this mail address. */
export function readKnownBrowser(key: string, mail: string, cookies: string | undefined): string | null {
  const match = new RegExp(`(?:^|; *)${NAME}=([\\w-]+)\\.([\\w-]+)`).exec(cookies ?? '');
  const [, id = '', signature = ''] = match ?? [];
  const isValid = timingSafeEqual(hashToken(signature), hashToken(signatureOf(key, id, mail)));
  return isValid ? id : null;
}

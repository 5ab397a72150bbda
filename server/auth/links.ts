import { createHmac, timingSafeEqual } from 'node:crypto';

import { MOUNT_PATH } from './provider';
import { hashToken } from './tokens';

/** Links in mails. A link contains what it is about and a signature, so that only this service can create one. */

export type LinkKind = 'invited' | 'mail-change' | 'mail-keep' | 'leave' | 'second-factor';

function signatureOf(key: string, kind: LinkKind, content: string): string {
  return createHmac('sha256', key).update(`${kind}:${content}`).digest('base64url');
}

export function tokenOf(key: string, kind: LinkKind, content: string): string {
  return `${content}.${signatureOf(key, kind, content)}`;
}

export function addressOf(origin: string, kind: LinkKind, token: string): string {
  return `${origin}${MOUNT_PATH}/${kind}/${token}`;
}

/** The content of a link; null if the signature is wrong. */
export function readLink(key: string, kind: LinkKind, token: string): string | null {
  const [content = '', signature = ''] = token.split('.');
  const isValid = timingSafeEqual(hashToken(signature), hashToken(signatureOf(key, kind, content)));
  return isValid ? content : null;
}

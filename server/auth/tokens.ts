import { hash, randomBytes } from 'node:crypto';

import type { TokenRight } from '@/contract/token';

import type { Tx } from '../store/database';
import { accessTokens } from '../store/schema';

/** Only the hash of a token is stored: a reader of the database cannot use the token. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

export type NewToken = {
  readonly userId: number;
  /** Pins the token to one space. Without it, the token is valid for the selected space of the person. */
  readonly groupId?: number;
  readonly label: string;
  /** Without them, the token has every right of the person. */
  readonly rights?: readonly TokenRight[];
  readonly expiresAt: Date;
};

/** Creates and returns an access token; only its hash is stored. */
export async function createToken(
  tx: Tx,
  { userId, groupId, label, rights, expiresAt }: NewToken
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx.insert(accessTokens).values({
    tokenHash: hashToken(token),
    userId,
    groupId: groupId ?? null,
    label,
    rights: rights ? [...rights] : null,
    expiresAt,
  });
  return token;
}

import { hash, randomBytes } from 'node:crypto';

import type { Tx } from '../store/database';
import { accessTokens } from '../store/schema';

/** What a token is kept as: nobody who reads the database can use it. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

export type NewToken = {
  readonly userId: number;
  /** Pins the token to one space. Without it the token follows the space that the person chose. */
  readonly groupId?: number;
  readonly label: string;
  readonly expiresAt: Date;
};

/** Makes an access token. What is returned is seen here once and never again. */
export async function createToken(tx: Tx, { userId, groupId, label, expiresAt }: NewToken): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx.insert(accessTokens).values({
    tokenHash: hashToken(token),
    userId,
    groupId: groupId ?? null,
    label,
    expiresAt,
  });
  return token;
}

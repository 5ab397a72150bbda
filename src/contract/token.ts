import { z } from 'zod';

import { envelope } from './envelope';
import { Id, Name, Timestamp } from './primitives';
import { tolerant } from './tolerant';

/** What a token for scripts may do. `read`: read everything but the audit log; the others: read and write one part. */
export const TOKEN_RIGHTS = ['read', 'contacts', 'people', 'money', 'audit'] as const;
export type TokenRight = (typeof TOKEN_RIGHTS)[number];

export const LONGEST_TOKEN_DAYS = 366;

/** A token for scripts; its secret is not stored. */
export const TokenSchema = z.object({
  id: Id,
  name: Name,
  /** Absent for every right of the person. */
  rights: z.array(z.enum(TOKEN_RIGHTS)).optional(),
  /** In whose name it works. */
  user: z.object({ id: Id, name: Name.optional() }),
  created_at: Timestamp,
  expires_at: Timestamp,
  last_used_at: Timestamp.optional(),
});
export const TokenRead = tolerant(TokenSchema);
export type Token = z.output<typeof TokenRead>;

export const TokenListResponse = envelope(z.object({ tokens: z.array(TokenSchema) }));

export const TokenCreateRequest = z.object({
  data: z.object({
    name: Name.trim().min(1),
    rights: z.array(z.enum(TOKEN_RIGHTS)).min(1).max(TOKEN_RIGHTS.length),
    days: z.int().min(1).max(LONGEST_TOKEN_DAYS),
  }),
});

/** The only response with the secret. */
export const NewTokenSchema = z.object({ id: Id, token: z.string().min(1) });
export const NewTokenResponse = envelope(NewTokenSchema);

export const RevokedTokenSchema = z.object({ id: Id });
export const RevokedTokenResponse = envelope(RevokedTokenSchema);

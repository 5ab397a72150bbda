import type { z } from 'zod';

import type { TokenCreateRequest, TokenRight, TokenSchema } from '@/contract/token';

import { namesOf } from './audit';
import { type Tx, query } from './database';
import { iso, isoOptional, optional } from './shape';

type TokenRow = {
  id: number;
  name: string;
  rights: TokenRight[] | null;
  user_id: number;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
};

/** The tokens for scripts of this space that are valid. */
export async function listTokens(tx: Tx): Promise<z.input<typeof TokenSchema>[]> {
  const rows = await query<TokenRow>(tx, 'SELECT * FROM doorstep_tokens()');
  const people = await namesOf(
    tx,
    'doorstep_names',
    rows.map((row) => row.user_id)
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    rights: optional(row.rights),
    user: { id: row.user_id, name: people.get(row.user_id) },
    created_at: iso(row.created_at),
    expires_at: iso(row.expires_at),
    last_used_at: isoOptional(row.used_at),
  }));
}

/** Stores a token of the caller; null if the database refuses it. */
export async function createScriptToken(
  tx: Tx,
  hash: Buffer,
  { name, rights, days }: z.output<typeof TokenCreateRequest>['data']
): Promise<number | null> {
  const values = [hash, name, [...new Set(rights)], days];
  const [row] = await query<{ id: number | null }>(
    tx,
    'SELECT doorstep_create_token($1, $2, $3, $4) AS id',
    values
  );
  return row?.id ?? null;
}

/** False when this space has no such token. */
export async function revokeToken(tx: Tx, id: number): Promise<boolean> {
  const [row] = await query<{ found: boolean }>(tx, 'SELECT doorstep_revoke_token($1) AS found', [id]);
  return row?.found ?? false;
}

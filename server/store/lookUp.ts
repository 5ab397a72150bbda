import type { z } from 'zod';

import type { FoundPersonSchema } from '@/contract/lookUp';

import { type Caller, type Tx, query } from './database';
import { searchQuery } from './fold';
import { optional } from './shape';

/** Finding people beyond what the caller sees. The database decides who may (migration 0014). */

type FoundRow = { id: number; firstname: string; surname: string; city: string | null };

/** By name. Null if the caller may not. */
export async function searchEveryone(
  tx: Tx,
  caller: Caller,
  { q, limit }: { q: string; limit: number }
): Promise<z.input<typeof FoundPersonSchema>[] | null> {
  const [right] = await query<{ may: boolean }>(tx, 'SELECT doorstep_may_search_everyone() AS may');
  if (right?.may !== true) return null;
  const wanted = searchQuery(caller.groupId, q);
  if (wanted === null) return [];
  const text = 'SELECT id, firstname, surname, city FROM doorstep_search_everyone($1::tsquery, $2)';
  const rows = await query<FoundRow>(tx, text, [wanted, limit]);
  return rows.map(({ city, ...row }) => ({ ...row, city: optional(city) }));
}

/** Records the look-up and makes the contact visible to the caller; false if there is none or the caller may not. */
export async function lookUp(tx: Tx, id: number): Promise<boolean> {
  const [row] = await query<{ found: boolean }>(tx, 'SELECT doorstep_look_up($1) AS found', [id]);
  return row?.found === true;
}

import type { z } from 'zod';

import type { SpaceSettingsSchema, SpaceSettingsUpdate } from '@/contract/spaceSettings';

import { type Tx, query } from './database';

/** The settings of a space. The database shows the caller's space, and decides who changes what of it. */

const COLUMNS = [
  'name',
  'second_factor_required',
  'newcomer_codes',
  'audit_days',
  'mail_days',
  'response_days',
  'visibility',
  'search_everyone',
  'map_tiles',
] as const;

type Settings = z.input<typeof SpaceSettingsSchema>;

/** Locks the row if it is read to be changed. */
export async function getSpaceSettings(tx: Tx, lock: '' | 'FOR NO KEY UPDATE' = ''): Promise<Settings> {
  const [row] = await query<Settings>(tx, `SELECT ${COLUMNS.join(', ')} FROM spaces ${lock}`);
  if (!row) throw new Error('the caller has no space');
  return row;
}

/** Changes the given settings. */
export async function updateSpaceSettings(tx: Tx, given: SpaceSettingsUpdate): Promise<void> {
  const names = COLUMNS.join(', ');
  await query(
    tx,
    `UPDATE spaces s SET (${names}) = (SELECT ${names} FROM jsonb_populate_record(s, $1::jsonb))`,
    [JSON.stringify(given)]
  );
}

import { type BadRecord } from '@/contract/page';

import { insertMany, type BulkInsert } from './bulk';
import { type Scope } from './scopes';
import { type Reader, type Transaction } from './store';

/** A record that could not be read, kept whole. `raw` may be personal; `reason` never is. */
export type QuarantinedRecord = {
  list: string;
  record: string;
  reason: string;
  raw: string;
  quarantinedAt: number;
};

const insert: BulkInsert = {
  into: 'quarantine',
  shared: ['scope_id', 'list', 'quarantined_at'],
  columns: ['record', 'reason', 'raw'],
  onConflict: `ON CONFLICT (scope_id, list, record) DO UPDATE SET reason = excluded.reason, raw = excluded.raw,
    quarantined_at = excluded.quarantined_at`,
};

/** A record without an id is known by its place, so that the same page read twice counts once. */
const nameOf = (bad: BadRecord) => (bad.id === undefined ? `at ${bad.index}` : String(bad.id));

/** Keeps what a page held that could not be read, beside the page that was stored without it. */
export async function quarantine(
  tx: Transaction,
  scope: Scope,
  list: string,
  records: readonly BadRecord[],
  at: number
): Promise<void> {
  await insertMany(
    tx,
    insert,
    [scope.id, list, at],
    records.map((bad) => [nameOf(bad), bad.reason, JSON.stringify(bad.raw) ?? 'null'])
  );
}

/** Clears the quarantine of a list: all of it, or the records that could be read since. */
export async function clearQuarantined(
  tx: Transaction,
  scope: Scope,
  list: string,
  ids?: readonly number[]
): Promise<void> {
  await tx.run(
    `DELETE FROM quarantine WHERE scope_id = ?1 AND list = ?2
     AND (?3 IS NULL OR record IN (SELECT CAST(value AS TEXT) FROM json_each(?3)))`,
    [scope.id, list, ids ? JSON.stringify(ids) : null]
  );
}

export function listQuarantined(reader: Reader, scope: Scope): Promise<QuarantinedRecord[]> {
  return reader.all<QuarantinedRecord>(
    `SELECT list, record, reason, raw, quarantined_at AS quarantinedAt FROM quarantine WHERE scope_id = ?
     ORDER BY list, record`,
    [scope.id]
  );
}

/** How many records of each list could not be read: fit for diagnostics. */
export function countQuarantined(reader: Reader, scope: Scope): Promise<{ list: string; count: number }[]> {
  return reader.all<{ list: string; count: number }>(
    'SELECT list, count(*) AS count FROM quarantine WHERE scope_id = ? GROUP BY list ORDER BY list',
    [scope.id]
  );
}

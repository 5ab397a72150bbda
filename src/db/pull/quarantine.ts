import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

import { type BadRecord } from '@/contract/page';

import { insertMany, type BulkInsert } from '../bulk';
import { type Scope } from '../scopes';
import { type Reader, type Transaction } from '../store';

/** A record that could not be read, stored as it arrived. `raw` may be personal; `reason` never is. */
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

const rawOf = (bad: BadRecord) => JSON.stringify(bad.raw) ?? 'null';

/**
 * A number for a record that could not be read: its id, else a negative number of its content, so that the same record
 * read twice counts once.
 */
export function markOf(bad: BadRecord): number {
  return bad.id ?? -parseInt(bytesToHex(sha256(utf8ToBytes(rawOf(bad)))).slice(0, 12), 16);
}

/** Stores the records of a page that could not be read, in the transaction that stores the others. */
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
    records.map((bad) => [String(markOf(bad)), bad.reason, rawOf(bad)])
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

/** The quarantined records of a list whose text contains one of these texts. */
export function listQuarantinedWith(
  reader: Reader,
  scope: Scope,
  list: string,
  texts: readonly string[]
): Promise<{ mark: number; raw: string }[]> {
  return reader.all<{ mark: number; raw: string }>(
    `SELECT CAST(record AS INTEGER) AS mark, raw FROM quarantine WHERE scope_id = ? AND list = ?
     AND EXISTS (SELECT 1 FROM json_each(?) WHERE instr(raw, value) > 0) ORDER BY record`,
    [scope.id, list, JSON.stringify(texts)]
  );
}

/** Whether the last reading of a list could not read the record with this number. */
export async function isQuarantined(
  reader: Reader,
  scope: Scope,
  list: string,
  id: number
): Promise<boolean> {
  const row = await reader.get('SELECT 1 FROM quarantine WHERE scope_id = ? AND list = ? AND record = ?', [
    scope.id,
    list,
    String(id),
  ]);
  return row !== null;
}

/** How many records of each list could not be read: fit for diagnostics. */
export function countQuarantined(reader: Reader, scope: Scope): Promise<{ list: string; count: number }[]> {
  return reader.all<{ list: string; count: number }>(
    'SELECT list, count(*) AS count FROM quarantine WHERE scope_id = ? GROUP BY list ORDER BY list',
    [scope.id]
  );
}

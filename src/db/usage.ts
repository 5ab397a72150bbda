import { unsentStates } from '@/domain/outbox';

import { inStates } from './outbox/row';
import { type Scope } from './scopes';
import { type Reader } from './store';
import { type TableName } from './tables';

export const countedTables = [
  'actions',
  'teams',
  'public_teams',
  'users',
  'roles',
  'contacts',
  'forms',
  'membership_price_groups',
  'donation_prices',
  'transaction_statuses',
  'transaction_bundles',
  'outbox',
  'drafts',
  'roll_calls',
  'quarantine',
] as const satisfies readonly TableName[];

export type RecordCount = { table: (typeof countedTables)[number]; count: number };

/** What is on this phone: records of a scope by kind. */
export function countRecords(reader: Reader, scope: Scope): Promise<RecordCount[]> {
  return reader.all<RecordCount>(
    countedTables
      .map((table) => `SELECT '${table}' AS "table", count(*) AS count FROM ${table} WHERE scope_id = ?1`)
      .join(' UNION ALL '),
    [scope.id]
  );
}

/** The size of the database in bytes. */
export async function getStoreSize(reader: Reader): Promise<number> {
  const row = await reader.get<{ size: number }>(
    'SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size'
  );
  return row?.size ?? 0;
}

/** The oldest data on the phone: the first unsent record (milliseconds), and the first payment (ISO 8601). */
export async function getOldest(
  reader: Reader,
  scope: Scope
): Promise<{ unsentAt: number | null; paymentAt: string | null }> {
  const row = await reader.get<{ unsentAt: number | null; paymentAt: string | null }>(
    `SELECT (SELECT min(created_at) FROM outbox WHERE scope_id = ?1 AND state IN ${inStates(unsentStates)}) AS unsentAt,
       (SELECT min(date) FROM bundle_transactions WHERE scope_id = ?1 AND date > '') AS paymentAt`,
    [scope.id]
  );
  return row ?? { unsentAt: null, paymentAt: null };
}

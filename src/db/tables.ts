/** Every table that a screen can watch. A change in any other table is not announced. */
export const watchedTables = [
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
  'transaction_settings',
  'transaction_bundles',
  'bundle_history',
  'outbox',
  'sync_cursors',
  'bucket_records',
  'facts',
  'day_entries',
  'shifts',
  'call_backs',
  'fixed_records',
  'receipts',
  'cash_records',
  'invitation_results',
  'quarantine',
  'drafts',
  'roll_calls',
  'contacts_to_fetch',
  'visits',
  'answers',
] as const;

export type TableName = (typeof watchedTables)[number];

/** Tables that are part of another as far as a screen is concerned. */
const partOf: Record<string, TableName> = {
  contact_bodies: 'contacts',
  bundle_transactions: 'transaction_bundles',
};

const known: ReadonlySet<string> = new Set(watchedTables);
const writing =
  /\b(?:insert(?:\s+or\s+\w+)?\s+into|replace\s+into|update(?:\s+or\s+\w+)?|delete\s+from)\s+(\w+)/gi;
const cache = new Map<string, readonly TableName[]>();

const isTable = (name: string): name is TableName => known.has(name);

/** The watched tables that a statement writes, read from its SQL so that no caller has to name them. */
export function tablesWrittenBy(sql: string): readonly TableName[] {
  let tables = cache.get(sql);
  if (!tables) {
    tables = [...sql.matchAll(writing)]
      .map(([, name = '']) => name.toLowerCase())
      .map((name) => partOf[name] ?? name)
      .filter(isTable);
    cache.set(sql, tables);
  }
  return tables;
}

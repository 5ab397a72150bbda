import type pg from 'pg';

export type Table = { readonly name: string; readonly columns: readonly string[] };

/**
 * Made again by a restore: the list of migrations, the epoch of the feed with which every reader starts over, and the row that
 * GET /ready writes. Request limits are about the last minutes.
 */
const NOT_SAVED = [
  ...['schema_migrations', 'change_epoch', 'change_timelines', 'access_changes', 'readiness'],
  ...['request_limits', 'pruned_changes', 'change_days', 'standby_mark'],
];

const COLUMNS = `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL ($1)
    AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  GROUP BY c.relname ORDER BY c.relname`;

const REFERENCES = `SELECT conrelid::regclass::text AS name, confrelid::regclass::text AS target
  FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conrelid <> confrelid`;

/** All tables with data; a table is after those that it refers to. Generated columns are not copied. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(COLUMNS, [NOT_SAVED]);
  const { rows: references } = await client.query<{ name: string; target: string }>(REFERENCES);
  const ordered: Table[] = [];
  const waiting = new Map(tables.map((table) => [table.name, table]));
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(
      ({ name }) => !references.some((reference) => reference.name === name && waiting.has(reference.target))
    );
    if (ready.length === 0) throw new Error(`tables refer to each other: ${[...waiting.keys()].join(', ')}`);
    for (const table of ready) {
      ordered.push(table);
      waiting.delete(table.name);
    }
  }
  return ordered;
}

/** Whether it is the database of a service that somebody uses. */
export async function hasSpaces(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT to_regclass('public.spaces') IS NOT NULL AS found`
  );
  if (!rows[0]?.found) return false;
  return (await client.query('SELECT FROM spaces LIMIT 1')).rows.length > 0;
}

export const quoted = (name: string): string => `"${name}"`;

/** `table (columns)`, for COPY. */
export function copyTarget({ name, columns }: Table): string {
  return `${quoted(name)} (${columns.map(quoted).join(', ')})`;
}

import { sql } from 'drizzle-orm';

import type { Tx } from '../../store/database';
import { CommandError } from '../command';
import type { BadLine } from './csv';

/** What an import did, or would do. */
export type Counts = { created: number; changed: number; unchanged: number };

export const noCounts = (): Counts => ({ created: 0, changed: 0, unchanged: 0 });

const AT_ONCE = 2_000;

/** Splits a list into chunks for one statement each. */
export function chunk<T>(items: readonly T[], size = AT_ONCE): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

export type Report = { readonly bad: readonly BadLine[]; readonly counts: Counts };
const SHOWN = 50;

/** The bad lines in order, and the sums. */
export function reportOf({ bad, counts }: Report, isWritten: boolean): string {
  const lines = [...bad].sort((one, other) => one.line - other.line);
  const shown = lines.slice(0, SHOWN).map(({ line, reason }) => `line ${line}: ${reason}`);
  const more = lines.length > SHOWN ? [`… and ${lines.length - SHOWN} more`] : [];
  const { created, changed, unchanged } = counts;
  const read = bad.length + created + changed + unchanged;
  const sums = `${read} read: ${created} new, ${changed} changed, ${unchanged} unchanged, ${bad.length} bad.`;
  return [...shown, ...more, `${sums}${isWritten ? '' : ' Nothing was written.'}`].join('\n');
}

/** Refuses a file with bad lines. */
export function refuseBad(report: Report): void {
  if (report.bad.length === 0) return;
  throw new CommandError(`${reportOf(report, false)} Fix these lines, or skip them with --skip-bad.`);
}

export type ImportKind = 'membership_price' | 'donation_price';

/** The ids of records of earlier imports, by their external id. */
export async function findImported(
  tx: Tx,
  groupId: number,
  kind: ImportKind,
  externalIds: readonly string[]
): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ external_id: string; id: string }>(sql`
    SELECT external_id, id::text FROM import_keys
    WHERE group_id = ${groupId} AND kind = ${kind} AND external_id IN (
      SELECT jsonb_array_elements_text(${JSON.stringify(externalIds)}::jsonb))`);
  return new Map(rows.map(({ external_id: externalId, id }) => [externalId, Number(id)]));
}

export async function insertImportKeys(
  tx: Tx,
  groupId: number,
  kind: ImportKind,
  imported: readonly { externalId: string; id: number }[]
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO import_keys (group_id, kind, external_id, id)
    SELECT ${groupId}, ${kind}, item."externalId", item.id
    FROM jsonb_to_recordset(${JSON.stringify(imported)}::jsonb) AS item("externalId" text, id bigint)`);
}

/** Whether a record already equals the file, in every column of the file. */
export function isUnchanged(record: Record<string, unknown>, given: Record<string, unknown>): boolean {
  return Object.entries(given).every(([key, value]) => textOf(record[key]) === textOf(value));
}

function textOf(value: unknown): string {
  if (value instanceof Date || typeof value !== 'object' || value === null)
    return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return JSON.stringify(value.map(textOf));
  return JSON.stringify(
    Object.entries(value)
      .sort()
      .map(([key, item]) => [key, textOf(item)])
  );
}

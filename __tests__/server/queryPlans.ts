/** What the plan of a statement reads. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

import { runSql } from './harness';

export type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] } & {
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
};

/** How each table is read: `Index Scan of contacts`. */
export function readsOf(plan: Plan): string[] {
  const own = plan['Relation Name'] ? [`${plan['Node Type']} of ${plan['Relation Name']}`] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(readsOf)];
}

export const seqScans = (plan: Plan): string[] =>
  readsOf(plan).flatMap((read) => read.match(/^Seq Scan of (.*)$/)?.[1] ?? []);

/**
 * Vacuums until nearly all pages are marked as all-visible. An older transaction, such as autovacuum, prevents the marks, and
 * without them PostgreSQL rightly prefers a scan to an index-only scan.
 */
export async function tidy(connectionString: string): Promise<void> {
  const untidy = `SELECT relname FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relallvisible < 0.9 * relpages`;
  let left: string[] = [];
  for (let round = 0; round < 60; round += 1) {
    await runSql(connectionString, 'VACUUM ANALYZE');
    left = (await runSql<{ relname: string }>(connectionString, untidy)).rows.map(({ relname }) => relname);
    if (left.length === 0) return;
    await sleep(500);
  }
  assert.deepEqual(left, [], 'an open transaction kept VACUUM from marking pages for too long');
}

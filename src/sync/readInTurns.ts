import type { z } from 'zod';

import { readPage, type Page } from '@/contract/page';

import type { Clock } from './ports';

/** Records that are checked at one go: a millisecond, or a few on a slow phone. */
const atOnce = 50;

/**
 * Reads each record of a list by itself, and lets everybody else have a turn in between: the engine that is still writing
 * the page before, and the finger on the screen.
 */
export async function readInTurns<T>(
  clock: Pick<Clock, 'sleep'>,
  schema: z.ZodType<T>,
  records: readonly unknown[]
): Promise<Page<T>> {
  const page: Page<T> = { good: [], bad: [] };
  for (let first = 0; first < records.length; first += atOnce) {
    if (first > 0) await clock.sleep(0);
    const { good, bad } = readPage(schema, records.slice(first, first + atOnce));
    page.good.push(...good);
    for (const record of bad) page.bad.push({ ...record, index: record.index + first });
  }
  return page;
}

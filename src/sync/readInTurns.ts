import type { z } from 'zod';

import { readPage, type Page } from '@/contract/page';

import type { Clock } from './ports';

/** Records that are read at one go: two milliseconds, or a few more on a slow phone. */
const atOnce = 50;

/**
 * Reads each record of a list by itself and makes it ready to be written. Lets everybody else have a turn in between: the
 * engine that is still writing the page before, and the finger on the screen.
 */
export async function readInTurns<T, Ready>(
  clock: Pick<Clock, 'sleep'>,
  schema: z.ZodType<T>,
  records: readonly unknown[],
  ready: (record: T) => Ready
): Promise<Page<Ready>> {
  const page: Page<Ready> = { good: [], bad: [] };
  for (let first = 0; first < records.length; first += atOnce) {
    if (first > 0) await clock.sleep(0);
    const { good, bad } = readPage(schema, records.slice(first, first + atOnce));
    page.good.push(...good.map(ready));
    for (const record of bad) page.bad.push({ ...record, index: record.index + first });
  }
  return page;
}

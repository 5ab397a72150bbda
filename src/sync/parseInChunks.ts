import type { z } from 'zod';

import { readPage, type Page } from '@/contract/page';

import type { Clock } from './ports';

/** Records parsed before yielding: about two milliseconds on a slow phone. */
const chunkSize = 50;

/**
 * Parses each record of a list and prepares it for writing. Yields between chunks, so that the database and the
 * interface can run.
 */
export async function parseInChunks<T, Ready>(
  clock: Pick<Clock, 'sleep'>,
  schema: z.ZodType<T>,
  records: readonly unknown[],
  prepare: (record: T) => Ready
): Promise<Page<Ready>> {
  const page: Page<Ready> = { good: [], bad: [] };
  for (let first = 0; first < records.length; first += chunkSize) {
    if (first > 0) await clock.sleep(0);
    const { good, bad } = readPage(schema, records.slice(first, first + chunkSize));
    page.good.push(...good.map(prepare));
    for (const record of bad) page.bad.push({ ...record, index: record.index + first });
  }
  return page;
}

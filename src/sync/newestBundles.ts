import type { TransactionBundle } from '@/contract/bundle';
import type { ListPage } from '@/contract/envelope';
import type { BadRecord } from '@/contract/page';

import { readResource } from './readResource';
import type { SyncContext } from './context';
import type { FindResult } from './findResult';

export type NewestBundles =
  | { kind: 'read'; bundles: TransactionBundle[]; bad: BadRecord[] }
  | Extract<FindResult, { kind: 'unclear' | 'stopped' }>;

type PageResult =
  { kind: 'page'; page: ListPage<TransactionBundle> } | Exclude<NewestBundles, { kind: 'read' }>;

/** How often a reading restarts when `total` changes during it. */
const maxReadings = 4;

/**
 * Reads the end of the bundle list where new bundles appear, down to the highest id that existed before the
 * send (`floor`). Restarts when `total` changes. Reads the entire list where its order cannot be detected.
 */
export async function readNewestBundles(
  context: SyncContext,
  floor: number | null,
  signal: AbortSignal
): Promise<NewestBundles> {
  for (let readings = 0; readings < maxReadings; readings += 1) {
    const reading = await readOnce(context, floor, signal);
    if (reading.kind !== 'changed') return reading;
  }
  return { kind: 'unclear' };
}

async function readOnce(
  context: SyncContext,
  floor: number | null,
  signal: AbortSignal
): Promise<NewestBundles | { kind: 'changed' }> {
  const first = await readPage(context, 0, signal);
  if (first.kind !== 'page') return first;
  const size = lengthOf(first.page);
  const total = first.page.total ?? null;
  const pages = [first.page];
  const isPastFloor = (page: ListPage<TransactionBundle>) =>
    floor !== null && page.good.some((bundle) => bundle.id <= floor);

  const order = orderOf(first.page);
  const offsets =
    order === 'oldest_first' && total !== null ? fromTheEnd(size, total) : fromTheStart(size, total);
  const stopsAtFloor = order !== 'unknown';
  if (!(order === 'newest_first' && isPastFloor(first.page))) {
    for (const offset of size === 0 ? [] : offsets) {
      const next = await readPage(context, offset, signal);
      if (next.kind !== 'page') return next;
      if ((next.page.total ?? null) !== total) return { kind: 'changed' };
      if (lengthOf(next.page) === 0) break;
      pages.push(next.page);
      if (stopsAtFloor && isPastFloor(next.page)) break;
    }
  }
  return {
    kind: 'read',
    bundles: pages.flatMap((page) => page.good),
    bad: pages.flatMap((page) => page.bad),
  };
}

const lengthOf = (page: ListPage<unknown>) => page.good.length + page.bad.length;

type Order = 'newest_first' | 'oldest_first' | 'unknown';

function orderOf(page: ListPage<TransactionBundle>): Order {
  const ids = page.good.map((bundle) => bundle.id);
  const rises = ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? id));
  const falls = ids.every((id, index) => index === 0 || id < (ids[index - 1] ?? id));
  if (ids.length < 2) return 'unknown';
  return rises ? 'oldest_first' : falls ? 'newest_first' : 'unknown';
}

/** Offsets after the first page to the end; without a total, until a page is empty. */
function* fromTheStart(size: number, total: number | null): Generator<number> {
  for (let offset = size; total === null || offset < total; offset += size) yield offset;
}

/** Offsets of full pages from the end back to the first page. */
function* fromTheEnd(size: number, total: number): Generator<number> {
  for (let offset = total - size; offset > 0; offset -= size) yield Math.max(offset, size);
}

async function readPage(
  { transport, config }: SyncContext,
  offset: number,
  signal: AbortSignal
): Promise<PageResult> {
  const limited = await readResource(transport, {
    endpoint: 'listBundles',
    query: { limit: config.pageSize, offset },
    signal,
  });
  const result =
    limited.kind === 'refused'
      ? await readResource(transport, { endpoint: 'listBundles', query: { offset }, signal })
      : limited;
  if (result.kind === 'read') return { kind: 'page', page: result.value };
  return result.kind === 'stopped' ? result : { kind: 'unclear' };
}

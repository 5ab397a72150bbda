import type { TransactionBundle } from '@/contract/bundle';
import type { ListAnswer } from '@/contract/envelope';
import type { BadRecord } from '@/contract/page';

import { ask } from './ask';
import type { SyncContext } from './context';
import type { Looked } from './looked';

export type NewestBundles =
  | { kind: 'read'; bundles: TransactionBundle[]; bad: BadRecord[] }
  | Extract<Looked, { kind: 'unclear' | 'stopped' }>;

type PageResult =
  { kind: 'page'; page: ListAnswer<TransactionBundle> } | Exclude<NewestBundles, { kind: 'read' }>;

/** How often a reading is begun again when `total` moves under it. */
const mostReadings = 4;

/**
 * Reads the end of the bundle list where new ones appear, down to the highest id that was known before (`floor`),
 * and again when `total` moved meanwhile. Where the order of the list cannot be made out, all of it is read.
 */
export async function readNewestBundles(
  context: SyncContext,
  floor: number | null,
  signal: AbortSignal
): Promise<NewestBundles> {
  for (let readings = 0; readings < mostReadings; readings += 1) {
    const reading = await readOnce(context, floor, signal);
    if (reading.kind !== 'moved') return reading;
  }
  return { kind: 'unclear' };
}

async function readOnce(
  context: SyncContext,
  floor: number | null,
  signal: AbortSignal
): Promise<NewestBundles | { kind: 'moved' }> {
  const first = await readPage(context, 0, signal);
  if (first.kind !== 'page') return first;
  const size = lengthOf(first.page);
  const total = first.page.total ?? null;
  const pages = [first.page];
  const isPastFloor = (page: ListAnswer<TransactionBundle>) =>
    floor !== null && page.good.some((bundle) => bundle.id <= floor);

  const order = orderOf(first.page);
  const offsets =
    order === 'oldest_first' && total !== null ? fromTheEnd(size, total) : fromTheStart(size, total);
  const stopsAtFloor = order !== 'unknown';
  if (!(order === 'newest_first' && isPastFloor(first.page))) {
    for (const offset of size === 0 ? [] : offsets) {
      const next = await readPage(context, offset, signal);
      if (next.kind !== 'page') return next;
      if ((next.page.total ?? null) !== total) return { kind: 'moved' };
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

const lengthOf = (page: ListAnswer<unknown>) => page.good.length + page.bad.length;

type Order = 'newest_first' | 'oldest_first' | 'unknown';

function orderOf(page: ListAnswer<TransactionBundle>): Order {
  const ids = page.good.map((bundle) => bundle.id);
  const rises = ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? id));
  const falls = ids.every((id, index) => index === 0 || id < (ids[index - 1] ?? id));
  if (ids.length < 2) return 'unknown';
  return rises ? 'oldest_first' : falls ? 'newest_first' : 'unknown';
}

/** Offsets after the first page, to the end; without a total, until a page is empty. */
function* fromTheStart(size: number, total: number | null): Generator<number> {
  for (let offset = size; total === null || offset < total; offset += size) yield offset;
}

/** Offsets of whole pages from the end back to the first page. */
function* fromTheEnd(size: number, total: number): Generator<number> {
  for (let offset = total - size; offset > 0; offset -= size) yield Math.max(offset, size);
}

async function readPage(
  { transport, policy }: SyncContext,
  offset: number,
  signal: AbortSignal
): Promise<PageResult> {
  const whole = await ask(transport, {
    endpoint: 'listBundles',
    query: { limit: policy.pageSize, offset },
    signal,
  });
  const asked =
    whole.kind === 'refused'
      ? await ask(transport, { endpoint: 'listBundles', query: { offset }, signal })
      : whole;
  if (asked.kind === 'read') return { kind: 'page', page: asked.value };
  return asked.kind === 'stopped' ? asked : { kind: 'unclear' };
}

import type { ListPage } from '@/contract/envelope';
import { getCursor, removeCursor, setCursor } from '@/db/cursors';
import { getFact, removeFact, setFact } from '@/db/facts';
import { countListed, clearListMarks, markListed, removeUnlisted, type ListName } from '@/db/listings';
import { clearQuarantined, quarantine } from '@/db/quarantine';
import type { Scope } from '@/db/scopes';
import type { Transaction } from '@/db/store';

import type { ReadResult, StopReason } from './readResource';
import type { SyncContext } from './context';
import type { Transport } from './transport';

type PageCall = {
  query?: { limit?: number; offset?: number };
  ifNoneMatch?: string;
  signal: AbortSignal;
};

/** One list of the interface: how to read it and where its records are stored. */
export type ListSpec<T> = {
  list: ListName;
  /** Whether the interface returns it in pages. */
  isPaged: boolean;
  read: (transport: Transport, call: PageCall) => Promise<ReadResult<ListPage<T>>>;
  idOf: (record: T) => number;
  apply: (tx: Transaction, scope: Scope, records: T[]) => Promise<unknown>;
};

export type ListResult =
  | { kind: 'done' }
  /** The service has no such list for this user, or its response is unreadable; the phone's records stay. */
  | { kind: 'skipped'; why: 'missing' | 'refused' | 'unreadable' }
  /** It changed during too many readings; nothing was deleted, the next round reads it again. */
  | { kind: 'changing' }
  | { kind: 'stopped'; stop: StopReason };

/** Progress of a reading. Saved with each page, so that it continues after a kill. */
type Position = {
  offset: number;
  total: number | null;
  hasChanged: boolean;
  /** Bad records without a readable id: they count towards the total but cannot be listed. */
  withoutId: number;
  restarts: number;
  isWithoutLimit: boolean;
};

const start: Position = {
  offset: 0,
  total: null,
  hasChanged: false,
  withoutId: 0,
  restarts: 0,
  isWithoutLimit: false,
};

/** A list that can be pulled, for any record type. */
export type PullableList = {
  list: ListName;
  pull: (context: SyncContext, signal: AbortSignal) => Promise<ListResult>;
};

export function defineList<T>(spec: ListSpec<T>): PullableList {
  return { list: spec.list, pull: (context, signal) => pullList(context, spec, signal) };
}

/**
 * Reads a list to its end, with any page size, and deletes the records that are not in it. One transaction
 * stores a page, the progress and the deletions.
 */
async function pullList<T>(
  context: SyncContext,
  spec: ListSpec<T>,
  signal: AbortSignal
): Promise<ListResult> {
  const { store, scope, transport, config, report } = context;
  const { list } = spec;
  let position = (await getCursor<Position>(store, scope, list)) ?? start;

  for (;;) {
    report({ kind: 'pulling', step: list, done: position.offset, total: position.total });
    const isFirst = position.offset === 0;
    const etag = isFirst && position.restarts === 0 ? await getFact(store, scope, 'etag', list) : null;
    const result = await spec.read(transport, {
      ...(spec.isPaged ? { query: queryOf(position, config.pageSize) } : {}),
      ...(etag ? { ifNoneMatch: etag } : {}),
      signal,
    });
    if (result.kind === 'stopped') return result;
    if (result.kind === 'unchanged') return { kind: 'done' };
    if (result.kind === 'refused' && isFirst && !position.isWithoutLimit && spec.isPaged) {
      // The maximum page size differs; without a limit the service uses its own.
      position = { ...position, isWithoutLimit: true };
      continue;
    }
    if (result.kind !== 'read') {
      // The saved offset may not exist any more: the next reading starts over.
      if (!isFirst) await store.write((tx) => removeCursor(tx, scope, list));
      return { kind: 'skipped', why: result.kind };
    }

    const page = result.value;
    const step = await store.write(async (tx): Promise<ListResult | Position> => {
      if (isFirst) {
        await clearListMarks(tx, scope, list);
        await clearQuarantined(tx, scope, list);
      }
      const newIds = await storePage(tx, context, spec, page);
      const next = advance(position, page, newIds);
      const hasNothingNew = newIds === 0 && next.withoutId === position.withoutId;
      const isEnd = !spec.isPaged || hasNothingNew || (next.total !== null && next.offset >= next.total);
      if (!isEnd) {
        await setCursor(tx, scope, list, next);
        return next;
      }

      const listed = await countListed(tx, scope, list);
      const isComplete = !next.hasChanged && listed + next.withoutId >= (next.total ?? 0);
      if (!isComplete && next.restarts < config.maxRestarts) {
        const restarted = { ...start, restarts: next.restarts + 1, isWithoutLimit: next.isWithoutLimit };
        await setCursor(tx, scope, list, restarted);
        return restarted;
      }
      await removeCursor(tx, scope, list);
      if (!isComplete) {
        await clearListMarks(tx, scope, list);
        await removeFact(tx, scope, 'etag', list);
        return { kind: 'changing' };
      }
      await removeUnlisted(tx, scope, list);
      // An ETag covers one page, so it is stored only for a list that fits one page.
      if (isFirst && result.etag) await setFact(tx, scope, 'etag', result.etag, list);
      else await removeFact(tx, scope, 'etag', list);
      return { kind: 'done' };
    });
    if ('kind' in step) return step;
    position = step;
  }
}

const queryOf = ({ offset, isWithoutLimit }: Position, limit: number) => ({
  ...(isWithoutLimit ? {} : { limit }),
  offset,
});

function advance<T>(position: Position, page: ListPage<T>, newIds: number): Position {
  const received = page.good.length + page.bad.length;
  const total = page.total ?? null;
  const withoutId = page.bad.filter((record) => record.id === undefined).length;
  const isFirst = position.offset === 0;
  // A record seen twice has pushed another one out of the pages, even with an equal total.
  const hasChanged = !isFirst && (total !== position.total || newIds + withoutId < received);
  return {
    ...position,
    offset: position.offset + received,
    total,
    hasChanged: position.hasChanged || hasChanged,
    withoutId: position.withoutId + withoutId,
  };
}

/**
 * Stores the readable records, quarantines the others, and returns how many ids this reading sees for the first
 * time.
 */
async function storePage<T>(
  tx: Transaction,
  { scope, ports }: SyncContext,
  spec: ListSpec<T>,
  page: ListPage<T>
): Promise<number> {
  await spec.apply(tx, scope, page.good);
  if (page.bad.length > 0) await quarantine(tx, scope, spec.list, page.bad, ports.clock.now());
  const ids = [...page.good.map(spec.idOf), ...page.bad.flatMap((record) => record.id ?? [])];
  return markListed(tx, scope, spec.list, ids);
}

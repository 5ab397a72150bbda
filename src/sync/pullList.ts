import type { ListPage } from '@/contract/envelope';
import { getCursor, removeCursor, setCursor } from '@/db/pull/cursors';
import { getFact, removeFact, setFact } from '@/db/facts';
import {
  countListed,
  clearListMarks,
  hashListed,
  markListed,
  removeUnlisted,
  type ListName,
} from '@/db/pull/listings';
import { clearQuarantined, markOf, quarantine } from '@/db/pull/quarantine';
import type { Scope } from '@/db/scopes';
import type { Transaction } from '@/db/store';

import { confirmByList } from './confirmAcked';
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
  list: Exclude<ListName, 'visits' | 'cash_records' | 'answers'>;
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
type Reading = {
  /** Unique: another engine on the same database may begin a reading too. */
  id: string;
  offset: number;
  /** As the last page with records reported it; it never ends a reading. */
  total: number | null;
  /** The total was another one on an earlier page. */
  isTotalMoving: boolean;
  /** A record was on two pages, so that another one may be on none. */
  isShifted: boolean;
  restarts: number;
  /** What the reading before this one contained, if only the total contradicted it. */
  contentBefore: string | null;
  isWithoutLimit: boolean;
  /** When the first page was requested, by the clock of the phone. */
  begunAt: number;
  /** The ETag of the first page, while there is only one. */
  etag: string | null;
};

const start: Reading = {
  id: '',
  offset: 0,
  total: null,
  isTotalMoving: false,
  isShifted: false,
  restarts: 0,
  contentBefore: null,
  isWithoutLimit: false,
  begunAt: 0,
  etag: null,
};

type PullOptions = {
  /** Reads from the start without an ETag, so that the result contains everything stored before the call. */
  isFresh?: boolean;
  /** The same, but a reading that was begun after this time and did not end is continued. */
  begunAfter?: number;
};

/** A list that can be pulled, for any record type. */
export type PullableList = {
  list: Exclude<ListName, 'visits' | 'cash_records' | 'answers'>;
  pull: (context: SyncContext, signal: AbortSignal, options?: PullOptions) => Promise<ListResult>;
};

export function defineList<T>(spec: ListSpec<T>): PullableList {
  return { list: spec.list, pull: (context, signal, options) => pullList(context, spec, signal, options) };
}

/**
 * Reads a list to its end, with any order and page size, and deletes the records that are not in it. The end is a page
 * without new records; `total` can only show that a reading is incomplete, and two readings with the same records show
 * that `total` is wrong. One transaction stores a page and the progress; the last one also deletes and confirms rows of
 * the outbox.
 */
async function pullList<T>(
  context: SyncContext,
  spec: ListSpec<T>,
  signal: AbortSignal,
  { begunAfter, isFresh = begunAfter !== undefined }: PullOptions = {}
): Promise<ListResult> {
  const { store, scope, transport, config, ports, report } = context;
  const { list } = spec;
  const stored = await getCursor<Reading>(store, scope, list);
  const isContinued = !isFresh || (begunAfter !== undefined && (stored?.begunAt ?? 0) > begunAfter);
  let reading = (isContinued ? stored : null) ?? start;

  for (;;) {
    report({ kind: 'pulling', step: list, done: reading.offset, total: reading.total });
    const isFirst = reading.offset === 0;
    const begunAt = isFirst ? ports.clock.now() : reading.begunAt;
    const mayBeUnchanged = isFirst && reading.restarts === 0 && !isFresh;
    const etag = mayBeUnchanged ? await getFact(store, scope, 'etag', list) : null;
    const result = await spec.read(transport, {
      ...(spec.isPaged ? { query: queryOf(reading, config.pageSize) } : {}),
      ...(etag ? { ifNoneMatch: etag } : {}),
      signal,
    });
    if (result.kind === 'stopped') return result;
    if (result.kind === 'unchanged') {
      await store.write((tx) => confirmByList(tx, context, list, begunAt));
      return { kind: 'done' };
    }
    if (result.kind === 'refused' && isFirst && !reading.isWithoutLimit && spec.isPaged) {
      // The maximum page size differs; without a limit the service uses its own.
      reading = { ...reading, isWithoutLimit: true };
      continue;
    }
    // Some services refuse an offset after the end.
    const isAfterEnd = !isFirst && reading.total !== null && reading.offset >= reading.total;
    if (result.kind !== 'read' && !isAfterEnd) {
      // The saved offset may not exist any more: the next reading starts over.
      if (!isFirst) await store.write((tx) => removeCursor(tx, scope, list));
      return { kind: 'skipped', why: result.kind };
    }

    const page: ListPage<T> = result.kind === 'read' ? result.value : { good: [], bad: [] };
    const step = await store.write(async (tx): Promise<ListResult | Reading> => {
      // Another engine has continued or replaced this reading, and its marks.
      const current = isFirst ? reading : await getCursor<Reading>(tx, scope, list);
      if (current?.id !== reading.id || current.offset !== reading.offset) return { kind: 'changing' };
      if (isFirst) {
        await clearListMarks(tx, scope, list);
        await clearQuarantined(tx, scope, list);
      }
      const newIds = await storePage(tx, context, spec, page);
      const etagOfFirst = isFirst && result.kind === 'read' ? result.etag : reading.etag;
      const id = isFirst ? `${context.owner} ${ports.clock.monotonic()}` : reading.id;
      const next = advance({ ...reading, id, begunAt, etag: etagOfFirst }, page, newIds);
      if (spec.isPaged && newIds > 0) {
        await setCursor(tx, scope, list, next);
        return next;
      }

      const listed = await countListed(tx, scope, list);
      // A service without pages returns the same records for every offset; only its total shows that this is all.
      const isRepeated = !isFirst && lengthOf(page) > 0 && next.total === null;
      const isOnce = !next.isShifted && !isRepeated;
      const isConsistent = isOnce && !next.isTotalMoving && listed >= (next.total ?? 0);
      const content = isOnce && !isConsistent ? await hashListed(tx, scope, list) : null;
      const isComplete = isConsistent || (content !== null && content === next.contentBefore);
      if (!isComplete && next.restarts < config.maxRestarts) {
        const restarted = {
          ...start,
          restarts: next.restarts + 1,
          isWithoutLimit: next.isWithoutLimit,
          contentBefore: content,
        };
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
      // An ETag covers one page; without a total a further page does not change it.
      if (next.etag && (!spec.isPaged || next.total !== null))
        await setFact(tx, scope, 'etag', next.etag, list);
      else await removeFact(tx, scope, 'etag', list);
      await confirmByList(tx, context, list, begunAt);
      return { kind: 'done' };
    });
    if ('kind' in step) return step;
    reading = step;
  }
}

const queryOf = ({ offset, isWithoutLimit }: Reading, limit: number) => ({
  ...(isWithoutLimit ? {} : { limit }),
  offset,
});

const lengthOf = (page: ListPage<unknown>) => page.good.length + page.bad.length;

function advance<T>(reading: Reading, page: ListPage<T>, newIds: number): Reading {
  const received = lengthOf(page);
  // A page after the end may report any total.
  if (received === 0) return reading.offset === 0 ? { ...reading, total: page.total ?? null } : reading;
  const total = page.total ?? null;
  const isFirst = reading.offset === 0;
  return {
    ...reading,
    offset: reading.offset + received,
    total,
    isTotalMoving: reading.isTotalMoving || (!isFirst && total !== reading.total),
    // A record seen twice has pushed another one out of the pages, even with an equal total.
    isShifted: reading.isShifted || (!isFirst && newIds > 0 && newIds < received),
    etag: isFirst || newIds === 0 ? reading.etag : null,
  };
}

/**
 * Stores the readable records, quarantines the others, and returns how many records this reading sees for the first
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
  return markListed(tx, scope, spec.list, [...page.good.map(spec.idOf), ...page.bad.map(markOf)]);
}

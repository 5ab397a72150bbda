import type { ListAnswer } from '@/contract/envelope';
import { getCursor, removeCursor, setCursor } from '@/db/cursors';
import { getFact, removeFact, setFact } from '@/db/facts';
import { countListed, forgetListed, noteListed, removeUnlisted, type ListName } from '@/db/listings';
import { clearQuarantined, quarantine } from '@/db/quarantine';
import type { Scope } from '@/db/scopes';
import type { Transaction } from '@/db/store';

import type { Asked, Stop } from './ask';
import type { SyncContext } from './context';
import type { Transport } from './transport';

type PageCall = {
  query?: { limit?: number; offset?: number };
  ifNoneMatch?: string;
  signal: AbortSignal;
};

/** One list of the interface: how to ask for it and where its records go. */
export type ListSpec<T> = {
  list: ListName;
  /** Whether the interface gives it in pages. */
  isPaged: boolean;
  ask: (transport: Transport, call: PageCall) => Promise<Asked<ListAnswer<T>>>;
  idOf: (record: T) => number;
  apply: (tx: Transaction, scope: Scope, records: T[]) => Promise<unknown>;
};

export type ListResult =
  | { kind: 'done' }
  /** The service has no such list for us, or answers something else; the phone keeps what it has. */
  | { kind: 'skipped'; why: 'missing' | 'refused' | 'unreadable' }
  /** It moved under the reading more often than we follow; nothing was removed, the next round reads again. */
  | { kind: 'restless' }
  | { kind: 'stopped'; stop: Stop };

/** How far a reading has come. Saved with each page, so that it goes on from there after a kill. */
type Position = {
  offset: number;
  total: number | null;
  hasMoved: boolean;
  /** Bad records whose id could not even be made out: they count towards the total and can be listed nowhere. */
  unnamed: number;
  restarts: number;
  isWithoutLimit: boolean;
};

const beginning: Position = {
  offset: 0,
  total: null,
  hasMoved: false,
  unnamed: 0,
  restarts: 0,
  isWithoutLimit: false,
};

/** A list that can be pulled, whatever its records are. */
export type PullableList = {
  list: ListName;
  pull: (context: SyncContext, signal: AbortSignal) => Promise<ListResult>;
};

export function pullable<T>(spec: ListSpec<T>): PullableList {
  return { list: spec.list, pull: (context, signal) => pullList(context, spec, signal) };
}

/**
 * Reads a list to its end, page by page, whatever the size of the pages, and removes what is no longer in it. A page,
 * its place in the reading and what it leaves to be removed are one transaction.
 */
async function pullList<T>(
  context: SyncContext,
  spec: ListSpec<T>,
  signal: AbortSignal
): Promise<ListResult> {
  const { store, scope, transport, policy, report } = context;
  const { list } = spec;
  let position = (await getCursor<Position>(store, scope, list)) ?? beginning;

  for (;;) {
    report({ kind: 'pulling', step: list, done: position.offset, total: position.total });
    const isFirst = position.offset === 0;
    const etag =
      isFirst && position.restarts === 0 ? await getFact<string>(store, scope, etagKey(list)) : null;
    const asked = await spec.ask(transport, {
      ...(spec.isPaged ? { query: queryOf(position, policy.pageSize) } : {}),
      ...(etag ? { ifNoneMatch: etag } : {}),
      signal,
    });
    if (asked.kind === 'stopped') return asked;
    if (asked.kind === 'unchanged') return { kind: 'done' };
    if (asked.kind === 'refused' && isFirst && !position.isWithoutLimit && spec.isPaged) {
      // The largest page is not the same everywhere; without a limit the service takes its own.
      position = { ...position, isWithoutLimit: true };
      continue;
    }
    if (asked.kind !== 'read') {
      // The place where the reading broke off may be no place of the list any more: the next one begins anew.
      if (!isFirst) await store.write((tx) => removeCursor(tx, scope, list));
      return { kind: 'skipped', why: asked.kind };
    }

    const page = asked.value;
    const step = await store.write(async (tx): Promise<ListResult | Position> => {
      if (isFirst) {
        await forgetListed(tx, scope, list);
        await clearQuarantined(tx, scope, list);
      }
      const newIds = await storePage(tx, context, spec, page);
      const next = advance(position, page, newIds);
      const isBarren = newIds === 0 && next.unnamed === position.unnamed;
      const isEnd = !spec.isPaged || isBarren || (next.total !== null && next.offset >= next.total);
      if (!isEnd) {
        await setCursor(tx, scope, list, next);
        return next;
      }

      const listed = await countListed(tx, scope, list);
      const isWhole = !next.hasMoved && listed + next.unnamed >= (next.total ?? 0);
      if (!isWhole && next.restarts < policy.mostRestarts) {
        const again = { ...beginning, restarts: next.restarts + 1, isWithoutLimit: next.isWithoutLimit };
        await setCursor(tx, scope, list, again);
        return again;
      }
      await removeCursor(tx, scope, list);
      if (!isWhole) {
        await forgetListed(tx, scope, list);
        await removeFact(tx, scope, etagKey(list));
        return { kind: 'restless' };
      }
      await removeUnlisted(tx, scope, list);
      // An ETag speaks for one page; it can only vouch for a list that is one.
      if (isFirst && asked.etag) await setFact(tx, scope, etagKey(list), asked.etag);
      else await removeFact(tx, scope, etagKey(list));
      return { kind: 'done' };
    });
    if ('kind' in step) return step;
    position = step;
  }
}

const etagKey = (list: ListName) => `etag:${list}`;

const queryOf = ({ offset, isWithoutLimit }: Position, limit: number) => ({
  ...(isWithoutLimit ? {} : { limit }),
  offset,
});

function advance<T>(position: Position, page: ListAnswer<T>, newIds: number): Position {
  const received = page.good.length + page.bad.length;
  const total = page.total ?? null;
  const unnamed = page.bad.filter((record) => record.id === undefined).length;
  const isFirst = position.offset === 0;
  // A record met twice has pushed another one out of sight, even where the total stayed the same.
  const hasMoved = !isFirst && (total !== position.total || newIds + unnamed < received);
  return {
    ...position,
    offset: position.offset + received,
    total,
    hasMoved: position.hasMoved || hasMoved,
    unnamed: position.unnamed + unnamed,
  };
}

/** Stores what could be read, sets the rest aside, and says how many ids this reading had not met before. */
async function storePage<T>(
  tx: Transaction,
  { scope, ports }: SyncContext,
  spec: ListSpec<T>,
  page: ListAnswer<T>
): Promise<number> {
  await spec.apply(tx, scope, page.good);
  if (page.bad.length > 0) await quarantine(tx, scope, spec.list, page.bad, ports.clock.now());
  const ids = [...page.good.map(spec.idOf), ...page.bad.flatMap((record) => record.id ?? [])];
  return noteListed(tx, scope, spec.list, ids);
}

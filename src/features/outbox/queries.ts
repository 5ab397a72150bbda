import { queryOptions } from '@tanstack/react-query';

import { listContactLines } from '@/db/contacts';
import { listDayRecords, type DayRecord } from '@/db/dayTotals';
import { countOutbox, listOutbox, type OutboxCount, type OutboxRow } from '@/db/outbox/outbox';
import { type OutboxState, outboxStates } from '@/domain/outbox';
import type { Candidate } from '@/domain/outcome';
import { dayOf } from '@/domain/day';
import { readFrozenBundle } from '@/domain/bundle';
import type { Runtime } from '@/features/shared/runtime';

/** What a payment was for; `payment` where its text says neither. */
export type ItemsKind = 'donation' | 'membership' | 'both' | 'payment';

export interface OutboxEntry {
  row: OutboxRow;
  items: ItemsKind;
}

/** A capture saved today whose row has left the outbox, because it arrived and was seen in the service. */
export interface Arrived {
  id: string;
  record: DayRecord;
}

export interface OutboxView {
  entries: OutboxEntry[];
  /** The newest first. */
  arrived: Arrived[];
  /** Of both. */
  counts: OutboxCount[];
}

/** What needs a person first, then what moves, then what waits, then what arrived; each with the newest first. */
const rank: Record<OutboxState, number> = {
  needs_person: 0,
  parked: 0,
  blocked: 1,
  unknown: 2,
  sending: 2,
  queued: 3,
  acked: 4,
  replaced: 5,
};

const shown = outboxStates.filter((state) => state !== 'replaced');

export function sortEntries(entries: readonly OutboxEntry[]): OutboxEntry[] {
  return [...entries].sort(
    (one, other) => rank[one.row.state] - rank[other.row.state] || other.row.seq - one.row.seq
  );
}

function itemsOf(row: OutboxRow): ItemsKind {
  const bundle = row.kind === 'bundle_create' ? readFrozenBundle(row.body) : null;
  const hasDonation = (bundle?.donations ?? []).length > 0;
  const hasMembership = (bundle?.memberships ?? []).length > 0;
  if (hasDonation && hasMembership) return 'both';
  if (hasDonation) return 'donation';
  return hasMembership ? 'membership' : 'payment';
}

/** What was saved today and is no longer in the outbox: a row leaves it only once it was seen in the service. */
function arrivedOf(records: readonly DayRecord[], rows: readonly OutboxRow[]): Arrived[] {
  const here = new Set(rows.map(({ id }) => id));
  return records
    .filter(({ id }) => !here.has(id))
    .map((record) => ({ id: record.id, record }))
    .sort((one, other) => other.record.savedAt - one.record.savedAt);
}

const countOf = ({ record }: Arrived): OutboxCount => ({
  state: 'acked',
  paymentMethodKind: record.paymentMethodKind,
  currency: record.currency,
  count: 1,
  amount: record.amount,
});

/** Reads of the outbox; every committed change of the outbox makes them stale. */
export const outboxQueries = {
  view: (runtime: Runtime) => {
    const { store, scope } = runtime;
    const day = dayOf(runtime.now());
    return queryOptions({
      queryKey: ['outbox', scope.id, 'view', day],
      // One reading: a row and what is known of it once it has left never show both, nor neither.
      queryFn: () =>
        store.read(async (reader): Promise<OutboxView> => {
          const rows = await listOutbox(reader, scope, { states: shown });
          const arrived = arrivedOf(await listDayRecords(reader, scope, day), rows);
          const counts = await countOutbox(reader, scope);
          return {
            entries: sortEntries(rows.map((row) => ({ row, items: itemsOf(row) }))),
            arrived,
            counts: [...counts, ...arrived.map(countOf)],
          };
        }),
    });
  },
  /** The names of those whom candidates in the service belong to, where they are on the phone. */
  names: ({ store, scope }: Runtime, candidates: readonly Candidate[]) => {
    const ids = candidates.flatMap(({ contactId }) => contactId ?? []);
    return queryOptions({
      queryKey: ['contacts', scope.id, 'names', ids],
      queryFn: async () =>
        new Map((await listContactLines(store, scope, ids)).map(({ id, name }) => [id, name])),
    });
  },
};

export interface Sum {
  currency: string;
  count: number;
  amount: number;
}

/** Rows and money of some states; rows without money count, and money is never added across currencies. */
export function sumStates(
  counts: readonly OutboxCount[],
  states: readonly OutboxState[]
): { count: number; sums: Sum[] } {
  const ofStates = counts.filter(({ state }) => states.includes(state));
  return {
    count: ofStates.reduce((count, group) => count + group.count, 0),
    sums: sumBy(ofStates, () => ''),
  };
}

/** Money of some states by way of paying, the largest first. */
export function sumMethods(
  counts: readonly OutboxCount[],
  states: readonly OutboxState[]
): (Sum & { method: string })[] {
  return sumBy(
    counts.filter(({ state }) => states.includes(state)),
    ({ paymentMethodKind }) => paymentMethodKind ?? ''
  );
}

function sumBy(counts: readonly OutboxCount[], methodOf: (count: OutboxCount) => string) {
  const sums = new Map<string, Sum & { method: string }>();
  for (const group of counts) {
    if (group.currency === null) continue;
    const currency = group.currency.toUpperCase();
    const method = methodOf(group);
    const key = `${currency} ${method}`;
    const sum = sums.get(key) ?? { currency, method, count: 0, amount: 0 };
    sums.set(key, { ...sum, count: sum.count + group.count, amount: sum.amount + group.amount });
  }
  return [...sums.values()].sort((one, other) => other.amount - one.amount);
}

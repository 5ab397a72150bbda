import { listContactLines } from '@/db/contacts';
import { listDayEntries, type DayEntry } from '@/db/dayTotals';
import { getFact } from '@/db/facts';
import { getCaptureId, getGift, isGiftCancelled, listCountedAt } from '@/db/gifts';
import { getBundle } from '@/db/ledger/bundles';
import { countOutbox, listOutbox, type OutboxCount, type OutboxRow } from '@/db/outbox/outbox';
import { type Scope } from '@/db/scopes';
import { type Reader } from '@/db/store';
import { idIn } from '@/domain/entity';
import { type OutboxState, outboxStates, unsentStates } from '@/domain/outbox';
import { readFrozenBundle } from '@/domain/bundle';
import { readFrozenChange } from '@/domain/bundleChange';
import { paysPromise, promiseIn } from '@/domain/promise';
import type { Runtime } from '@/features/shared/runtime';
import { tableQuery, type Source } from '@/queries/query';

/** What a payment was for; `payment` where its request has neither. */
export type ItemsKind = 'donation' | 'membership' | 'both' | 'payment' | 'promise';

export interface OutboxEntry {
  row: OutboxRow;
  items: ItemsKind;
  /** Of a correction: the gift as it makes it. */
  corrected?: CorrectedGift;
  /** It waits for an earlier record of the same gift that was refused or has to be decided. */
  waitsForPerson?: boolean;
  /** When the shift of the gift was counted: its maker changes it no more. */
  countedAt?: number;
}

export interface CorrectedGift {
  amount: number;
  currency: string;
  isCancelled: boolean;
  /** It pays a promise. */
  isPayment: boolean;
}

/** A capture saved today whose row is deleted from the outbox, because the service has it. */
export interface Arrived {
  id: string;
  record: DayEntry;
  countedAt?: number;
}

export interface OutboxView {
  entries: OutboxEntry[];
  /** The newest first. */
  arrived: Arrived[];
  /** Of both. */
  counts: OutboxCount[];
}

/** What needs a person first, then sending, waiting and arrived; each with the newest first. */
const rank: Record<OutboxState, number> = {
  needs_person: 0,
  parked: 0,
  blocked: 1,
  unknown: 2,
  sending: 2,
  queued: 3,
  acked: 4,
  replaced: 5,
  local: 5,
  cancelled: 5,
};

/** Local rows are shown at their doors: nothing happens to them here. */
const shown = outboxStates.filter((state) => state !== 'replaced' && state !== 'local');

/** A day has many more visits than gifts: they come after the gifts of the same state. */
const isVisit = ({ row }: OutboxEntry) => (row.kind === 'visit_create' ? 1 : 0);

export function sortEntries(entries: readonly OutboxEntry[]): OutboxEntry[] {
  return [...entries].sort(
    (one, other) =>
      rank[one.row.state] - rank[other.row.state] ||
      isVisit(one) - isVisit(other) ||
      other.row.seq - one.row.seq
  );
}

function itemsOf(row: OutboxRow): ItemsKind {
  const bundle = row.kind === 'bundle_create' ? readFrozenBundle(row.body) : null;
  if (bundle?.transactions.some((payment) => promiseIn(payment) !== null)) return 'promise';
  const hasDonation = (bundle?.donations ?? []).length > 0;
  const hasMembership = (bundle?.memberships ?? []).length > 0;
  if (hasDonation && hasMembership) return 'both';
  if (hasDonation) return 'donation';
  return hasMembership ? 'membership' : 'payment';
}

/**
 * What was saved today and is not in the outbox: a row is deleted only once a pull has confirmed it. One that was corrected
 * or paid is here until the service has that.
 */
function arrivedOf(records: readonly DayEntry[], rows: readonly OutboxRow[], gifts: Gifts): Arrived[] {
  const unsent = rows.filter(({ state }) => unsentStates.includes(state));
  const here = new Set([...rows.map(({ id }) => id), ...unsent.map((row) => captureOf(row, gifts))]);
  return records
    .filter(({ id }) => !here.has(id))
    .map((record) => ({ id: record.id, record }))
    .sort((one, other) => other.record.savedAt - one.record.savedAt);
}

const waitsForPerson = ({ state, entity, seq }: OutboxRow, rows: readonly OutboxRow[]): boolean =>
  state === 'queued' &&
  rows.some(
    (earlier) =>
      earlier.entity === entity &&
      earlier.seq < seq &&
      earlier.kind !== 'answers_create' &&
      (earlier.state === 'parked' || earlier.state === 'needs_person')
  );

/** Of each correction, by the id of its row: the gift as it makes it, and the capture that it corrects. */
type Gifts = ReadonlyMap<string, { captureId: string; corrected: CorrectedGift }>;

const captureOf = ({ id }: OutboxRow, gifts: Gifts): string => gifts.get(id)?.captureId ?? id;

async function readGifts(reader: Reader, scope: Scope, rows: readonly OutboxRow[]): Promise<Gifts> {
  const gifts = new Map<string, { captureId: string; corrected: CorrectedGift }>();
  for (const row of rows.filter(({ kind }) => kind === 'bundle_update')) {
    const giftId = idIn(row.entity);
    const view = await getGift(reader, scope, giftId);
    const [first] = view?.bundle.transactions ?? [];
    if (view === null || first === undefined) continue;
    gifts.set(row.id, {
      captureId: (await getCaptureId(reader, scope, view)) ?? giftId,
      corrected: {
        amount: view.bundle.transactions.reduce((sum, { amount = 0 }) => sum + amount, 0),
        currency: first.currency ?? '',
        isCancelled: row.state !== 'cancelled' && (await isGiftCancelled(reader, scope, view)),
        isPayment: paysPromise(readFrozenChange(row.body) ?? {}, row.base),
      },
    });
  }
  return gifts;
}

const countOf = ({ record }: Arrived): OutboxCount => ({
  state: 'acked',
  paymentMethodKind: record.paymentMethodKind,
  currency: record.currency,
  count: 1,
  amount: record.amount,
});

/** Set when the person has declined the reminder on this phone. */
export const reminderDeclinedFact = 'reminder_declined';

export const outboxScreenQueries = {
  /** The rows of the outbox, and what of today has arrived. */
  view: ({ store, scope }: Source, day: string) =>
    tableQuery({
      queryKey: ['outbox', scope.id, 'view', day],
      tables: [
        'outbox',
        'cash_records',
        'day_entries',
        'fixed_records',
        'shifts',
        'transaction_bundles',
        'transaction_statuses',
      ],
      // One read: a row that arrives meanwhile is never shown twice, nor missing.
      queryFn: () =>
        store.read(async (reader): Promise<OutboxView> => {
          const rows = await listOutbox(reader, scope, { states: shown });
          const gifts = await readGifts(reader, scope, rows);
          const saved = await listDayEntries(reader, scope, day, { withLost: false });
          const arrived = arrivedOf(saved, rows, gifts);
          const counts = await countOutbox(reader, scope);
          const keyOf = (row: OutboxRow) => captureOf(row, gifts);
          const countedAt = await listCountedAt(reader, scope, [
            ...rows.map(keyOf),
            ...arrived.map(({ id }) => id),
          ]);
          return {
            entries: sortEntries(
              rows.map((row) => ({
                row,
                items: itemsOf(row),
                waitsForPerson: waitsForPerson(row, rows),
                corrected: gifts.get(row.id)?.corrected,
                countedAt: countedAt.get(keyOf(row)),
              }))
            ),
            arrived: arrived.map((each) => ({ ...each, countedAt: countedAt.get(each.id) })),
            counts: [...counts, ...arrived.map(countOf)],
          };
        }),
    }),
  /** The first version of a fixed record, which arrived: as its row has it, or as it was downloaded. */
  firstVersion: ({ store, scope }: Source, id: string, serverId: number | null) =>
    tableQuery({
      queryKey: ['outbox', scope.id, 'firstVersion', id, serverId],
      tables: ['outbox', 'transaction_bundles', 'contacts'],
      queryFn: () => store.read((reader) => readFirstVersion(reader, scope, id, serverId)),
    }),
  /** Whether to offer a reminder: the device can show one, and the person has neither accepted nor declined. */
  offersReminder: ({ store, device }: Pick<Runtime, 'store' | 'device'>) =>
    tableQuery({
      queryKey: ['outbox', 'offersReminder'],
      tables: ['facts'],
      queryFn: async () => {
        const { reminders } = device;
        if (reminders === null || (await getFact(store, null, reminderDeclinedFact)) === true) return false;
        return (await reminders.permission()) === 'undecided';
      },
    }),
};

export interface FirstVersion {
  who: string | null;
  amount: number | null;
  currency: string | null;
  /** Only a downloaded bundle can be corrected. */
  isDownloaded: boolean;
}

async function readFirstVersion(
  reader: Reader,
  scope: Scope,
  id: string,
  serverId: number | null
): Promise<FirstVersion | null> {
  const bundle = serverId === null ? null : await getBundle(reader, scope, serverId);
  const row = findFirstVersion(await listOutbox(reader, scope), id);
  if (row !== null) return { ...pick(row), isDownloaded: bundle !== null };
  const [payment] = bundle?.transactions ?? [];
  if (bundle === null || payment === undefined) return null;
  const { contact_id: contactId, amount = null, currency = null } = payment;
  const [contact] = contactId === undefined ? [] : await listContactLines(reader, scope, [contactId]);
  return { who: contact?.name ?? null, amount, currency, isDownloaded: true };
}

const pick = ({ who, amount, currency }: OutboxRow) => ({ who, amount, currency });

/** The row that arrived, among those that a row replaces, directly or through others. */
export function findFirstVersion(rows: readonly OutboxRow[], id: string): OutboxRow | null {
  const replacedBy = (by: string): OutboxRow[] =>
    rows.filter((row) => row.replacedBy === by).flatMap((row) => [row, ...replacedBy(row.id)]);
  return replacedBy(id).find(({ state }) => state === 'acked') ?? null;
}

interface MethodSum {
  currency: string;
  method: string;
  count: number;
  amount: number;
}

/** Money of some states by payment method, the largest first; never added across currencies. */
export function sumMethods(counts: readonly OutboxCount[], states: readonly OutboxState[]): MethodSum[] {
  const sums = new Map<string, MethodSum>();
  for (const group of counts) {
    if (group.currency === null || !states.includes(group.state)) continue;
    const currency = group.currency.toUpperCase();
    const method = group.paymentMethodKind ?? '';
    const key = `${currency} ${method}`;
    const sum = sums.get(key) ?? { currency, method, count: 0, amount: 0 };
    sums.set(key, { ...sum, count: sum.count + group.count, amount: sum.amount + group.amount });
  }
  return [...sums.values()].sort((one, other) => other.amount - one.amount);
}

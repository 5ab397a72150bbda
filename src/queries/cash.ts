import type { CashCount } from '@/contract/cashRecord';
import { listCashRecords, type StoredCashRecord } from '@/db/cashRecords';
import { listNamesOf } from '@/db/dayTotals';
import { listBankedKeys } from '@/db/ledger/banked';
import { listMissingBundles, listMissingRecords } from '@/db/ledger/missing';
import { listReceivedNow } from '@/db/ledger/receivedNow';
import { answersIn, countedKeys, readMyCash } from '@/db/myCash';
import type { Scope } from '@/db/scopes';
import type { Reader } from '@/db/store';
import { type CashChain, followCash } from '@/domain/cash';
import { type LateCorrections, lateCorrectionsOf } from '@/domain/lateCorrections';

import { tableQuery, type Source } from './query';

/** The cash of another person, as their records show it. */
export type PersonCash = {
  userId: number;
  chain: CashChain;
  missing: ReadonlySet<string>;
  late: LateCorrections[];
};

export const cashQueries = {
  mine: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['cash', scope.id, 'mine'],
      tables: ['shifts', 'day_entries', 'cash_records', 'fixed_records', 'outbox', 'transaction_bundles'],
      queryFn: () => store.read((reader) => readMyCash(reader, scope)),
    }),
  /** Which of these captures of this phone the service does not have. */
  missing: ({ store, scope }: Source, keys: readonly string[]) =>
    tableQuery({
      queryKey: ['cash', scope.id, 'missing', keys],
      tables: ['outbox', 'transaction_bundles', 'receipts', 'fixed_records'],
      queryFn: () => store.read((reader) => listMissingRecords(reader, scope, keys)),
    }),
  /** What happened to the records of these counts after they were written. */
  late: ({ store, scope }: Source, counts: readonly CashCount[]) =>
    tableQuery({
      queryKey: ['cash', scope.id, 'late', counts.map(({ key }) => key)],
      tables: ['transaction_bundles', 'transaction_statuses', 'fixed_records'],
      queryFn: () => store.read((reader) => readLateCorrections(reader, scope, counts)),
    }),
  /** Whose payments these are, as far as the phone still knows. */
  names: ({ store, scope }: Source, keys: readonly string[]) =>
    tableQuery({
      queryKey: ['cash', scope.id, 'names', keys],
      tables: ['day_entries'],
      queryFn: () => store.read((reader) => listNamesOf(reader, scope, keys)),
    }),
  /** Everyone whose cash records this person may see. */
  people: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['cash', scope.id, 'people'],
      tables: ['cash_records', 'fixed_records', 'outbox', 'transaction_bundles', 'transaction_statuses'],
      queryFn: () => store.read((reader) => readPeopleCash(reader, scope)),
    }),
};

async function readPeopleCash(reader: Reader, scope: Scope): Promise<PersonCash[]> {
  const records = await listCashRecords(reader, scope);
  const answers = answersIn(records, scope);
  const people = new Map<number, StoredCashRecord['content'][]>();
  for (const { userId, content } of records) people.set(userId, [...(people.get(userId) ?? []), content]);
  const counted = countedKeys(records.map(({ content }) => content));
  const missing = await listMissingBundles(reader, scope, counted);
  const banked = await listBankedKeys(reader, scope, counted);
  const received = await listReceivedNow(reader, scope, counted);
  return [...people].map(([userId, own]) => {
    const chain = followCash(own, answers, banked);
    return {
      userId,
      chain,
      missing,
      late: chain.counts.flatMap((each) => lateCorrectionsOf(each, received) ?? []),
    };
  });
}

async function readLateCorrections(
  reader: Reader,
  scope: Scope,
  counts: readonly CashCount[]
): Promise<LateCorrections[]> {
  const received = await listReceivedNow(reader, scope, countedKeys(counts));
  return counts.flatMap((count) => lateCorrectionsOf(count, received) ?? []);
}

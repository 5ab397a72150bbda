import type { CashCount } from '@/contract/cashRecord';
import { listNamesOf, listUnsentKeys } from '@/db/dayTotals';
import { listMissingRecords } from '@/db/ledger/missing';
import { listReceivedNow } from '@/db/ledger/receivedNow';
import { countedKeys, readMyCash } from '@/db/cash/myCash';
import type { Scope } from '@/db/scopes';
import type { Reader } from '@/db/store';
import { type LateCorrections, lateCorrectionsOf } from '@/domain/cash/lateCorrections';

import { tableQuery, type Source } from './query';

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
  /** Which of these captures the service does not have as they are. */
  unsent: ({ store, scope }: Source, keys: readonly string[]) =>
    tableQuery({
      queryKey: ['cash', scope.id, 'unsent', keys],
      tables: ['outbox', 'fixed_records', 'transaction_bundles'],
      queryFn: () => store.read((reader) => listUnsentKeys(reader, scope, keys)),
    }),
  /** Whose payments these are, as far as the phone still knows. */
  names: ({ store, scope }: Source, keys: readonly string[]) =>
    tableQuery({
      queryKey: ['cash', scope.id, 'names', keys],
      tables: ['day_entries', 'fixed_records'],
      queryFn: () => store.read((reader) => listNamesOf(reader, scope, keys)),
    }),
};

async function readLateCorrections(
  reader: Reader,
  scope: Scope,
  counts: readonly CashCount[]
): Promise<LateCorrections[]> {
  const received = await listReceivedNow(reader, scope, countedKeys(counts));
  return counts.flatMap((count) => lateCorrectionsOf(count, received) ?? []);
}

import { listLedger } from '@/db/ledger/ledger';
import { listTransactionStatuses } from '@/db/statuses';
import { type PaymentPlace } from '@/features/shared/batchAddress';
import { type Runtime } from '@/features/shared/runtime';
import { tableQuery, type Source } from '@/queries/query';

import { type AskedPayment } from './leftOut';

type Online = Pick<Runtime, 'scope' | 'online'>;

/** The most records of one request; older batches are found by their number in the ledger. */
export const mostListed = 1_000;

/** Fetched each time: another treasurer may have taken the next step. */
const fetched = { tables: [], staleTime: 0, gcTime: 0 };

/** All queries of batches: a step changes the list too. */
export const batchesKey = ({ scope }: Pick<Runtime, 'scope'>) => ['batches', scope.id];

export const batchQueries = {
  list: ({ scope, online }: Online) =>
    tableQuery({
      ...fetched,
      queryKey: ['batches', scope.id, 'list'],
      queryFn: () => online.read({ endpoint: 'listBatches', query: { limit: mostListed } }),
    }),
  batchable: ({ scope, online }: Online) =>
    tableQuery({
      ...fetched,
      queryKey: ['batches', scope.id, 'batchable'],
      queryFn: () => online.read({ endpoint: 'listBatchable', query: { limit: mostListed } }),
    }),
  /** The payments that were selected in the ledger, as this device has them. */
  asked: ({ store, scope }: Source, places: readonly PaymentPlace[]) =>
    tableQuery({
      tables: ['transaction_bundles', 'transaction_statuses', 'contacts', 'users'],
      queryKey: ['asked', scope.id, places],
      queryFn: () =>
        store.read(async (reader): Promise<AskedPayment[]> => {
          const bundleIds = places.map(({ bundle }) => bundle);
          const lines = await listLedger(reader, scope, { bundleIds }, { limit: mostListed });
          const statuses = await listTransactionStatuses(reader, scope);
          return places.map((place) => {
            const line = lines.find(
              ({ bundleId, transactionId }) => bundleId === place.bundle && transactionId === place.payment
            );
            const status = statuses.find(({ id }) => id === line?.statusId);
            return { ...place, line: line ?? null, statusKind: status?.kind };
          });
        }),
    }),
  one: ({ scope, online }: Online, id: number) =>
    tableQuery({
      ...fetched,
      queryKey: ['batches', scope.id, 'one', id],
      queryFn: () => online.read({ endpoint: 'getBatch', params: { id } }),
    }),
};

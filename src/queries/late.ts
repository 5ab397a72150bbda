import { getGift } from '@/db/gifts';
import { getTransactionSettings } from '@/db/settings';
import { countedParts, lateMonths } from '@/domain/months';

import { tableQuery, type Source } from './query';

export const lateQueries = {
  /** Where a record of this phone counts: as the service reports it, or as it will while the record waits. */
  ofRow: ({ store, scope }: Source, rowId: string) =>
    tableQuery({
      queryKey: ['late', scope.id, rowId],
      tables: ['outbox', 'transaction_bundles', 'transaction_settings'],
      queryFn: () =>
        store.read(async (reader) => {
          const view = await getGift(reader, scope, rowId);
          const date = view?.bundle.transactions[0]?.date;
          const isSent = view?.pending.every(({ state }) => state === 'acked') ?? true;
          const months = lateMonths(date, await getTransactionSettings(reader, scope));
          return { date, parts: countedParts(view?.bundle.counted), later: isSent ? null : months };
        }),
    }),
};

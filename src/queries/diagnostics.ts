import { listOutbox } from '@/db/outbox/outbox';
import { countQuarantined, listQuarantined } from '@/db/pull/quarantine';
import { countRecords, countedTables, getOldest, getStoreSize } from '@/db/usage';

import { tableQuery, type Source } from './query';

export const diagnosticsQueries = {
  /** What is on this phone: records by table, the size of the database, the oldest records. */
  usage: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['diagnostics', scope.id, 'usage'],
      tables: countedTables,
      queryFn: () =>
        store.read(async (reader) => ({
          counts: await countRecords(reader, scope),
          size: await getStoreSize(reader),
          oldest: await getOldest(reader, scope),
        })),
    }),
  /** Skipped records and the outbox, for support. */
  problems: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['diagnostics', scope.id, 'problems'],
      tables: ['quarantine', 'outbox'],
      queryFn: () =>
        store.read(async (reader) => ({
          quarantined: await countQuarantined(reader, scope),
          reasons: (await listQuarantined(reader, scope)).map(({ list, reason }) => ({ list, reason })),
          outbox: await listOutbox(reader, scope),
        })),
    }),
};

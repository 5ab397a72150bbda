import { listPromises } from '@/db/promises';

import { tableQuery, type Source } from './query';

export const promiseQueries = {
  /** The open promises on this phone, in the order of their days. */
  list: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['promises', scope.id],
      tables: ['transaction_bundles', 'outbox', 'transaction_statuses', 'contacts', 'call_backs'],
      queryFn: () => store.read((reader) => listPromises(reader, scope)),
    }),
};

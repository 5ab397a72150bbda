import { listUnlinked } from '@/db/ledger/unlinked';

import { tableQuery, type Source } from './query';

export const unlinkedQueries = {
  /** Gifts that are not linked to a contact. */
  list: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['unlinked', scope.id],
      tables: ['transaction_bundles', 'outbox'],
      queryFn: () => store.read((reader) => listUnlinked(reader, scope)),
    }),
};

import { getTreasurerKey } from '@/db/treasurerKey';

import { tableQuery, type Source } from './query';

export const treasurerKeyQueries = {
  current: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['treasurerKey', scope.id],
      tables: ['transaction_settings', 'facts'],
      queryFn: () => store.read((reader) => getTreasurerKey(reader, scope)),
    }),
};

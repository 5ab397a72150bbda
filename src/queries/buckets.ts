import { countContactsByBucket } from '@/db/pull/buckets';
import { getFact } from '@/db/facts';
import { listLeftActions } from '@/db/pull/leftActions';
import { type Buckets } from '@/domain/buckets';

import { tableQuery, type Source } from './query';

export const bucketQueries = {
  /** The buckets of the person; null where the service has none. */
  current: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['buckets', scope.id, 'current'],
      tables: ['facts'],
      queryFn: (): Promise<Buckets> => getFact(store, scope, 'buckets'),
    }),
  /** How many contacts of each bucket are on this phone. */
  contacts: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['buckets', scope.id, 'contacts'],
      tables: ['bucket_records'],
      queryFn: () => store.read((reader) => countContactsByBucket(reader, scope)),
    }),
  /** Actions whose people were deleted from this phone. */
  leftActions: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['buckets', scope.id, 'left'],
      tables: ['facts'],
      queryFn: () => listLeftActions(store, scope),
    }),
};

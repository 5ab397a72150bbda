import { countOutbox, countWaiting } from '@/db/outbox/outbox';

import { tableQuery, type Source } from './query';

export const outboxQueries = {
  /** Rows and money by state, payment method and currency. */
  counts: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['outbox', scope.id, 'counts'],
      tables: ['outbox'],
      queryFn: () => countOutbox(store, scope),
    }),
  /** How many records are on this phone alone. */
  waiting: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['outbox', scope.id, 'waiting'],
      tables: ['outbox'],
      queryFn: () => countWaiting(store, scope),
    }),
};

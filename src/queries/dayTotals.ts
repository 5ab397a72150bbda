import { listDayEntries } from '@/db/dayTotals';

import { tableQuery, type Source } from './query';

export const dayTotalsQueries = {
  /** The captures saved on this phone on a day. */
  day: ({ store, scope }: Source, day: string) =>
    tableQuery({
      queryKey: ['dayTotals', scope.id, day],
      tables: ['day_entries'],
      queryFn: () => listDayEntries(store, scope, day),
    }),
};

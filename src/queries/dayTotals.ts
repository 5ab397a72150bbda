import { listDayRecords } from '@/db/dayTotals';

import { tableQuery, type Source } from './query';

export const dayTotalsQueries = {
  /** The captures saved on this phone on a day. */
  day: ({ store, scope }: Source, day: string) =>
    tableQuery({
      queryKey: ['dayTotals', scope.id, day],
      tables: ['day_records'],
      queryFn: () => listDayRecords(store, scope, day),
    }),
};

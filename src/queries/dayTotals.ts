import { getTakings } from '@/features/shared/dayTotals';

import { tableQuery, type Source } from './query';

export const dayTotalsQueries = {
  /** What was saved on this phone on a day, by capture. */
  day: ({ store, scope }: Source, day: string) =>
    tableQuery({
      queryKey: ['dayTotals', scope.id, day],
      tables: ['facts'],
      queryFn: () => getTakings(store, scope, day),
    }),
};

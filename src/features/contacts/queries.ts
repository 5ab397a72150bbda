import { keepPreviousData } from '@tanstack/react-query';

import { tableQuery, type Source } from '@/queries/query';

import { type ListWindows } from './listWindows';

export const contactWindowQueries = {
  /** The rows around the screen. */
  window: ({ scope }: Source, windows: ListWindows, index: number) =>
    tableQuery({
      queryKey: ['contacts', scope.id, 'window', index],
      tables: ['contacts', 'outbox'],
      queryFn: () => windows.read(index),
      placeholderData: keepPreviousData,
      // An old window would move the rows back.
      gcTime: 0,
    }),
};

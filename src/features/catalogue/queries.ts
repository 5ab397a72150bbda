import { queryOptions } from '@tanstack/react-query';

import { listDonationPrices, listMembershipPriceGroups } from '@/db/prices';
import { getTransactionSettings } from '@/db/settings';
import { listTransactionStatuses } from '@/db/statuses';
import { type Runtime } from '@/features/shared/runtime';

type Source = Pick<Runtime, 'store' | 'scope'>;

/** Keys begin with `catalogue`, which prices, statuses and settings make stale. */
export const catalogueQueries = {
  whole: ({ store, scope }: Source) =>
    queryOptions({
      queryKey: ['catalogue', scope.id, 'whole'],
      queryFn: () =>
        store.read(async (reader) => ({
          groups: await listMembershipPriceGroups(reader, scope),
          donations: await listDonationPrices(reader, scope),
          statuses: await listTransactionStatuses(reader, scope),
          settings: await getTransactionSettings(reader, scope),
        })),
    }),
};

import { listDonationPrices, listMembershipPriceGroups } from '@/db/prices';
import { getTransactionSettings } from '@/db/settings';
import { listTransactionStatuses } from '@/db/statuses';

import { tableQuery, type Source } from './query';

/** Prices, statuses and finance settings of the space. */
export const catalogueQueries = {
  all: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['catalogue', scope.id, 'all'],
      tables: ['membership_price_groups', 'donation_prices', 'transaction_statuses', 'transaction_settings'],
      queryFn: () =>
        store.read(async (reader) => ({
          membershipPriceGroups: await listMembershipPriceGroups(reader, scope),
          donationPrices: await listDonationPrices(reader, scope),
          statuses: await listTransactionStatuses(reader, scope),
          settings: await getTransactionSettings(reader, scope),
        })),
    }),
  settings: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['catalogue', scope.id, 'settings'],
      tables: ['transaction_settings'],
      queryFn: () => getTransactionSettings(store, scope),
    }),
};

import { applyActions } from '@/db/actions';
import { applyBundles } from '@/db/ledger/bundles';
import { applyContacts } from '@/db/contacts';
import { applyDonationPrices, applyMembershipPriceGroups } from '@/db/prices';
import { applyPublicTeams } from '@/db/publicTeams';
import { applyRoles } from '@/db/roles';
import { applyTransactionStatuses } from '@/db/statuses';
import { applyTeams } from '@/db/teams';
import { applyUsers } from '@/db/users';

import { readResource } from './readResource';
import { defineList } from './pullList';

const idOf = (record: { id: number }) => record.id;

export const actions = defineList({
  list: 'actions',
  isPaged: false,
  read: (transport, call) => readResource(transport, { endpoint: 'listActions', ...call }),
  idOf: (record) => record.Action.id,
  apply: applyActions,
});

export const teams = defineList({
  list: 'teams',
  isPaged: false,
  read: (transport, { signal, ifNoneMatch }) =>
    readResource(transport, { endpoint: 'listTeams', signal, ifNoneMatch }),
  idOf,
  apply: applyTeams,
});

export const publicTeams = defineList({
  list: 'public_teams',
  isPaged: false,
  read: (transport, { signal, ifNoneMatch }) =>
    readResource(transport, { endpoint: 'listPublicTeams', signal, ifNoneMatch }),
  idOf,
  apply: applyPublicTeams,
});

export const users = defineList({
  list: 'users',
  isPaged: true,
  read: (transport, call) => readResource(transport, { endpoint: 'listUsers', ...call }),
  idOf,
  apply: applyUsers,
});

export const roles = defineList({
  list: 'roles',
  isPaged: false,
  read: (transport, { signal, ifNoneMatch }) =>
    readResource(transport, { endpoint: 'listRoles', signal, ifNoneMatch }),
  idOf,
  apply: applyRoles,
});

export const membershipPriceGroups = defineList({
  list: 'membership_price_groups',
  isPaged: true,
  read: (transport, call) => readResource(transport, { endpoint: 'listMembershipPriceGroups', ...call }),
  idOf,
  apply: applyMembershipPriceGroups,
});

export const donationPrices = defineList({
  list: 'donation_prices',
  isPaged: true,
  read: (transport, call) => readResource(transport, { endpoint: 'listDonationPrices', ...call }),
  idOf,
  apply: applyDonationPrices,
});

export const statuses = defineList({
  list: 'transaction_statuses',
  isPaged: true,
  read: (transport, call) => readResource(transport, { endpoint: 'listTransactionStatuses', ...call }),
  idOf,
  apply: applyTransactionStatuses,
});

export const bundles = defineList({
  list: 'transaction_bundles',
  isPaged: true,
  read: (transport, call) => readResource(transport, { endpoint: 'listBundles', ...call }),
  idOf,
  apply: applyBundles,
});

export const contacts = defineList({
  list: 'contacts',
  isPaged: true,
  read: (transport, call) => readResource(transport, { endpoint: 'listContacts', ...call }),
  idOf,
  apply: applyContacts,
});

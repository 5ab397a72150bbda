import { applyActions } from '@/db/actions';
import { applyBundles } from '@/db/ledger/bundles';
import { applyContacts } from '@/db/contacts';
import { applyDonationPrices, applyMembershipPriceGroups } from '@/db/prices';
import { applyPublicTeams } from '@/db/publicTeams';
import { applyRoles } from '@/db/roles';
import { applyTransactionStatuses } from '@/db/statuses';
import { applyTeams } from '@/db/teams';
import { applyUsers } from '@/db/users';

import { ask } from './ask';
import { pullable } from './pullList';

const idOf = (record: { id: number }) => record.id;

export const actions = pullable({
  list: 'actions',
  isPaged: false,
  ask: (transport, call) => ask(transport, { endpoint: 'listActions', ...call }),
  idOf: (record) => record.Action.id,
  apply: applyActions,
});

export const teams = pullable({
  list: 'teams',
  isPaged: false,
  ask: (transport, { signal, ifNoneMatch }) => ask(transport, { endpoint: 'listTeams', signal, ifNoneMatch }),
  idOf,
  apply: applyTeams,
});

export const publicTeams = pullable({
  list: 'public_teams',
  isPaged: false,
  ask: (transport, { signal, ifNoneMatch }) =>
    ask(transport, { endpoint: 'listPublicTeams', signal, ifNoneMatch }),
  idOf,
  apply: applyPublicTeams,
});

export const users = pullable({
  list: 'users',
  isPaged: true,
  ask: (transport, call) => ask(transport, { endpoint: 'listUsers', ...call }),
  idOf,
  apply: applyUsers,
});

export const roles = pullable({
  list: 'roles',
  isPaged: false,
  ask: (transport, { signal, ifNoneMatch }) => ask(transport, { endpoint: 'listRoles', signal, ifNoneMatch }),
  idOf,
  apply: applyRoles,
});

export const membershipPriceGroups = pullable({
  list: 'membership_price_groups',
  isPaged: true,
  ask: (transport, call) => ask(transport, { endpoint: 'listMembershipPriceGroups', ...call }),
  idOf,
  apply: applyMembershipPriceGroups,
});

export const donationPrices = pullable({
  list: 'donation_prices',
  isPaged: true,
  ask: (transport, call) => ask(transport, { endpoint: 'listDonationPrices', ...call }),
  idOf,
  apply: applyDonationPrices,
});

export const statuses = pullable({
  list: 'transaction_statuses',
  isPaged: true,
  ask: (transport, call) => ask(transport, { endpoint: 'listTransactionStatuses', ...call }),
  idOf,
  apply: applyTransactionStatuses,
});

export const bundles = pullable({
  list: 'transaction_bundles',
  isPaged: true,
  ask: (transport, call) => ask(transport, { endpoint: 'listBundles', ...call }),
  idOf,
  apply: applyBundles,
});

export const contacts = pullable({
  list: 'contacts',
  isPaged: true,
  ask: (transport, call) => ask(transport, { endpoint: 'listContacts', ...call }),
  idOf,
  apply: applyContacts,
});

import { type DonationPrice, type MembershipPriceGroup } from '@/contract/price';

import { sortKeyOf } from '@/domain/fold';
import { recordTable } from './recordTable';

const groups = recordTable<MembershipPriceGroup>('membership_price_groups', {
  idOf: (group) => group.id,
  sortKey: (group) => sortKeyOf(group.name),
});

export const applyMembershipPriceGroups = groups.apply;
export const removeMembershipPriceGroups = groups.remove;
/** Includes hidden ones, flagged; a form that offers prices excludes them. */
export const listMembershipPriceGroups = groups.list;

/** Amounts sort as numbers: the smallest gift first. */
const sortableAmount = (amount: number) => String(amount).padStart(16, '0');

const donations = recordTable<DonationPrice>('donation_prices', {
  idOf: (price) => price.id,
  sortKey: (price) => `${sortableAmount(price.amount ?? 0)} ${sortKeyOf(price.name)}`,
});

export const applyDonationPrices = donations.apply;
export const removeDonationPrices = donations.remove;
/** By amount. Includes hidden ones, flagged; a form that offers prices excludes them. */
export const listDonationPrices = donations.list;

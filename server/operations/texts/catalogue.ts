import type { catalogueEndpoints } from '@/contract/endpoints/catalogue';

import { PAGED, type EndpointTexts, describe } from './describe';

export const catalogueTexts: Readonly<Record<keyof typeof catalogueEndpoints, EndpointTexts>> = {
  listTransactionStatuses: describe(
    'Transaction bundles',
    'List the transaction statuses',
    `Includes archived ones, which are marked. ${PAGED}`
  ),
  getTransactionSettings: describe('Transaction bundles', 'Read the transaction settings of the space'),
  listMembershipPriceGroups: describe(
    'Prices',
    'List membership prices by group',
    `Includes hidden ones, which are marked. ${PAGED}`
  ),
  listDonationPrices: describe(
    'Prices',
    'List donation prices',
    `Includes hidden ones, which are marked. ${PAGED}`
  ),
  createDonationPrice: describe('Prices', 'Add a donation price', 'For admins.'),
  updateDonationPrice: describe(
    'Prices',
    'Change a donation price',
    'For admins. Changes the given fields only; null clears one. Nothing is deleted: a record is hidden or archived. With If-Match (the ETag of the list with limit=1000), the service refuses the request if the list has changed.'
  ),
  createMembershipPriceGroup: describe('Prices', 'Add a group of membership prices', 'For admins.'),
  updateMembershipPriceGroup: describe(
    'Prices',
    'Change a group of membership prices',
    'For admins. Changes the given fields only; null clears one. Nothing is deleted: a record is hidden or archived. With If-Match (the ETag of the list with limit=1000), the service refuses the request if the list has changed.'
  ),
  createMembershipPrice: describe(
    'Prices',
    'Add a membership price',
    'For admins. The response is the group of the price.'
  ),
  updateMembershipPrice: describe(
    'Prices',
    'Change a membership price',
    'For admins. Changes the given fields only; null clears one. Nothing is deleted: a record is hidden or archived. With If-Match (the ETag of the list with limit=1000), the service refuses the request if the list has changed. The response is the group of the price.'
  ),
  createTransactionStatus: describe('Transaction bundles', 'Add a transaction status', 'For admins.'),
  updateTransactionStatus: describe(
    'Transaction bundles',
    'Change a transaction status',
    'For admins. Changes the given fields only; null clears one. Nothing is deleted: a record is hidden or archived. With If-Match (the ETag of the list with limit=1000), the service refuses the request if the list has changed.'
  ),
  updateTransactionSettings: describe(
    'Transaction bundles',
    'Change the transaction settings',
    'For admins. Changes the given fields only; null clears one. Payment methods that are not listed are hidden. `rules` are limits for captures in minor units.'
  ),
};

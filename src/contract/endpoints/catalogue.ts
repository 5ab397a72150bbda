import {
  DonationPriceCreateRequest,
  DonationPriceResponse,
  DonationPriceUpdateRequest,
  MembershipPriceCreateRequest,
  MembershipPriceUpdateRequest,
  PriceGroupCreateRequest,
  PriceGroupResponse,
  PriceGroupUpdateRequest,
  StatusCreateRequest,
  StatusResponse,
  StatusUpdateRequest,
  TransactionSettingsUpdateRequest,
} from '../catalogueWrite';
import { envelopedList, envelopedOne } from '../envelope';
import {
  DonationPriceListResponse,
  DonationPriceRead,
  MembershipPriceGroupListResponse,
  MembershipPriceGroupRead,
} from '../price';
import { IdParams, PageQuery } from '../primitives';
import { TransactionSettingsRead, TransactionSettingsResponse } from '../settings';
import { TransactionStatusListResponse, TransactionStatusRead } from '../status';
import { get, post, patch, type Endpoint } from './endpoint';

const readDonationPrice = envelopedOne(DonationPriceRead);
const readPriceGroup = envelopedOne(MembershipPriceGroupRead);
const readStatus = envelopedOne(TransactionStatusRead);

/** Prices, statuses and settings. */
export const catalogueEndpoints = {
  listMembershipPriceGroups: {
    ...get,
    path: '/v1/membership_price_groups',
    query: PageQuery,
    response: MembershipPriceGroupListResponse,
    read: envelopedList(MembershipPriceGroupRead),
  },
  listDonationPrices: {
    ...get,
    path: '/v1/donation_prices',
    query: PageQuery,
    response: DonationPriceListResponse,
    read: envelopedList(DonationPriceRead),
  },
  listTransactionStatuses: {
    ...get,
    path: '/v1/transaction_statuses',
    query: PageQuery,
    response: TransactionStatusListResponse,
    read: envelopedList(TransactionStatusRead),
  },
  getTransactionSettings: {
    ...get,
    path: '/v1/transaction_settings',
    response: TransactionSettingsResponse,
    read: envelopedOne(TransactionSettingsRead),
  },
  createDonationPrice: {
    ...post,
    path: '/v1/donation_prices',
    body: DonationPriceCreateRequest,
    response: DonationPriceResponse,
    read: readDonationPrice,
    extension: 'catalogue_write',
  },
  updateDonationPrice: {
    ...patch,
    path: '/v1/donation_prices/:id',
    params: IdParams,
    body: DonationPriceUpdateRequest,
    response: DonationPriceResponse,
    read: readDonationPrice,
    extension: 'catalogue_write',
  },
  createMembershipPriceGroup: {
    ...post,
    path: '/v1/membership_price_groups',
    body: PriceGroupCreateRequest,
    response: PriceGroupResponse,
    read: readPriceGroup,
    extension: 'catalogue_write',
  },
  updateMembershipPriceGroup: {
    ...patch,
    path: '/v1/membership_price_groups/:id',
    params: IdParams,
    body: PriceGroupUpdateRequest,
    response: PriceGroupResponse,
    read: readPriceGroup,
    extension: 'catalogue_write',
  },
  createMembershipPrice: {
    ...post,
    path: '/v1/membership_prices',
    body: MembershipPriceCreateRequest,
    response: PriceGroupResponse,
    read: readPriceGroup,
    extension: 'catalogue_write',
  },
  updateMembershipPrice: {
    ...patch,
    path: '/v1/membership_prices/:id',
    params: IdParams,
    body: MembershipPriceUpdateRequest,
    response: PriceGroupResponse,
    read: readPriceGroup,
    extension: 'catalogue_write',
  },
  createTransactionStatus: {
    ...post,
    path: '/v1/transaction_statuses',
    body: StatusCreateRequest,
    response: StatusResponse,
    read: readStatus,
    extension: 'catalogue_write',
  },
  updateTransactionStatus: {
    ...patch,
    path: '/v1/transaction_statuses/:id',
    params: IdParams,
    body: StatusUpdateRequest,
    response: StatusResponse,
    read: readStatus,
    extension: 'catalogue_write',
  },
  updateTransactionSettings: {
    ...patch,
    path: '/v1/transaction_settings',
    body: TransactionSettingsUpdateRequest,
    response: TransactionSettingsResponse,
    read: envelopedOne(TransactionSettingsRead),
    extension: 'catalogue_write',
  },
} as const satisfies Record<string, Endpoint>;

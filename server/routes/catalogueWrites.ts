import { EXTENSION_HEADERS } from '@/contract/extensions';
import { PAGE_MAXIMUM } from '@/contract/primitives';
import { isCurrency } from '@/domain/currencies';
import { isIban } from '@/domain/girocode';

import { type Input, type Service, serveWrite } from '../http/endpoint';
import { refuseStale } from '../http/etag';
import { ProblemError, invalid } from '../http/problems';
import { requireAdmin } from '../http/rights';
import {
  getTransactionSettings,
  listDonationPrices,
  listDonationPricesByIds,
  listMembershipPriceGroups,
  listMembershipPriceGroupsByIds,
  listTransactionStatuses,
  listTransactionStatusesByIds,
} from '../store/catalogue';
import {
  type ItemKind,
  getGroupOfPrice,
  insertItem,
  lockItem,
  lockSettings,
  updateItem,
  updateSettings,
} from '../store/catalogueWrites';
import type { Caller, Tx } from '../store/database';
import { violatedConstraint } from '../store/postgresErrors';

/** Prices, statuses and settings, written by admins. */
export function registerCatalogueWrites(service: Service): void {
  serveWrite(service, 'createDonationPrice', async (tx, caller, { body }) =>
    donationPrice(tx, await add(tx, caller, 'donation_price', body.data))
  );
  serveWrite(service, 'updateDonationPrice', async (tx, caller, { params, body, headers }) => {
    await change(tx, caller, 'donation_price', params.id, body.data, headers);
    return donationPrice(tx, params.id);
  });

  serveWrite(service, 'createMembershipPriceGroup', async (tx, caller, { body }) =>
    priceGroup(tx, await add(tx, caller, 'membership_price_group', body.data))
  );
  serveWrite(service, 'updateMembershipPriceGroup', async (tx, caller, { params, body, headers }) => {
    await change(tx, caller, 'membership_price_group', params.id, body.data, headers);
    return priceGroup(tx, params.id);
  });
  serveWrite(
    service,
    'createMembershipPrice',
    async (tx, caller, { body }) => {
      const id = await add(tx, caller, 'membership_price', body.data);
      return priceGroup(tx, await getGroupOfPrice(tx, id));
    },
    refuseReference
  );
  serveWrite(
    service,
    'updateMembershipPrice',
    async (tx, caller, { params, body, headers }) => {
      await change(tx, caller, 'membership_price', params.id, body.data, headers);
      return priceGroup(tx, await getGroupOfPrice(tx, params.id));
    },
    refuseReference
  );

  serveWrite(service, 'createTransactionStatus', async (tx, caller, { body }) =>
    transactionStatus(tx, await add(tx, caller, 'transaction_status', body.data))
  );
  serveWrite(service, 'updateTransactionStatus', async (tx, caller, { params, body, headers }) => {
    await change(tx, caller, 'transaction_status', params.id, body.data, headers);
    return transactionStatus(tx, params.id);
  });

  serveWrite(
    service,
    'updateTransactionSettings',
    async (tx, caller, { body, headers }) => {
      requireAdmin(caller);
      refuseUnknownCurrency(body.data);
      if (body.data.transfer && !isIban(body.data.transfer.iban))
        throw invalid('body/data/transfer/iban', 'has a wrong digit');
      await lockSettings(tx);
      const before = await getTransactionSettings(tx);
      if (before) refuseStale(headers, { status: 'success', data: before });
      await updateSettings(tx, caller, body.data);
      const after = await getTransactionSettings(tx);
      if (!after) throw new ProblemError('not_found');
      return { status: 'success', data: after };
    },
    refuseReference
  );
}

/** If-Match has the ETag of the list with this limit: the lists of a catalogue are short. */
const ALL = { limit: PAGE_MAXIMUM, offset: 0 };

/** The list that contains a record. */
const listOf = {
  donation_price: listDonationPrices,
  membership_price: listMembershipPriceGroups,
  membership_price_group: listMembershipPriceGroups,
  transaction_status: listTransactionStatuses,
} satisfies Record<ItemKind, unknown>;

type Headers = Input<'updateDonationPrice'>['headers'];

/** What a new record has unless the request says otherwise. */
const DEFAULTS = { hidden: false, archived: false, allow_custom_amount: false };

function add(tx: Tx, caller: Caller, kind: ItemKind, values: object): Promise<number> {
  requireAdmin(caller);
  refuseUnknownCurrency(values);
  return insertItem(tx, caller, kind, { ...DEFAULTS, ...values });
}

async function change(
  tx: Tx,
  caller: Caller,
  kind: ItemKind,
  id: number,
  values: object,
  headers: Headers
): Promise<void> {
  requireAdmin(caller);
  refuseUnknownCurrency(values);
  // Before the comparison: of two requests with one ETag the second sees what the first wrote.
  if (!(await lockItem(tx, kind, id))) throw new ProblemError('not_found');
  if (headers[EXTENSION_HEADERS.ifMatch] !== undefined) {
    const { records, total } = await listOf[kind](tx, ALL);
    refuseStale(headers, { status: 'success', data: records, total });
  }
  await updateItem(tx, kind, id, { ...values });
}

/** No payment can be made in it. */
function refuseUnknownCurrency(values: object): void {
  if ('currency' in values && !isCurrency(String(values.currency)))
    throw invalid('body/data/currency', 'is not a currency');
}

async function donationPrice(tx: Tx, id: number) {
  return one(await listDonationPricesByIds(tx, [id]));
}

async function priceGroup(tx: Tx, id: number) {
  return one(await listMembershipPriceGroupsByIds(tx, [id]));
}

async function transactionStatus(tx: Tx, id: number) {
  return one(await listTransactionStatusesByIds(tx, [id]));
}

function one<Record>([record]: Record[]): { status: 'success'; data: Record } {
  if (record === undefined) throw new ProblemError('not_found');
  return { status: 'success', data: record };
}

/** A group, status or price that this space does not have. */
function refuseReference(_tx: Tx, _input: unknown, error: unknown): Promise<never> {
  const [, field] =
    /_((?:default_)?(?:membership_price_group|status|membership_price|donation_price))_id/.exec(
      violatedConstraint(error) ?? ''
    ) ?? [];
  if (field === undefined) return Promise.reject(error);
  return Promise.reject(invalid(`body/data/${field}_id`, 'this space has no such record'));
}

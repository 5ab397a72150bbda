import { BundleCreateRequest } from '@/contract/bundle';
import { type NewOutboxRow } from '@/db/outbox/outbox';
import { type ShownBundle } from '@/db/outbox/pendingBundles';
import { entityOf } from '@/domain/entity';
import { dividePromise, promiseDetails, type PromisedPart, withoutPromise } from '@/domain/promise';

/** What the payment at `place` promised of each item, and what is left of it: memberships are paid first. */
function divideItems({ transactions, memberships, donations }: ShownBundle, place: number, left: number) {
  const amounts = [...memberships, ...donations].map(({ amount = 0 }) => amount);
  const before = transactions.slice(0, place).reduce((sum, { amount = 0 }) => sum + amount, 0);
  const parts = dividePromise(amounts, { before, amount: transactions[place]?.amount ?? 0, left });
  return { memberships: parts.slice(0, memberships.length), donations: parts.slice(memberships.length) };
}

/** The changes to the items of a promise of which `left` is not paid. Every promised donation is among them: it gets a day. */
export function paidItems(bundle: ShownBundle, place: number, left: number) {
  const parts = divideItems(bundle, place, left);
  const changed = (part: PromisedPart, at: number) => (part.left === 0 ? { at } : { at, amount: part.kept });
  return {
    memberships: parts.memberships.map(changed).filter((item) => 'amount' in item),
    donations: parts.donations.flatMap((part, at) => (part.promised === 0 ? [] : [changed(part, at)])),
  };
}

interface Rest {
  id: string;
  externalId: number;
  amount: number;
  callBack: string | null;
  /** The id of the payment of the other part: two phones may have paid a part of one promise. */
  of: string;
  /** That of unpaid money; null where the space has none. */
  statusId: number | null;
}

/** The row of a new promise: what is left of one that is paid in part, by the same person for the same things. */
export function restRow(bundle: ShownBundle, place: number, rest: Rest, who: string | null): NewOutboxRow {
  const promised = bundle.transactions[place] ?? {};
  const { contact_id, currency = '', code_campaign, comment, comment_date, date } = promised;
  const parts = divideItems(bundle, place, rest.amount);
  const transaction = {
    amount: rest.amount,
    unpaid_amount: rest.amount,
    currency,
    payment_method_kind: promised.payment_method_kind,
    payment_method: {
      ...withoutPromise(promised.payment_method),
      ...promiseDetails({ callBack: rest.callBack }, rest.of),
    },
    ...given({ contact_id, code_campaign, comment, comment_date, date }),
    ...(rest.statusId === null ? {} : { status_id: rest.statusId }),
    delivery_token: rest.id,
    external_transaction_id: rest.externalId,
  };
  const request = BundleCreateRequest.parse({
    data: {
      transactions: [transaction],
      memberships: bundle.memberships.flatMap((item, at) =>
        leftOf(item, membershipFields, parts.memberships[at]?.left)
      ),
      donations: bundle.donations.flatMap((item, at) =>
        leftOf(item, donationFields, parts.donations[at]?.left)
      ),
    },
  });
  return {
    id: rest.id,
    kind: 'bundle_create',
    entity: entityOf('bundle', rest.id),
    body: JSON.stringify(request),
    bodyVersion: 1,
    ...(who === null ? {} : { who }),
    // No currency: no sum counts a promise.
    amount: rest.amount,
    ...(contact_id === undefined ? {} : { contactId: contact_id }),
    externalTransactionId: rest.externalId,
  };
}

const personFields = ['contact_id', 'comment', 'currency'] as const;
const donationFields = [...personFields, 'date', 'donation_price_id', 'affectation'] as const;
const membershipFields = [
  ...personFields,
  'start_date',
  'end_date',
  'membership_price_id',
  'rolling_year',
] as const;

/** An item with the part that is left; none for one that is paid. What other systems added to it is not copied. */
function leftOf<T extends object>(item: T, fields: readonly (keyof T)[], left = 0): object[] {
  if (left === 0) return [];
  return [{ ...given(Object.fromEntries(fields.map((name) => [name, item[name]]))), amount: left }];
}

/** The fields that have a value. */
const given = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

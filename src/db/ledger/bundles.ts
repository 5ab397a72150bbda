import { type BatchState } from '@/contract/batch';
import {
  type BundleHistoryEntry,
  type Donation,
  type Membership,
  type Transaction as BundleTransaction,
  type TransactionBundle,
} from '@/contract/bundle';
import { sortKeyOf } from '@/domain/fold';
import { detailText, type PaymentDetails } from '@/domain/paymentDetails';
import { readSupporter } from '@/domain/contacts/supporter';

import {
  insertMany,
  insertPreparedReturningIds,
  lastOfEachId,
  prepareMany,
  removeByIds,
  replaceWhereDifferent,
  type BulkInsert,
} from '../bulk';
import { splitTimestamp } from '../timestamp';
import { tokenOf } from './markers';
import { parseBody, type PreparedRecords } from '../recordTable';
import { type Scope } from '../scopes';
import { type Reader, type Transaction } from '../store';
import { addContactsToFetch } from '../pull/contactsToFetch';
import { getFact } from '../facts';

const insertBundles: BulkInsert = {
  into: 'transaction_bundles',
  shared: ['scope_id'],
  columns: ['id', 'delivery_token', 'external_transaction_id', 'body'],
  onConflict: `${replaceWhereDifferent(
    ['scope_id', 'id'],
    ['delivery_token', 'external_transaction_id', 'body']
  )} RETURNING id`,
};

const insertTransactions: BulkInsert = {
  into: 'bundle_transactions',
  shared: ['scope_id'],
  columns: [
    'bundle_id',
    'position',
    'day',
    'date',
    'amount',
    'reimbursed',
    'unpaid',
    'currency',
    'payment_method_kind',
    'status_id',
    'contact_id',
    'code_campaign',
    'with_donation',
    'with_membership',
    'recorded_by',
    'received_by',
    'reference',
    'supporter',
    'banked',
    'banked_at',
  ],
  onConflict: '',
};

const insertContacts: BulkInsert = {
  into: 'bundle_contacts',
  shared: ['scope_id'],
  columns: ['contact_id', 'bundle_id'],
  onConflict: 'ON CONFLICT DO NOTHING',
};

/** A bundle with what can be done to it ahead: its text. Its lines are made of those alone that changed. */
export type ReadyBundle = { id: number; bundle: TransactionBundle; body: string };

export const readyBundle = (bundle: TransactionBundle): ReadyBundle => ({
  id: bundle.id,
  bundle,
  body: JSON.stringify(bundle),
});

/**
 * Makes a page of bundles ready to be written with the lines the ledger reads and the people they are about. Only bundles
 * that changed have their lines written again; contacts that are not on the phone are added to the fetch queue.
 */
export function prepareBundles(page: readonly ReadyBundle[]): PreparedRecords {
  const bundles = lastOfEachId(page);
  const rows = prepareMany(
    insertBundles,
    bundles.map(({ id, bundle, body }) => [id, tokenOf(bundle), externalIdOf(bundle), body])
  );
  return async (tx, scope) => {
    const written = await insertPreparedReturningIds(tx, rows, [scope.id]);
    const changed = bundles.filter(({ id }) => written.has(id)).map(({ bundle }) => bundle);
    if (changed.length > 0) await applyLines(tx, scope, changed);
  };
}

export function applyBundles(
  tx: Transaction,
  scope: Scope,
  page: readonly TransactionBundle[]
): Promise<void> {
  return prepareBundles(page.map(readyBundle))(tx, scope);
}

async function applyLines(
  tx: Transaction,
  scope: Scope,
  changed: readonly TransactionBundle[]
): Promise<void> {
  await removeLines(
    tx,
    scope,
    changed.map((bundle) => bundle.id)
  );
  await insertMany(tx, insertTransactions, [scope.id], changed.flatMap(linesOf));
  const people = changed.map((bundle) => ({ bundle, contactIds: contactsOf(bundle) }));
  await insertMany(
    tx,
    insertContacts,
    [scope.id],
    people.flatMap(({ bundle, contactIds }) => contactIds.map((id) => [id, bundle.id]))
  );
  // The choice of a person whose people are on this phone also counts for the givers: the others are fetched when opened.
  if ((await getFact(tx, scope, 'held_actions')) !== null) return;
  await addContactsToFetch(
    tx,
    scope,
    people.flatMap(({ contactIds }) => contactIds)
  );
}

/** Some services fill in 0 where there is none. */
function externalIdOf(bundle: TransactionBundle): number | null {
  return (
    bundle.transactions?.find((transaction) => transaction.external_transaction_id)
      ?.external_transaction_id ?? null
  );
}

/** The states of a batch that is at the bank. */
const banked: ReadonlySet<string> = new Set<BatchState>(['deposited', 'reconciled']);

function linesOf(bundle: TransactionBundle) {
  const withDonation = (bundle.donations ?? []).length > 0 ? 1 : 0;
  const withMembership = (bundle.memberships ?? []).length > 0 ? 1 : 0;
  return (bundle.transactions ?? []).map((transaction, position) => {
    const { day, date } = splitTimestamp(transaction.date);
    const deposit = bundle.batches?.find(
      ({ transaction_id: id, state = 'open' }) => id === transaction.id && banked.has(state)
    );
    return [
      bundle.id,
      position,
      day,
      date,
      transaction.amount ?? 0,
      transaction.reimbursed_amount ?? 0,
      transaction.unpaid_amount ?? 0,
      (transaction.currency ?? '').toUpperCase(),
      transaction.payment_method_kind ?? '',
      transaction.status_id ?? null,
      transaction.contact_id ?? null,
      transaction.code_campaign || null,
      withDonation,
      withMembership,
      bundle.created_by ?? null,
      bundle.received_by ?? bundle.created_by ?? null,
      referenceOf(transaction.payment_method),
      supporterOf(transaction),
      deposit === undefined ? null : (deposit.amount ?? 0),
      deposit?.deposited_at ?? null,
    ];
  });
}

/** What a payment is searched by, as typed in any case. */
function referenceOf(details: PaymentDetails = {}): string | null {
  const text = detailText(details, 'number') || detailText(details, 'terminal_reference');
  return text.trim().toLowerCase() || null;
}

function supporterOf({ contact_id: contactId, comment = '' }: BundleTransaction): string | null {
  const found = contactId === undefined ? readSupporter(comment) : null;
  return found === null ? null : ` ${sortKeyOf(found.supporter.name)}`;
}

type People = {
  transactions?: Pick<BundleTransaction, 'contact_id'>[];
  memberships?: Pick<Membership, 'contact_id'>[];
  donations?: Pick<Donation, 'contact_id'>[];
};

/** Everyone a bundle is about: who paid, and for whom. */
export function contactsOf({ transactions = [], memberships = [], donations = [] }: People): number[] {
  const ids = [...transactions, ...memberships, ...donations].flatMap((item) => item.contact_id ?? []);
  return [...new Set(ids)];
}

async function removeLines(tx: Transaction, scope: Scope, ids: readonly number[]): Promise<void> {
  await removeByIds(tx, 'bundle_transactions', scope, ids, 'bundle_id');
  await removeByIds(tx, 'bundle_contacts', scope, ids, 'bundle_id');
}

export async function removeBundles(tx: Transaction, scope: Scope, ids: readonly number[]): Promise<void> {
  await removeLines(tx, scope, ids);
  await removeByIds(tx, 'transaction_bundles', scope, ids);
  await removeByIds(tx, 'bundle_history', scope, ids, 'bundle_id');
}

/** A bundle as in the last download. `pendingBundles.ts` applies the unsent changes. */
export async function getBundle(reader: Reader, scope: Scope, id: number): Promise<TransactionBundle | null> {
  const row = await reader.get<{ body: string }>(
    'SELECT body FROM transaction_bundles WHERE scope_id = ? AND id = ?',
    [scope.id, id]
  );
  return row ? parseBody<TransactionBundle>(row.body) : null;
}

/** Stores the history of a bundle, oldest first. */
export async function applyBundleHistory(
  tx: Transaction,
  scope: Scope,
  bundleId: number,
  entries: readonly BundleHistoryEntry[]
): Promise<void> {
  await tx.run(
    `INSERT INTO bundle_history (scope_id, bundle_id, body) VALUES (?, ?, ?)
     ON CONFLICT (scope_id, bundle_id) DO UPDATE SET body = excluded.body WHERE body IS NOT excluded.body`,
    [scope.id, bundleId, JSON.stringify(entries)]
  );
}

/** The history of a bundle, or null when it was never read on this phone. */
export async function getBundleHistory(
  reader: Reader,
  scope: Scope,
  bundleId: number
): Promise<BundleHistoryEntry[] | null> {
  const row = await reader.get<{ body: string }>(
    'SELECT body FROM bundle_history WHERE scope_id = ? AND bundle_id = ?',
    [scope.id, bundleId]
  );
  return row ? parseBody<BundleHistoryEntry[]>(row.body) : null;
}

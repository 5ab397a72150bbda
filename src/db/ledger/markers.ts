import { type TransactionBundle } from '@/contract/bundle';

import { parseBody } from '../recordTable';
import { type Scope } from '../scopes';
import { type Reader } from '../store';

/** The markers of a capture: the id of its row, and the random number of its transaction. */
export type Markers = { id: string; externalTransactionId: number | null };

/** The downloaded bundle that has a marker of a row, the oldest if it arrived twice. */
export async function getBundleByMarker(
  reader: Reader,
  scope: Scope,
  { id, externalTransactionId }: Markers
): Promise<TransactionBundle | null> {
  const row = await reader.get<{ body: string }>(
    `SELECT id, body FROM transaction_bundles WHERE scope_id = ?1 AND delivery_token = ?2
     UNION ALL
     SELECT id, body FROM transaction_bundles WHERE scope_id = ?1 AND external_transaction_id = ?3
     ORDER BY id LIMIT 1`,
    [scope.id, id, externalTransactionId]
  );
  return row ? parseBody<TransactionBundle>(row.body) : null;
}

/** The delivery token of a bundle, if the service returns it. */
export function tokenOf({ transactions = [] }: Pick<TransactionBundle, 'transactions'>): string | null {
  return transactions.find(({ delivery_token: token }) => token)?.delivery_token ?? null;
}

/** Whether a bundle has a marker of a row. */
export function isMarkedBy({ transactions = [] }: TransactionBundle, row: Markers): boolean {
  return transactions.some(
    ({ delivery_token: token, external_transaction_id: external }) =>
      token === row.id || (external !== undefined && external === row.externalTransactionId)
  );
}

const dayMs = 86_400_000;

/** The downloaded bundles with a transaction of this amount, on about this date or without a date. */
export async function listBundlesLike(
  reader: Reader,
  scope: Scope,
  { amount, date }: { amount: number; date: string | null }
): Promise<TransactionBundle[]> {
  const time = date === null ? NaN : Date.parse(date);
  const isoOf = (shift: number) => new Date(time + shift).toISOString();
  const [from, until] = Number.isNaN(time) ? ['', '~'] : [isoOf(-3 * dayMs), isoOf(3 * dayMs)];
  const rows = await reader.all<{ body: string }>(
    `SELECT body FROM transaction_bundles WHERE scope_id = ?1 AND id IN (
       SELECT bundle_id FROM bundle_transactions WHERE scope_id = ?1 AND date >= ?2 AND date <= ?3 AND amount = ?4
       UNION SELECT bundle_id FROM bundle_transactions WHERE scope_id = ?1 AND date = '' AND amount = ?4)
     ORDER BY id`,
    [scope.id, from, until, amount]
  );
  return rows.map(({ body }) => parseBody<TransactionBundle>(body));
}

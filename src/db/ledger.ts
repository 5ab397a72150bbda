import { type SqlValue } from './port';
import { type Scope } from './scopes';
import { type Reader } from './store';

/** Which transactions of the ledger. Moments are ISO 8601 in UTC; `until` is not included. */
export type LedgerFilter = {
  statusId?: number;
  paymentMethodKind?: string;
  kind?: 'donation' | 'membership';
  contactId?: number;
  codeCampaign?: string;
  from?: string;
  until?: string;
  /** Left out: bundles with a correction on this phone, which are shown as corrected instead. */
  exceptBundleIds?: readonly number[];
};

/** One transaction of a bundle, read without opening the bundle. */
export type LedgerLine = {
  bundleId: number;
  position: number;
  date: string;
  amount: number;
  currency: string;
  paymentMethodKind: string;
  statusId: number | null;
  contactId: number | null;
  /** The payer, where their contact is on the phone. */
  name: string | null;
  codeCampaign: string | null;
  withDonation: boolean;
  withMembership: boolean;
};

/** The money of one day by one method in one currency. */
export type LedgerSum = {
  day: string;
  paymentMethodKind: string;
  currency: string;
  count: number;
  amount: number;
};

type Row = Omit<LedgerLine, 'withDonation' | 'withMembership'> & {
  with_donation: number;
  with_membership: number;
};

function conditionsOf(scope: Scope, filter: LedgerFilter): { where: string; params: SqlValue[] } {
  const conditions: [string, ...SqlValue[]][] = [['line.scope_id = ?', scope.id]];
  if (filter.statusId !== undefined) conditions.push(['line.status_id = ?', filter.statusId]);
  if (filter.paymentMethodKind !== undefined) {
    conditions.push(['line.payment_method_kind = ?', filter.paymentMethodKind]);
  }
  if (filter.codeCampaign !== undefined) conditions.push(['line.code_campaign = ?', filter.codeCampaign]);
  if (filter.kind === 'donation') conditions.push(['line.with_donation = 1']);
  if (filter.kind === 'membership') conditions.push(['line.with_membership = 1']);
  if (filter.contactId !== undefined) {
    conditions.push([
      'line.bundle_id IN (SELECT bundle_id FROM bundle_contacts WHERE scope_id = ? AND contact_id = ?)',
      scope.id,
      filter.contactId,
    ]);
  }
  if (filter.from !== undefined) conditions.push(['line.date >= ?', filter.from]);
  if (filter.until !== undefined) conditions.push(['line.date < ?', filter.until]);
  if (filter.exceptBundleIds !== undefined && filter.exceptBundleIds.length > 0) {
    conditions.push([
      'line.bundle_id NOT IN (SELECT value FROM json_each(?))',
      JSON.stringify(filter.exceptBundleIds),
    ]);
  }
  return {
    where: conditions.map(([sql]) => sql).join(' AND '),
    params: conditions.flatMap(([, ...values]) => values),
  };
}

/** A window of the ledger, the latest first. Costs the window, not the ledger. */
export async function listLedger(
  reader: Reader,
  scope: Scope,
  filter: LedgerFilter,
  window: { after?: Pick<LedgerLine, 'date' | 'bundleId' | 'position'>; limit: number }
): Promise<LedgerLine[]> {
  const { where, params } = conditionsOf(scope, filter);
  const { after } = window;
  const rows = await reader.all<Row>(
    `SELECT line.bundle_id AS bundleId, position, date, amount, currency, payment_method_kind AS paymentMethodKind,
       status_id AS statusId, line.contact_id AS contactId, payer.name AS name, code_campaign AS codeCampaign,
       with_donation, with_membership
     FROM bundle_transactions AS line
     LEFT JOIN contacts AS payer ON payer.scope_id = line.scope_id AND payer.id = line.contact_id
     WHERE ${where} ${after ? 'AND (line.date, line.bundle_id, line.position) < (?, ?, ?)' : ''}
     ORDER BY line.date DESC, line.bundle_id DESC, line.position DESC LIMIT ?`,
    [...params, ...(after ? [after.date, after.bundleId, after.position] : []), window.limit]
  );
  return rows.map(({ with_donation, with_membership, ...line }) => ({
    ...line,
    withDonation: with_donation === 1,
    withMembership: with_membership === 1,
  }));
}

/** Sums by day and payment method. A day is that of the reader's clock: minutes east of UTC. */
export async function sumLedger(
  reader: Reader,
  scope: Scope,
  filter: LedgerFilter,
  { offsetMinutes }: { offsetMinutes: number }
): Promise<LedgerSum[]> {
  const { where, params } = conditionsOf(scope, filter);
  return reader.all<LedgerSum>(
    `SELECT date(line.date, ?) AS day, payment_method_kind AS paymentMethodKind, currency, count(*) AS count,
       sum(amount) AS amount
     FROM bundle_transactions AS line WHERE ${where}
     GROUP BY day, payment_method_kind, currency ORDER BY day, payment_method_kind, currency`,
    [`${offsetMinutes} minutes`, ...params]
  );
}

/** The campaign codes that transactions carry, for choosing one. Costs the number of codes, not of transactions. */
export async function listCampaigns(reader: Reader, scope: Scope): Promise<string[]> {
  const rows = await reader.all<{ code: string }>(
    `WITH RECURSIVE codes (code) AS (
       SELECT min(code_campaign) FROM bundle_transactions WHERE scope_id = ?1 AND code_campaign IS NOT NULL
       UNION ALL
       SELECT (SELECT min(code_campaign) FROM bundle_transactions WHERE scope_id = ?1 AND code_campaign > codes.code)
       FROM codes WHERE codes.code IS NOT NULL
     ) SELECT code FROM codes WHERE code IS NOT NULL`,
    [scope.id]
  );
  return rows.map(({ code }) => code);
}

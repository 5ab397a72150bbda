import { lineConditions, valuesOf, whereOf, type LedgerFilter } from './ledger';
import { hasRefund } from '../schema/ledger';
import { type Scope } from '../scopes';
import { type Reader } from '../store';

/** The refunded and the unpaid part of the money in one currency, method and status, by day, recorder and campaign. */
export type LedgerRefund = {
  currency: string;
  /** The day of this phone's calendar. */
  day: string;
  /** The month of UTC, as those that are closed. */
  month: string;
  paymentMethodKind: string;
  recordedBy: number | null;
  codeCampaign: string | null;
  statusId: number | null;
  reimbursed: number;
  unpaid: number;
  /** What of the unpaid part is promised. */
  promised: number;
};

/** An amount of a transaction, read from the body of its bundle. */
const noted = (field: string) =>
  `coalesce(json_extract(bundle.body, '$.transactions[' || line.position || '].${field}'), 0)`;
const [reimbursed, unpaid] = [noted('reimbursed_amount'), noted('unpaid_amount')];
/** The same rule as `promiseIn` (`domain/promise.ts`). */
const isPromise = `${noted('payment_method.promised')} = 1 AND ${unpaid} = line.amount - ${reimbursed}`;

/** The amounts paid back and unpaid of the filtered transactions. Costs the bundles that have such an amount. */
export function sumRefunds(reader: Reader, scope: Scope, filter: LedgerFilter): Promise<LedgerRefund[]> {
  const conditions = lineConditions(scope, filter);
  if (filter.contactId !== undefined) {
    conditions.push([
      `EXISTS (SELECT 1 FROM bundle_contacts AS person WHERE person.scope_id = line.scope_id
        AND person.contact_id = ? AND person.bundle_id = line.bundle_id)`,
      filter.contactId,
    ]);
  }
  return reader.all<LedgerRefund>(
    `SELECT line.currency, line.day, substr(line.date, 1, 7) AS month, line.payment_method_kind AS paymentMethodKind,
       line.recorded_by AS recordedBy, line.code_campaign AS codeCampaign, line.status_id AS statusId,
       sum(${reimbursed}) AS reimbursed, sum(${unpaid}) AS unpaid, sum(CASE WHEN ${isPromise} THEN ${unpaid} ELSE 0 END) AS promised
     FROM transaction_bundles AS bundle INDEXED BY transaction_bundles_with_refund
       CROSS JOIN bundle_transactions AS line ON line.scope_id = bundle.scope_id AND line.bundle_id = bundle.id
     WHERE bundle.scope_id = ? AND ${hasRefund('bundle.body')} AND ${whereOf(conditions)}
     GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(${reimbursed}) <> 0 OR sum(${unpaid}) <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7`,
    [scope.id, ...valuesOf(conditions)]
  );
}

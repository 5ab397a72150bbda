import { type Scope } from '../scopes';
import { type Reader } from '../store';
import { linesOf, valuesOf, whereOf, type LedgerFilter } from './ledger';

/** What the money of the ledger is split by. */
export const ledgerGroups = ['month', 'recorder', 'method', 'campaign'] as const;
export type LedgerGroup = (typeof ledgerGroups)[number];

const columns: Record<LedgerGroup, string> = {
  // Of UTC, as the months that are closed.
  month: 'substr(line.date, 1, 7)',
  recorder: 'line.recorded_by',
  method: 'line.payment_method_kind',
  campaign: 'line.code_campaign',
};

/** The money of one group in one currency and one status. */
export type LedgerPart = {
  key: string | number | null;
  currency: string;
  statusId: number | null;
  count: number;
  amount: number;
};

/** Adds up the filtered lines by group. It reads each of them, so it runs only when a person asks for the parts. */
export function sumGroups(
  reader: Reader,
  scope: Scope,
  filter: LedgerFilter,
  group: LedgerGroup
): Promise<LedgerPart[]> {
  const { from, conditions } = linesOf(scope, filter);
  return reader.all(
    `SELECT ${columns[group]} AS key, line.currency, line.status_id AS statusId, count(*) AS count,
       sum(line.amount) AS amount
     FROM ${from} WHERE ${whereOf(conditions)} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    valuesOf(conditions)
  );
}

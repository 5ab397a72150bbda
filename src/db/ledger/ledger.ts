import { type Donation, type Membership, type TransactionBundle } from '@/contract/bundle';
import { countedParts, type CountedPart } from '@/domain/months';
import { readSupporter } from '@/domain/contacts/supporter';

import { parseBody } from '../recordTable';
import { type Scope } from '../scopes';
import { type Reader } from '../store';

import { searchCondition, type Condition, type LedgerSearch } from './ledgerSearch';

/** Which transactions of the ledger. Timestamps are ISO 8601 in UTC; `until` is excluded. */
export type LedgerFilter = {
  statusId?: number;
  paymentMethodKind?: string;
  kind?: 'donation' | 'membership';
  contactId?: number;
  codeCampaign?: string;
  recordedBy?: number;
  search?: LedgerSearch;
  from?: string;
  until?: string;
  bundleIds?: readonly number[];
  /** Excluded: bundles with a correction on this phone, which are shown as corrected instead. */
  exceptBundleIds?: readonly number[];
};

/** One transaction of a bundle. */
export type LedgerLine = {
  bundleId: number;
  position: number;
  /** The number of the payment at the service. */
  transactionId: number;
  date: string;
  amount: number;
  currency: string;
  paymentMethodKind: string;
  statusId: number | null;
  contactId: number | null;
  /** The payer, where their contact is on the phone, or where they are written into the comment as a new supporter. */
  name: string | null;
  codeCampaign: string | null;
  withDonation: boolean;
  withMembership: boolean;
  reimbursedAmount: number;
  unpaidAmount: number;
  comment: string;
  /** The number of a cheque, the reference of a card terminal; any shape of other systems. */
  details: Record<string, unknown>;
  recordedBy: number | null;
  /** Their name, where this person is on the phone. */
  recorder: string | null;
  /** The number of the deposit batch, for managers. */
  batch: string | null;
  /** The code of the receipt. */
  receipt: string | null;
  /** What counts in another month than that of its date. */
  counted: CountedPart[];
  /** The items of the bundle; at its first transaction only, so that a list of lines contains each of them once. */
  donations: Donation[];
  memberships: Membership[];
};

/** The columns that the ledger is sorted by. */
export const ledgerOrders = [
  'date',
  'amount',
  'name',
  'method',
  'status',
  'recorder',
  'campaign',
  'bundle',
] as const;
export type LedgerOrder = { by: (typeof ledgerOrders)[number]; descending: boolean };

export const latestFirst: LedgerOrder = { by: 'date', descending: true };

const orderColumns: Record<LedgerOrder['by'], string> = {
  date: 'line.date',
  amount: 'line.amount',
  name: 'coalesce(payer.sort_key, ltrim(line.supporter))',
  method: 'line.payment_method_kind',
  status: 'line.status_id',
  recorder: 'recorder.sort_key',
  campaign: 'line.code_campaign',
  bundle: 'line.bundle_id',
};

type Opened =
  | 'transactionId'
  | 'reimbursedAmount'
  | 'unpaidAmount'
  | 'comment'
  | 'details'
  | 'batch'
  | 'receipt'
  | 'counted'
  | 'donations'
  | 'memberships';
type Row = Omit<LedgerLine, 'withDonation' | 'withMembership' | Opened> & {
  with_donation: number;
  with_membership: number;
  body: string | null;
};

export const whereOf = (conditions: readonly Condition[]) => conditions.map(([sql]) => sql).join(' AND ');
export const valuesOf = (conditions: readonly Condition[]) => conditions.flatMap(([, ...values]) => values);

/** The conditions that apply to both lines and sums. */
export function commonConditions(scope: Scope, filter: LedgerFilter): Condition[] {
  const conditions: Condition[] = [['line.scope_id = ?', scope.id]];
  if (filter.statusId !== undefined) conditions.push(['line.status_id = ?', filter.statusId]);
  if (filter.paymentMethodKind !== undefined) {
    conditions.push(['line.payment_method_kind = ?', filter.paymentMethodKind]);
  }
  if (filter.kind === 'donation') conditions.push(['line.with_donation = 1']);
  if (filter.kind === 'membership') conditions.push(['line.with_membership = 1']);
  return conditions;
}

/** Everything of a filter but the contact, which is no column of a line. */
export function lineConditions(scope: Scope, filter: LedgerFilter): Condition[] {
  const conditions = commonConditions(scope, filter);
  if (filter.codeCampaign !== undefined) conditions.push(['line.code_campaign = ?', filter.codeCampaign]);
  if (filter.recordedBy !== undefined) conditions.push(['line.recorded_by = ?', filter.recordedBy]);
  if (filter.search !== undefined) conditions.push(searchCondition(scope, filter.search));
  if (filter.from !== undefined) conditions.push(['line.date >= ?', filter.from]);
  if (filter.until !== undefined) conditions.push(['line.date < ?', filter.until]);
  if (filter.bundleIds !== undefined) {
    conditions.push(['line.bundle_id IN (SELECT value FROM json_each(?))', JSON.stringify(filter.bundleIds)]);
  }
  if (filter.exceptBundleIds !== undefined && filter.exceptBundleIds.length > 0) {
    conditions.push([
      'line.bundle_id NOT IN (SELECT value FROM json_each(?))',
      JSON.stringify(filter.exceptBundleIds),
    ]);
  }
  return conditions;
}

/**
 * The lines of one contact are found through the contact, those of one campaign or recorder through their index (which
 * SQLite does not choose without a hint: it scans all lines), all others in the order of the ledger.
 */
export function linesOf(scope: Scope, filter: LedgerFilter): { from: string; conditions: Condition[] } {
  const conditions = lineConditions(scope, filter);
  if (filter.contactId === undefined) {
    return { from: `bundle_transactions AS line${hintFor(filter)}`, conditions };
  }
  return {
    from: `bundle_contacts AS person CROSS JOIN bundle_transactions AS line
      ON line.scope_id = person.scope_id AND line.bundle_id = person.bundle_id`,
    conditions: [
      ['person.scope_id = ? AND person.contact_id = ?', scope.id, filter.contactId],
      ...conditions,
    ],
  };
}

function hintFor({ codeCampaign, recordedBy, search }: LedgerFilter): string {
  if (search !== undefined) return '';
  if (codeCampaign !== undefined) return ' INDEXED BY bundle_transactions_by_campaign';
  return recordedBy === undefined ? '' : ' INDEXED BY bundle_transactions_by_recorder';
}

/** Where a window begins: after a line of the latest first, or at a place of any other order. */
export type LedgerWindow = {
  after?: Pick<LedgerLine, 'date' | 'bundleId' | 'position'>;
  offset?: number;
  limit: number;
};

/** A window of the ledger, the latest first or in another order. The latest first cost the window, not the ledger. */
export async function listLedger(
  reader: Reader,
  scope: Scope,
  filter: LedgerFilter,
  { after, offset = 0, limit }: LedgerWindow,
  order: LedgerOrder = latestFirst
): Promise<LedgerLine[]> {
  const { from, conditions } = linesOf(scope, filter);
  if (after) {
    conditions.push([
      '(line.date, line.bundle_id, line.position) < (?, ?, ?)',
      after.date,
      after.bundleId,
      after.position,
    ]);
  }
  const rows = await reader.all<Row>(
    `SELECT line.bundle_id AS bundleId, line.position, line.date, line.amount, line.currency,
       line.payment_method_kind AS paymentMethodKind, line.status_id AS statusId, line.contact_id AS contactId,
       payer.name, line.code_campaign AS codeCampaign, line.with_donation, line.with_membership,
       line.recorded_by AS recordedBy, recorder.name AS recorder, bundle.body
     FROM ${from} LEFT JOIN contacts AS payer ON payer.scope_id = line.scope_id AND payer.id = line.contact_id
       LEFT JOIN users AS recorder ON recorder.scope_id = line.scope_id AND recorder.id = line.recorded_by
       LEFT JOIN transaction_bundles AS bundle ON bundle.scope_id = line.scope_id AND bundle.id = line.bundle_id
     WHERE ${whereOf(conditions)} ORDER BY ${orderBy(order)} LIMIT ? OFFSET ?`,
    [...valuesOf(conditions), limit, offset]
  );
  return rows.map(lineOf);
}

/** What has no value comes last in either direction. */
function orderBy({ by, descending }: LedgerOrder): string {
  const latest = 'line.date DESC, line.bundle_id DESC, line.position DESC';
  if (by === 'date') return descending ? latest : 'line.date, line.bundle_id, line.position';
  return `${orderColumns[by]} ${descending ? 'DESC' : 'ASC'} NULLS LAST, ${latest}`;
}

/** What no list is ordered or filtered by is read from the bundle itself. */
function lineOf({ with_donation, with_membership, body, ...line }: Row): LedgerLine {
  const bundle = parseBody<Partial<TransactionBundle>>(body ?? '{}');
  const transaction = bundle.transactions?.[line.position] ?? { id: -1 };
  const comment = transaction.comment ?? '';
  const isFirst = line.position === 0;
  return {
    ...line,
    transactionId: transaction.id,
    name: line.name ?? (line.contactId === null ? (readSupporter(comment)?.supporter.name ?? null) : null),
    withDonation: with_donation === 1,
    withMembership: with_membership === 1,
    reimbursedAmount: transaction.reimbursed_amount ?? 0,
    unpaidAmount: transaction.unpaid_amount ?? 0,
    comment,
    details: { ...transaction.payment_method },
    batch: bundle.batches?.find((each) => each.transaction_id === transaction.id)?.number ?? null,
    receipt: bundle.receipt ?? null,
    counted: countedParts(bundle.counted, transaction.id),
    donations: isFirst ? (bundle.donations ?? []) : [],
    memberships: isFirst ? (bundle.memberships ?? []) : [],
  };
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

/** Who recorded transactions, for choosing one. Costs the number of people, not of transactions. */
export function listRecorders(reader: Reader, scope: Scope): Promise<{ id: number; name: string | null }[]> {
  return reader.all(
    `WITH RECURSIVE people (id) AS (
       SELECT min(recorded_by) FROM bundle_transactions WHERE scope_id = ?1 AND recorded_by IS NOT NULL
       UNION ALL
       SELECT (SELECT min(recorded_by) FROM bundle_transactions WHERE scope_id = ?1 AND recorded_by > people.id)
       FROM people WHERE people.id IS NOT NULL
     ) SELECT people.id, users.name FROM people LEFT JOIN users ON users.scope_id = ?1 AND users.id = people.id
     WHERE people.id IS NOT NULL ORDER BY users.sort_key NULLS LAST, people.id`,
    [scope.id]
  );
}

import { HISTORY_KINDS, type BundleHistoryEntry } from '@/contract/bundle';

export type HistoryKind = (typeof HISTORY_KINDS)[number] | 'other';

/** One step of the history of a bundle. */
export type HistoryStep = {
  key: string;
  at: string | undefined;
  /** Who made the change, where the service says it. */
  userId: number | undefined;
  kind: HistoryKind;
  action: 'added' | 'changed' | 'removed';
  target: number | undefined;
  currency: string;
  /** The old and the new value; one of them for something added or removed. */
  fields: { field: string; from: unknown; to: unknown }[];
};

type Item = Record<string, unknown>;

/** Not shown: the id of the item is in the heading, and the markers are technical. */
const silent = new Set(['id', 'delivery_token', 'external_transaction_id', 'currency']);

/** The latest first. */
export function stepsOf(entries: readonly BundleHistoryEntry[]): HistoryStep[] {
  return entries.map(stepOf).reverse();
}

function stepOf(entry: BundleHistoryEntry): HistoryStep {
  const before: Item | undefined = entry.old;
  const after: Item | undefined = entry.new;
  const kind = HISTORY_KINDS.find((known) => known === entry.kind) ?? 'other';
  const action = !before ? 'added' : !after ? 'removed' : 'changed';
  const currency = after?.currency ?? before?.currency;
  return {
    key: String(entry.id),
    at: entry.CreatedAt,
    userId: entry.user_id,
    kind,
    action,
    target: entry.target_id,
    currency: typeof currency === 'string' ? currency : '',
    fields: changedFields(before ?? {}, after ?? {}, action).filter(({ field }) =>
      isShown(kind, action, field)
    ),
  };
}

/** The order of fields; others are last. */
const order = [
  'amount',
  'status_id',
  'payment_method_kind',
  'contact_id',
  'date',
  'start_date',
  'end_date',
  'donation_price_id',
  'membership_price_id',
  'code_campaign',
  'affectation',
  'reimbursed_amount',
  'unpaid_amount',
  'comment',
];
const placeOf = (field: string) => (order.includes(field) ? order.indexOf(field) : order.length);

function changedFields(before: Item, after: Item, action: HistoryStep['action']): HistoryStep['fields'] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  fields.sort((one, other) => placeOf(one) - placeOf(other));
  return fields
    .filter((field) => action !== 'changed' || !isSame(before[field], after[field]))
    .map((field) => ({ field, from: before[field], to: after[field] }))
    .filter(({ from, to }) => !isNothing(from) || !isNothing(to));
}

/** A change of status is a separate step, so the step of the transaction excludes it. */
function isShown(kind: HistoryKind, action: HistoryStep['action'], field: string): boolean {
  if (kind === 'transaction_status') return field === 'status_id';
  if (kind === 'transaction' && action === 'changed' && field === 'status_id') return false;
  return !silent.has(field);
}

const isNothing = (value: unknown) => value === undefined || value === null || value === '';

function isSame(one: unknown, other: unknown): boolean {
  if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other);
  return JSON.stringify(one) === JSON.stringify(other);
}

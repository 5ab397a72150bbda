import { BundleUpdateRequest, type Donation, type Membership, type Transaction } from '@/contract/bundle';

import { promiseIn } from './promise';
import { isSameJson } from './sameJson';

/** The wanted fields of an item that has the number `id` or the place `at`; an added item has neither. */
export type ChangedItem<T> = Partial<T> & { at?: number };

/** A correction as a row stores it. The request is made from it when it is sent, with the bundle as it is then. */
export type BundleChange = {
  id: number;
  transactions?: ChangedItem<Transaction>[];
  memberships?: ChangedItem<Membership>[];
  donations?: ChangedItem<Donation>[];
  /** Of the payment of a promise. */
  receipt?: string;
};

/** The change if the contract accepts it, else null. */
export function parseChange(change: BundleChange): BundleChange | null {
  const numbered = ({ at, ...item }: ChangedItem<object>) => (at === undefined ? item : { ...item, id: 1 });
  const { id, transactions, memberships, donations, receipt } = change;
  const request = {
    id,
    ...(transactions && { transactions: transactions.map(numbered) }),
    ...(memberships && { memberships: memberships.map(numbered) }),
    ...(donations && { donations: donations.map(numbered) }),
    ...(receipt === undefined ? {} : { receipt }),
  };
  return BundleUpdateRequest.safeParse({ data: request }).success ? change : null;
}

/** What the app itself makes is always valid. */
export function writeChange(change: BundleChange): string {
  const parsed = parseChange(change);
  if (parsed === null) throw new Error('this correction is not valid');
  return JSON.stringify({ data: parsed });
}

/** The correction in a frozen body; null where the body is missing or is none. */
export function readFrozenChange(body: string | null): BundleChange | null {
  try {
    const { data }: { data?: BundleChange } = JSON.parse(body ?? '{}');
    return data ? parseChange(data) : null;
  } catch {
    return null; // Not JSON.
  }
}

type Items = {
  transactions?: readonly object[];
  memberships?: readonly object[];
  donations?: readonly object[];
};
const kinds = ['transactions', 'memberships', 'donations'] as const;

/** Marks of the record and what became of its money: another version of what was taken has the same. */
const marks: ReadonlySet<string> = new Set([
  'id',
  'delivery_token',
  'external_transaction_id',
  'status_id',
  'reimbursed_amount',
  'unpaid_amount',
]);

/**
 * The correction that makes the shown bundle into another version of it. Null where a correction cannot express that: it
 * changes and adds, and never removes an item or a number.
 */
export function changeTo(shown: Items, wanted: Items): BundleChange | null {
  const change: Record<string, unknown> = { id: 0 };
  for (const kind of kinds) {
    const before = shown[kind] ?? [];
    const after = wanted[kind] ?? [];
    if (after.length < before.length) return null;
    const items: object[] = [];
    for (const [at, item] of after.entries()) {
      const old = before[at];
      if (old === undefined) {
        items.push(item);
        continue;
      }
      const fields = fieldsTo({ ...old }, { ...item });
      if (fields === null) return null;
      if (Object.keys(fields).length > 0) items.push({ at, ...fields });
    }
    if (items.length > 0) change[kind] = items;
  }
  return parseChange(change as BundleChange);
}

function fieldsTo(
  before: Record<string, unknown>,
  after: Record<string, unknown>
): Record<string, unknown> | null {
  const fields: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (isMark(name, after) || isSameField(name, before[name], after[name])) continue;
    if (after[name] !== undefined) fields[name] = after[name];
    else if (isText(name)) fields[name] = '';
    else if (name === 'payment_method') fields[name] = {};
    // The service never empties a number: the price stays as a reference, but a person must not.
    else if (name === 'contact_id') return null;
  }
  return fields;
}

/** Of a promise all is unpaid: that follows its amount. */
const isMark = (name: string, after: Record<string, unknown>) =>
  marks.has(name) && !(name === 'unpaid_amount' && promiseIn(after) !== null);

const minute = 60_000;
const isText = (name: string) => ['comment', 'code_campaign', 'affectation'].includes(name);
const isTime = (name: string) => name === 'date' || name.endsWith('_date');

/** Times to the minute, currencies in either case. */
export function isSameField(name: string, one: unknown, other: unknown): boolean {
  if (isTime(name) && typeof one === 'string' && typeof other === 'string')
    return Math.floor(Date.parse(one) / minute) === Math.floor(Date.parse(other) / minute);
  if (name === 'currency') return String(one).toUpperCase() === String(other).toUpperCase();
  return isSameJson(one, other);
}

import type { CashCount } from '@/contract/cashRecord';

import { type Money, sumByCurrency } from '../money';

/** Whether a payment method is notes and coins. */
export const isCash = (paymentMethodKind: string): boolean => paymentMethodKind.toLowerCase() === 'cash';

/** Whether a payment method is a slip of paper that is counted one by one. */
export const isCheque = (paymentMethodKind: string): boolean =>
  ['cheque', 'check'].includes(paymentMethodKind.toLowerCase());

/** The cheques of a count that were not there. */
export const absentCheques = ({ records }: CashCount): CashCount['records'] =>
  records.filter(({ is_there: isThere }) => isThere === false);

export type Taken = Money & { paymentMethodKind: string };

/** The cash that records add up to, by currency. */
export function expectedCash(taken: readonly Taken[]): Money[] {
  return sumByCurrency(taken.filter(({ paymentMethodKind }) => isCash(paymentMethodKind)));
}

export type Piece = { value: number; count: number };

export function sumPieces(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { value, count }) => sum + value * count, 0);
}

/** Counted minus expected by currency; only the currencies that differ. */
export function differences(expected: readonly Money[], counted: readonly Money[]): Money[] {
  const negative = expected.map(({ amount, currency }) => ({ amount: -amount, currency }));
  return sumByCurrency([...counted, ...negative]).filter(({ amount }) => amount !== 0);
}

/** What one side of a hand-over counted. */
export type Handed = { cash: readonly Money[]; cheques: number };

/** Whether two sides counted the same. */
export const isSameHanded = (one: Handed, other: Handed): boolean =>
  one.cheques === other.cheques && differences(one.cash, other.cash).length === 0;

/**
 * How many records a shift has, which of them the service does not have, and which of those wait on this phone: by receipt
 * number, else by their place in the shift.
 */
export type ShiftNumbers = { captured: number; missing: string[]; unsent: string[] };

export function shiftNumbers(
  keys: readonly string[],
  missing: ReadonlyMap<string, { receipt: string | null; isUnsent: boolean }>
): ShiftNumbers {
  const numbers: ShiftNumbers = { captured: keys.length, missing: [], unsent: [] };
  keys.forEach((key, place) => {
    const record = missing.get(key);
    if (record === undefined) return;
    const list = record.isUnsent ? numbers.unsent : numbers.missing;
    list.push(record.receipt ?? String(place + 1));
  });
  return numbers;
}

/** Whether the space hides what a count should add up to, so that nobody counts towards it. */
export function isBlindCount(
  settings: { additional_settings?: Record<string, unknown> } | null | undefined
): boolean {
  return settings?.additional_settings?.blind_count === true;
}

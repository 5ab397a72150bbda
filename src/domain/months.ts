import type { TransactionBundle } from '@/contract/bundle';
import type { TransactionSettings } from '@/contract/settings';

/** The month of a time: 2026-10. Months of money are those of UTC, on every phone and at the service. */
export function monthOf(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 7);
}

/** The first open month of a space, as 2026-11; null if no month is closed, or the service has no closed months. */
export function openFrom(settings: Pick<TransactionSettings, 'open_periods'> | null): string | null {
  const money = settings?.open_periods?.money;
  const from: unknown = typeof money === 'object' && money !== null ? Reflect.get(money, 'from') : null;
  return typeof from === 'string' && /^\d{4}-\d{2}$/.test(from) ? from : null;
}

/** What of a payment counts in another month than that of its date. */
export type CountedPart = { month: string; amount: number; currency: string };

type Counted = NonNullable<TransactionBundle['counted']>;

/** The parts of a bundle, or of one of its transactions. */
export function countedParts(counted: Counted | undefined, transactionId?: number): CountedPart[] {
  return (counted ?? []).flatMap(({ transaction_id: id, month, amount = 0, currency = '' }) =>
    month === undefined || (transactionId !== undefined && id !== transactionId)
      ? []
      : { month, amount, currency: currency.toUpperCase() }
  );
}

/** The closed month of an unsent record and the open one that it will count in; null in an open month. */
export function lateMonths(
  date: string | undefined,
  settings: Pick<TransactionSettings, 'open_periods'> | null
): { dated: string; counted: string } | null {
  const from = openFrom(settings);
  const dated = monthOf(date ?? '');
  return from === null || dated === '' || dated >= from ? null : { dated, counted: from };
}

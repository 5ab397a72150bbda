import type { DonationPrice, MembershipPrice } from '@/contract/price';
import type { TransactionSettings } from '@/contract/settings';

import { isCash } from './cash/cash';
import { isInCurrency } from './catalogue';
import { captureTotal, type Capture, type CaptureItem, type Person } from './bundle';

/** The price of an item, if it has one. */
type Price = DonationPrice | MembershipPrice;

/** The rules that the phone has; every part may be missing, and capture still works. */
export type CaptureKnowledge = {
  settings: TransactionSettings | null;
  priceOf: (item: CaptureItem) => Price | null;
};

/** The limits of a space, in the order of its form. */
export const RULES = ['largest_cash_gift', 'largest_per_person_year', 'most_cash_carried'] as const;
export type Rule = (typeof RULES)[number];

/** The limits of a space in minor units; null is none. They are in its own currency and limit no other. */
export function rulesOf(
  settings: Pick<TransactionSettings, 'additional_settings' | 'currency'> | null,
  currency = settings?.currency ?? ''
): Record<Rule, number | null> {
  const stored = Object(settings?.additional_settings?.rules ?? {}) as Record<string, unknown>;
  const isOther = currency.toUpperCase() !== settings?.currency?.toUpperCase();
  const limitOf = (rule: Rule): number | null => {
    const limit = stored[rule];
    return !isOther && typeof limit === 'number' && limit >= 0 ? limit : null;
  };
  return {
    largest_cash_gift: limitOf('largest_cash_gift'),
    largest_per_person_year: limitOf('largest_per_person_year'),
    most_cash_carried: limitOf('most_cash_carried'),
  };
}

/** A validation error of a capture and its field; the form has the text. */
export type CaptureError =
  | { kind: 'nothing_taken'; at: 'items' }
  | { kind: 'amount_missing'; at: `items.${number}.amount` }
  | { kind: 'custom_amount_refused'; at: `items.${number}.amount`; amount: number }
  | { kind: 'price_withdrawn'; at: `items.${number}.price` }
  | { kind: 'other_currency'; at: `items.${number}.price`; currency: string }
  | { kind: 'period_missing'; at: `items.${number}.period` }
  | { kind: 'period_reversed'; at: `items.${number}.period` }
  | { kind: 'name_missing'; at: 'payer' | `items.${number}.beneficiary` }
  | { kind: 'mail_unreadable'; at: 'payer' | `items.${number}.beneficiary` }
  | { kind: 'permission_missing'; at: 'payer' | `items.${number}.beneficiary` }
  | { kind: 'method_missing'; at: 'method' }
  | { kind: 'method_refused'; at: 'method' }
  | { kind: 'cash_too_large'; at: 'method'; most: number };

/** Finds what the service would refuse, before saving. An empty list means that the capture can be saved. */
export function findCaptureErrors(capture: Capture, known: CaptureKnowledge): CaptureError[] {
  const { settings } = known;
  const errors: CaptureError[] = [];
  if (capture.items.length === 0) errors.push({ kind: 'nothing_taken', at: 'items' });
  errors.push(...findPersonErrors(capture.payer, 'payer'));
  for (const [index, item] of capture.items.entries()) {
    errors.push(...findItemErrors(item, index, capture.currency, known.priceOf(item)));
  }

  const kinds = settings?.payment_method_kinds;
  if (capture.paymentMethodKind === '') errors.push({ kind: 'method_missing', at: 'method' });
  else if (kinds && kinds.length > 0 && !kinds.includes(capture.paymentMethodKind))
    errors.push({ kind: 'method_refused', at: 'method' });

  const { largest_cash_gift: largest } = rulesOf(settings, capture.currency);
  const isInCash = isCash(capture.paymentMethodKind) && capture.promise === undefined;
  if (largest !== null && isInCash && captureTotal(capture) > largest)
    errors.push({ kind: 'cash_too_large', at: 'method', most: largest });
  return errors;
}

function findItemErrors(
  item: CaptureItem,
  index: number,
  currency: string,
  price: Price | null
): CaptureError[] {
  const errors: CaptureError[] = findPersonErrors(item.beneficiary, `items.${index}.beneficiary`);
  if (item.amount <= 0) errors.push({ kind: 'amount_missing', at: `items.${index}.amount` });
  if (price) {
    if (price.hidden) errors.push({ kind: 'price_withdrawn', at: `items.${index}.price` });
    if (!isInCurrency(price, currency))
      errors.push({ kind: 'other_currency', at: `items.${index}.price`, currency: price.currency ?? '' });
    if (price.amount !== undefined && item.amount !== price.amount && price.allow_custom_amount !== true)
      errors.push({ kind: 'custom_amount_refused', at: `items.${index}.amount`, amount: price.amount });
  }
  if (item.kind === 'membership') {
    if (!item.period) errors.push({ kind: 'period_missing', at: `items.${index}.period` });
    else if (Date.parse(item.period.end_date) < Date.parse(item.period.start_date))
      errors.push({ kind: 'period_reversed', at: `items.${index}.period` });
  }
  return errors;
}

function findPersonErrors(person: Person, at: 'payer' | `items.${number}.beneficiary`): CaptureError[] {
  if (person.kind !== 'supporter') return [];
  if (person.name.trim() === '') return [{ kind: 'name_missing', at }];
  const mail = person.mail?.trim() ?? '';
  if (mail !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(mail)) return [{ kind: 'mail_unreadable', at }];
  const isReachable = mail !== '' || (person.phone ?? '').trim() !== '';
  return isReachable && person.permission === undefined ? [{ kind: 'permission_missing', at }] : [];
}

/** Fewer captures do not show what is usual. */
const enoughCaptures = 5;

/**
 * Whether to request confirmation before saving: the sum is at least ten times the usual one, the median of recent
 * captures. A zero too many is the most common typing error, so amounts of the catalogue are never asked about.
 */
export function isUnusual(
  capture: Pick<Capture, 'items'>,
  recentAmounts: readonly number[],
  catalogueAmounts: readonly number[]
): boolean {
  const sorted = recentAmounts.filter((amount) => amount > 0).sort((one, other) => one - other);
  if (sorted.length < enoughCaptures) return false;
  if (capture.items.every(({ amount }) => catalogueAmounts.includes(amount))) return false;
  const usual = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return captureTotal(capture) >= usual * 10;
}

/** How long ago a gift is probably the one that is being saved again. */
const sameGiftMs = 5 * 60_000;

type SavedGift = {
  savedAt: number;
  who: string | null;
  amount: number;
  currency: string;
  paymentMethodKind: string;
};

/** How long ago the same gift was saved: by name, amount and method, within the last minutes. Null if it was not. */
export function sameGiftAgo(saved: readonly SavedGift[], gift: Omit<SavedGift, 'savedAt'>, now: number) {
  if (gift.who === null) return null;
  const same = saved.filter(
    ({ savedAt, who, amount, currency, paymentMethodKind }) =>
      who === gift.who &&
      amount === gift.amount &&
      currency.toUpperCase() === gift.currency.toUpperCase() &&
      paymentMethodKind === gift.paymentMethodKind &&
      Math.abs(now - savedAt) < sameGiftMs
  );
  return same.length === 0 ? null : Math.max(0, now - Math.max(...same.map(({ savedAt }) => savedAt)));
}

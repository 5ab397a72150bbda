import { isCheque } from './cash/cash';

/** The fields of `payment_method`, by their names in the interface of the service. */
export const DETAIL_FIELDS = ['number', 'bank', 'drawer', 'terminal_reference'] as const;
export type DetailField = (typeof DETAIL_FIELDS)[number];

/** What a payment of this method is recognised by later. */
export function detailFieldsOf(method: string): readonly DetailField[] {
  if (isCheque(method)) return ['number', 'bank', 'drawer'];
  return method.toLowerCase() === 'card' ? ['terminal_reference'] : [];
}

export type PaymentDetails = Record<string, unknown>;

/** The details of a payment: the filled fields of its method, and what other systems have stored there. */
export function detailsOf(method: string, typed: PaymentDetails): PaymentDetails | undefined {
  const isOurs = (name: string) => DETAIL_FIELDS.some((field) => field === name);
  const offered = detailFieldsOf(method);
  const kept = Object.entries(typed).flatMap(([name, value]): [string, unknown][] => {
    if (!isOurs(name)) return [[name, value]];
    const text = detailText(typed, name)
      .replace(/[\0\uD800-\uDFFF]/gu, '')
      .trim();
    return offered.some((field) => field === name) && text !== '' ? [[name, text]] : [];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** A detail as text; another system may have stored a number. */
export function detailText(details: PaymentDetails, name: string): string {
  const value = details[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

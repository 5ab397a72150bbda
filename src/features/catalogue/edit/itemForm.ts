import { z } from 'zod';

import { STATUS_KINDS } from '@/contract/status';
import { fold } from '@/domain/fold';
import { formatForTyping, parseAmount } from '@/domain/money';

/** What the form of one catalogue record can be about. */
export const ITEM_KINDS = [
  'donation_price',
  'membership_price',
  'membership_price_group',
  'transaction_status',
] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** The fields of a record, as the service takes them. */
export type ItemFields = {
  name?: string | undefined;
  amount?: number | undefined;
  currency?: string | undefined;
  allow_custom_amount?: boolean | undefined;
  hidden?: boolean | undefined;
  rolling_period?: string | null | undefined;
  duration?: string | null | undefined;
  kind?: string | undefined;
  color?: string | null | undefined;
  archived?: boolean | undefined;
};

const ItemFormSchema = z.object({
  name: z.string(),
  amount: z.string(),
  hasCustomAmount: z.boolean(),
  /** Hidden or archived: not offered any more. */
  isOff: z.boolean(),
  duration: z.string(),
  period: z.string(),
  statusKind: z.string(),
  color: z.string(),
});
export type ItemForm = z.output<typeof ItemFormSchema>;

/** The draft of the form, with the record that was seen: the base of the merge. */
export const ItemDraftSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  /** Null for a new record. */
  seen: z.custom<ItemFields>((value) => typeof value === 'object').nullable(),
  /** The service's number; null for a new record. */
  number: z.number().nullable(),
  form: ItemFormSchema,
});
export type ItemDraft = z.output<typeof ItemDraftSchema>;

const columns: Record<ItemKind, readonly (keyof ItemFields)[]> = {
  donation_price: ['name', 'amount', 'currency', 'allow_custom_amount', 'hidden'],
  membership_price: [
    'name',
    'amount',
    'currency',
    'allow_custom_amount',
    'hidden',
    'rolling_period',
    'duration',
  ],
  membership_price_group: ['name', 'hidden'],
  transaction_status: ['name', 'kind', 'color', 'archived'],
};

/** The fields of a record that its form changes. */
export function itemFields(kind: ItemKind, record: ItemFields): ItemFields {
  return Object.fromEntries(columns[kind].map((name) => [name, record[name] ?? undefined]));
}

type Money = { currency: string; locale: string };

export function itemForm(fields: ItemFields, { currency, locale }: Money): ItemForm {
  return {
    name: fields.name ?? '',
    amount:
      fields.amount === undefined ? '' : formatForTyping(fields.amount, fields.currency ?? currency, locale),
    hasCustomAmount: fields.allow_custom_amount === true,
    isOff: fields.hidden === true || fields.archived === true,
    duration: fields.duration ?? '',
    period: fields.rolling_period ?? '',
    statusKind: fields.kind ?? '',
    color: fields.color ?? '',
  };
}

/** The fields that the form of a new record starts with. */
export function newItemFields(kind: ItemKind): ItemFields {
  if (kind === 'membership_price') return { duration: 'P1Y', rolling_period: 'rolling' };
  if (kind === 'transaction_status') return { kind: STATUS_KINDS[0], color: '#15803d' };
  return {};
}

export type ItemErrors = Partial<
  Record<'name' | 'amount' | 'color', 'name_missing' | 'too_long' | 'bad_amount' | 'bad_color' | 'refused'>
>;
export type ItemReading =
  { kind: 'fields'; fields: ItemFields; isChanged: boolean } | { kind: 'errors'; errors: ItemErrors };

/** Where the form shows that the service refused a field. */
export function itemRefusedAt(field: string): ItemErrors {
  const place = (['name', 'amount', 'color'] as const).find((each) => each === field);
  return place === undefined ? {} : { [place]: 'refused' };
}

/** Reads the form as the fields to send. */
export function readItemForm(
  kind: ItemKind,
  form: ItemForm,
  seen: ItemFields | null,
  money: Money
): ItemReading {
  const errors: ItemErrors = {};
  const currency = seen?.currency ?? money.currency;
  const name = form.name.trim();
  if (name === '') errors.name = 'name_missing';
  else if (name.length > 200) errors.name = 'too_long';
  const all: ItemFields = { name };
  if (kind === 'transaction_status') {
    const color = form.color.trim();
    if (color !== '' && !/^#[0-9a-fA-F]{6}$/.test(color)) errors.color = 'bad_color';
    Object.assign(all, { kind: form.statusKind, color: color === '' ? null : color, archived: form.isOff });
  } else all.hidden = form.isOff;
  if (kind === 'donation_price' || kind === 'membership_price') {
    const parsed = parseAmount(form.amount, currency, money.locale);
    const isFree = parsed.kind === 'empty' && form.hasCustomAmount;
    if (parsed.kind !== 'amount' && !isFree) errors.amount = 'bad_amount';
    Object.assign(all, {
      amount: parsed.kind === 'amount' ? parsed.amount : 0,
      currency,
      allow_custom_amount: form.hasCustomAmount,
    });
  }
  if (kind === 'membership_price')
    Object.assign(all, { duration: form.duration || null, rolling_period: form.period || null });
  if (Object.keys(errors).length > 0) return { kind: 'errors', errors };
  const fields = itemFields(kind, all);
  const isChanged =
    seen === null || columns[kind].some((column) => (fields[column] || null) !== (seen[column] || null));
  return { kind: 'fields', fields, isChanged };
}

/** Whether a price with this name and amount is there already. It can be added again: that only warns. */
export function isRepeatedPrice(price: ItemFields, others: readonly ItemFields[]): boolean {
  const nameOf = ({ name = '' }: ItemFields) => fold(name.trim());
  const currencyOf = ({ currency = '' }: ItemFields) => currency.toUpperCase();
  return others.some(
    (other) =>
      nameOf(other) === nameOf(price) &&
      (other.amount ?? 0) === (price.amount ?? 0) &&
      currencyOf(other) === currencyOf(price)
  );
}

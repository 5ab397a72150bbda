import { z } from 'zod';

import { type TransactionSettings } from '@/contract/settings';
import { RULES, rulesOf, type Rule } from '@/domain/captureRules';
import { formatForTyping, parseAmount } from '@/domain/money';

/** The fields that the form changes, as the service takes them; each rule is a field, so that two people can change two. */
export type SettingsFields = {
  currency: string;
  payment_method_kinds: string[];
  default_status_id: number | null;
  default_membership_price_id: number | null;
  default_donation_price_id: number | null;
  batch_prefix: string | null;
  membership_prefix: string | null;
} & Record<Rule, number | null>;

export function settingsFields(settings: TransactionSettings | null): SettingsFields {
  return {
    currency: settings?.currency ?? '',
    payment_method_kinds: settings?.payment_method_kinds ?? [],
    default_status_id: settings?.default_status_id ?? null,
    default_membership_price_id: settings?.default_membership_price_id ?? null,
    default_donation_price_id: settings?.default_donation_price_id ?? null,
    batch_prefix: settings?.batch_prefix ?? null,
    membership_prefix: settings?.membership_prefix ?? null,
    ...rulesOf(settings),
  };
}

const SettingsFormSchema = z.object({
  currency: z.string(),
  methods: z.array(z.string()),
  status: z.number().nullable(),
  membershipPrice: z.number().nullable(),
  donationPrice: z.number().nullable(),
  batchPrefix: z.string(),
  membershipPrefix: z.string(),
  rules: z.record(z.enum(RULES), z.string()),
});
export type SettingsForm = z.output<typeof SettingsFormSchema>;

export const SettingsDraftSchema = z.object({
  version: z.literal(1),
  seen: z.custom<SettingsFields>((value) => typeof value === 'object' && value !== null),
  form: SettingsFormSchema,
});
export type SettingsDraft = z.output<typeof SettingsDraftSchema>;

export function settingsForm(fields: SettingsFields, locale: string): SettingsForm {
  const typed = (rule: Rule) => {
    const amount = fields[rule];
    return amount === null ? '' : formatForTyping(amount, fields.currency, locale);
  };
  return {
    currency: fields.currency.toUpperCase(),
    methods: fields.payment_method_kinds,
    status: fields.default_status_id,
    membershipPrice: fields.default_membership_price_id,
    donationPrice: fields.default_donation_price_id,
    batchPrefix: fields.batch_prefix ?? '',
    membershipPrefix: fields.membership_prefix ?? '',
    rules: {
      largest_cash_gift: typed('largest_cash_gift'),
      largest_per_person_year: typed('largest_per_person_year'),
      most_cash_carried: typed('most_cash_carried'),
    },
  };
}

export type SettingsErrors = Partial<
  Record<'currency' | 'methods' | Rule, 'bad_currency' | 'no_method' | 'bad_amount' | 'refused'>
>;
export type SettingsReading =
  { kind: 'fields'; fields: SettingsFields; isChanged: boolean } | { kind: 'errors'; errors: SettingsErrors };

export function readSettingsForm(form: SettingsForm, seen: SettingsFields, locale: string): SettingsReading {
  const errors: SettingsErrors = {};
  const typed = form.currency.trim();
  const currency = typed.toUpperCase() === seen.currency.toUpperCase() ? seen.currency : typed.toLowerCase();
  if (!/^[A-Za-z]{3}$/.test(typed)) errors.currency = 'bad_currency';
  if (form.methods.length === 0) errors.methods = 'no_method';
  const rules = RULES.map((rule) => {
    const parsed = parseAmount(form.rules[rule], currency, locale);
    if (parsed.kind !== 'amount' && parsed.kind !== 'empty') errors[rule] = 'bad_amount';
    return [rule, parsed.kind === 'amount' ? parsed.amount : null] as const;
  });
  if (Object.keys(errors).length > 0) return { kind: 'errors', errors };
  const fields: SettingsFields = {
    currency,
    payment_method_kinds: form.methods,
    default_status_id: form.status,
    default_membership_price_id: form.membershipPrice,
    default_donation_price_id: form.donationPrice,
    batch_prefix: form.batchPrefix.trim() || null,
    membership_prefix: form.membershipPrefix.trim() || null,
    ...(Object.fromEntries(rules) as Record<Rule, number | null>),
  };
  return { kind: 'fields', fields, isChanged: JSON.stringify(fields) !== JSON.stringify(seen) };
}

/** The request for some changed fields: a changed rule is sent with all rules, which are one value on the service. */
export function settingsChanges(changes: Record<string, unknown>, fields: SettingsFields): object {
  const isRule = (name: string) => RULES.some((rule) => rule === name);
  const plain = Object.entries(changes).filter(([name]) => !isRule(name));
  const hasRules = Object.keys(changes).some(isRule);
  const rules = Object.fromEntries(
    RULES.map((rule) => [rule, rule in changes ? changes[rule] : fields[rule]])
  );
  return { ...Object.fromEntries(plain), ...(hasRules ? { rules } : {}) };
}

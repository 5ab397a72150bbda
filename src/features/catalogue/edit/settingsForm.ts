import { z } from 'zod';

import { type TransactionSettings } from '@/contract/settings';
import { RULES, rulesOf, type Rule } from '@/domain/captureRules';
import { isCurrency } from '@/domain/currencies';
import {
  ibanInGroups,
  isBic,
  isIban,
  tidyCode,
  transferAccountOf,
  type TransferAccount,
} from '@/domain/girocode';
import { formatForTyping, parseAmount } from '@/domain/money';

/** An account for transfers as the service takes it. */
type SentAccount = { payee: string; iban: string; bic?: string };

/** The fields that the form changes, as the service takes them; each rule is a field, so that two people can change two. */
export type SettingsFields = {
  currency: string;
  payment_method_kinds: string[];
  default_status_id: number | null;
  default_membership_price_id: number | null;
  default_donation_price_id: number | null;
  batch_prefix: string | null;
  membership_prefix: string | null;
  /** One value: a name never belongs to the number of another account. */
  transfer: SentAccount | null;
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
    transfer: accountIn(settings),
    ...rulesOf(settings),
  };
}

function accountIn(settings: TransactionSettings | null): SentAccount | null {
  const account = transferAccountOf(settings);
  return account && sentAccount(account);
}

const sentAccount = ({ payee, iban, bic }: TransferAccount): SentAccount => ({
  payee,
  iban,
  ...(bic === '' ? {} : { bic }),
});

const SettingsFormSchema = z.object({
  currency: z.string(),
  methods: z.array(z.string()),
  status: z.number().nullable(),
  membershipPrice: z.number().nullable(),
  donationPrice: z.number().nullable(),
  batchPrefix: z.string(),
  membershipPrefix: z.string(),
  account: z.object({ payee: z.string(), iban: z.string(), bic: z.string() }),
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
    account: {
      payee: fields.transfer?.payee ?? '',
      iban: ibanInGroups(fields.transfer?.iban ?? ''),
      bic: fields.transfer?.bic ?? '',
    },
    rules: {
      largest_cash_gift: typed('largest_cash_gift'),
      largest_per_person_year: typed('largest_per_person_year'),
      most_cash_carried: typed('most_cash_carried'),
    },
  };
}

export type SettingsErrors = Partial<
  Record<
    'currency' | 'methods' | keyof TransferAccount | Rule,
    'bad_currency' | 'no_method' | 'bad_amount' | 'refused' | 'no_payee' | 'bad_iban' | 'bad_bic'
  >
>;
export type SettingsReading =
  { kind: 'fields'; fields: SettingsFields; isChanged: boolean } | { kind: 'errors'; errors: SettingsErrors };

/** Where the form shows that the service refused a field. */
export function settingsRefusedAt(field: string): SettingsErrors {
  if (field === 'currency') return { currency: 'refused' };
  if (field === 'payment_method_kinds') return { methods: 'refused' };
  return field === 'transfer' ? { iban: 'bad_iban' } : {};
}

export function readSettingsForm(form: SettingsForm, seen: SettingsFields, locale: string): SettingsReading {
  const errors: SettingsErrors = {};
  const typed = form.currency.trim();
  const currency = typed.toUpperCase() === seen.currency.toUpperCase() ? seen.currency : typed.toLowerCase();
  if (currency !== seen.currency && !isCurrency(typed)) errors.currency = 'bad_currency';
  if (form.methods.length === 0) errors.methods = 'no_method';
  const rules = RULES.map((rule) => {
    const parsed = parseAmount(form.rules[rule], currency, locale);
    if (parsed.kind !== 'amount' && parsed.kind !== 'empty') errors[rule] = 'bad_amount';
    return [rule, parsed.kind === 'amount' ? parsed.amount : null] as const;
  });
  const account = readAccount(form.account, errors);
  if (Object.keys(errors).length > 0) return { kind: 'errors', errors };
  const fields: SettingsFields = {
    currency,
    payment_method_kinds: form.methods,
    default_status_id: form.status,
    default_membership_price_id: form.membershipPrice,
    default_donation_price_id: form.donationPrice,
    batch_prefix: form.batchPrefix.trim() || null,
    membership_prefix: form.membershipPrefix.trim() || null,
    transfer: account && sentAccount(account),
    ...(Object.fromEntries(rules) as Record<Rule, number | null>),
  };
  return { kind: 'fields', fields, isChanged: JSON.stringify(fields) !== JSON.stringify(seen) };
}

/** The typed account; null if all of it is empty. */
function readAccount(typed: SettingsForm['account'], errors: SettingsErrors): TransferAccount | null {
  const payee = typed.payee.replace(/\s+/g, ' ').trim();
  const [iban, bic] = [tidyCode(typed.iban), tidyCode(typed.bic)];
  if (payee === '' && iban === '' && bic === '') return null;
  if (payee === '') errors.payee = 'no_payee';
  if (!isIban(iban)) errors.iban = 'bad_iban';
  if (bic !== '' && !isBic(bic)) errors.bic = 'bad_bic';
  return { payee, iban, bic };
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

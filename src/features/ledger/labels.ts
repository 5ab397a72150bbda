import { type TFunction } from 'i18next';

import { type MoneyParts } from '@/domain/moneyParts';
import { readSupporter } from '@/domain/contacts/supporter';
import { detailLines } from '@/features/shared/detailLines';
import { methodWord } from '@/features/shared/paymentMethod';
import { plainList } from '@/features/shared/plainList';
import { type Format } from '@/i18n/format';
import { ledger } from '@/i18n/messages/en/ledger';

import { type LedgerEntry } from './filters';
import { type Names } from './queries';
import { type CurrencySum } from './sums';

/** What fields are formatted with. */
export interface FieldWords {
  t: TFunction;
  format: Format;
  names: Names;
}

type FieldKey = keyof typeof ledger.field;

function asField(field: string): FieldKey | null {
  return Object.hasOwn(ledger.field, field) ? (field as FieldKey) : null;
}

/** "Paid back". A field that only this service has is shown unchanged. */
export function fieldName(t: TFunction, field: string): string {
  const known = asField(field);
  return known === null ? field.replace(/_/g, ' ') : t(`ledger.field.${known}`);
}

const timeFields = new Set(['date', 'delivered_at', 'comment_date']);
const calendarDays = new Set(['start_date', 'end_date']);
const amounts = new Set(['amount', 'amount_initial', 'initial_amount', 'reimbursed_amount', 'unpaid_amount']);

/** A value of an item as text: money, days, and names for ids. Empty where there is none. */
export function fieldValue(
  { t, format, names }: FieldWords,
  field: string,
  value: unknown,
  currency: string
): string {
  if (value === undefined || value === null || value === '') return '';
  const known = (map: ReadonlyMap<number, string>) =>
    map.get(Number(value)) ?? t('common.number', { id: String(value) });
  if (typeof value === 'number' && amounts.has(field)) return format.money(value, currency);
  if (typeof value === 'string' && timeFields.has(field))
    return `${format.date(value)}, ${format.time(value)}`;
  if (typeof value === 'string' && calendarDays.has(field)) return format.calendarDate(value);
  if (field === 'contact_id') return known(names.contact);
  if (field === 'status_id') return known(names.status);
  if (field === 'donation_price_id') return known(names.donationPrice);
  if (field === 'membership_price_id') return known(names.membershipPrice);
  if (field === 'payment_method_kind') return methodWord(t, String(value));
  const lines =
    field === 'payment_method'
      ? detailLines(t, value)
      : plainList(value, { yes: t('common.yes'), no: t('common.no') });
  return lines.map((line) => (line.name === '' ? line.value : `${line.name}: ${line.value}`)).join('\n');
}

type SumWords = Pick<FieldWords, 't' | 'format'> & { statusName: (id: number | null) => string };

/** What of recorded money was not received: "Promised €10.00", "Paid back €5.00". */
export function partLabels(
  { t, format }: Pick<FieldWords, 't' | 'format'>,
  parts: MoneyParts,
  currency: string
): string[] {
  return (['promised', 'refunded', 'cancelled'] as const).flatMap((part) =>
    parts[part] === 0 ? [] : t(`ledger.sums.${part}`, { amount: format.money(parts[part], currency) })
  );
}

/** The received money by status, the largest first: "Valid €980.00". Empty for one status, which repeats the sum. */
export function statusParts(
  { t, format, statusName }: SumWords,
  { statuses, currency }: CurrencySum
): string[] {
  return statuses.length < 2
    ? []
    : statuses.map(({ statusId, amount }) =>
        t('ledger.sums.part', {
          method: statusName(statusId) || t('ledger.sums.noStatus'),
          amount: format.money(amount, currency),
        })
      );
}

/** The payer by name, or by number, or the text for no name. */
export function nameOf(t: TFunction, { name, contactId }: LedgerEntry): string {
  return name || (contactId === null ? t('ledger.noName') : t('common.number', { id: String(contactId) }));
}

/** What a payment was for: "Donation + membership". */
export function kindOf(t: TFunction, { withDonation, withMembership }: LedgerEntry): string {
  if (withDonation) return t(withMembership ? 'ledger.row.both' : 'ledger.row.donation');
  return t(withMembership ? 'ledger.row.membership' : 'ledger.row.payment');
}

/**
 * The status of a payment, and what was refunded or unpaid: "Valid · Paid back €5.00"; where the two
 * have the same word, once: "Unpaid €5.00".
 */
export function statusLabels(
  { t, format }: Pick<FieldWords, 't' | 'format'>,
  { reimbursedAmount, unpaidAmount, currency }: LedgerEntry,
  statusName: string
): string[] {
  const refunds = [
    { word: fieldName(t, 'reimbursed_amount'), amount: reimbursedAmount },
    { word: fieldName(t, 'unpaid_amount'), amount: unpaidAmount },
  ].filter(({ amount }) => amount !== 0);
  const isNamed = refunds.some(({ word }) => word.toLowerCase() === statusName.toLowerCase());
  return [
    ...(statusName === '' || isNamed ? [] : [statusName]),
    ...refunds.map(({ word, amount }) =>
      t('ledger.sums.part', { method: word, amount: format.money(amount, currency) })
    ),
  ];
}

/** The person of an item: a contact, a supporter named in the comment, or no name. */
export function personOf({ t, names }: FieldWords, item: { contact_id?: number; comment?: string }): string {
  if (item.contact_id !== undefined)
    return names.contact.get(item.contact_id) ?? t('common.number', { id: String(item.contact_id) });
  return readSupporter(item.comment ?? '')?.supporter.name ?? t('ledger.noName');
}

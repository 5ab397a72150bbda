import { type TFunction } from 'i18next';

import { dayInTimestamp, dayOf } from '@/domain/day';
import { moneyParts } from '@/domain/moneyParts';
import { detailText } from '@/domain/paymentDetails';
import { numberIn } from '@/domain/receipt';
import { noteIn } from '@/domain/contacts/supporter';
import { csvText, spreadsheetNumber } from '@/features/shared/exportText';
import { detailLines } from '@/features/shared/detailLines';
import { methodWord } from '@/features/shared/paymentMethod';
import { receiptWord } from '@/features/shared/receiptWord';
import { type Format } from '@/i18n/format';

import { type LedgerEntry } from './filters';
import { recordedIn, type KindOf } from './sums';

/** The labels and names of the files. */
export interface ExportWords {
  t: TFunction;
  format: Format;
  statusName: (id: number | null) => string;
  kindOf: KindOf;
  /** By contact. */
  addresses: ReadonlyMap<number, string>;
}

/** The names of the columns for other programs: they are the same in every language and never change; new ones are added at the end. */
export const columns = [
  'bundle',
  'date',
  'time',
  'contact',
  'name',
  'address',
  'amount',
  'reimbursed',
  'unpaid',
  'currency',
  'method',
  'cheque_number',
  'bank',
  'details',
  'status',
  'campaign',
  'recorder',
  'batch',
  'receipt',
  'kind',
  'item_amount',
  'item_contact',
  'affectation',
  'start_date',
  'end_date',
  'note',
  'counted_in',
  'state',
  'received',
  'promised',
  'refunded',
  'cancelled',
] as const;
export type Column = (typeof columns)[number];

/** The name of a column on a person's screen. */
export function columnName(t: TFunction, column: Column): string {
  if (column === 'cheque_number') return t('common.paymentDetail.number');
  if (column === 'bank') return t('common.paymentDetail.bank');
  if (column === 'recorder' || column === 'batch') return t(`batches.column.${column}`);
  if (column === 'receipt') return t('receipts.line.number');
  if (column === 'affectation' || column === 'start_date' || column === 'end_date')
    return t(`ledger.field.${column}`);
  return t(`ledger.export.column.${column}`);
}

/** 15:24 in the phone's time zone, as spreadsheets read it. */
const localTime = (time: string) => new Date(time).toTimeString().slice(0, 5);

/** What a line is about: a donation or a membership, or the payment alone. */
type Item = LedgerEntry['donations'][number] & { kind: 'donation' | 'membership' };
const itemsOf = ({ donations, memberships }: LedgerEntry): Item[] => [
  ...donations.map((item) => ({ ...item, kind: 'donation' as const })),
  ...memberships.map((item) => ({ ...item, kind: 'membership' as const })),
];

/** `plain`: the values of the service with the decimal point, for other programs. */
function cellsOf(
  entry: LedgerEntry,
  item: Item | undefined,
  isFirst: boolean,
  { t, format, statusName, kindOf, addresses }: ExportWords,
  plain: boolean
): Record<Column, string> {
  const { comment, details } = entry;
  const number = (amount: number, currency: string) =>
    spreadsheetNumber(amount, currency, plain ? 'en' : format.locale);
  // The money of a payment is on one line only, so that its column adds up.
  const once = (amount: number) => (isFirst ? number(amount, entry.currency) : '');
  const parts = moneyParts(recordedIn(entry), kindOf(entry.statusId));
  const isHere = entry.pending.some(({ state }) => state !== 'acked');
  return {
    bundle: entry.number === null ? '' : String(entry.number),
    date: dayOf(entry.date),
    time: entry.date === '' ? '' : localTime(entry.date),
    contact: entry.contactId === null ? '' : String(entry.contactId),
    name: entry.name ?? '',
    address: (entry.contactId !== null && addresses.get(entry.contactId)) || '',
    amount: once(entry.amount),
    reimbursed: entry.reimbursedAmount === 0 ? '' : once(entry.reimbursedAmount),
    unpaid: entry.unpaidAmount === 0 ? '' : once(entry.unpaidAmount),
    currency: entry.currency,
    method: plain ? entry.method : methodWord(t, entry.method),
    cheque_number: detailText(details, 'number'),
    bank: detailText(details, 'bank'),
    details: detailLines(t, { ...details, number: undefined, bank: undefined })
      .map(({ name, value }) => (name === '' ? value : `${name}: ${value}`))
      .join('; '),
    status: statusName(entry.statusId),
    campaign: entry.campaign ?? '',
    recorder: entry.recorder ?? (entry.recordedBy === null ? '' : String(entry.recordedBy)),
    batch: entry.batch ?? '',
    receipt: plain ? numberIn(entry.receipt) : receiptWord(t, entry.receipt),
    kind: item === undefined ? '' : plain ? item.kind : t(`ledger.row.${item.kind}`),
    item_amount: item?.amount === undefined ? '' : number(item.amount, item.currency ?? entry.currency),
    item_contact: item?.contact_id === undefined ? '' : String(item.contact_id),
    affectation: item?.affectation ?? '',
    start_date: dayInTimestamp(item?.start_date),
    end_date: dayInTimestamp(item?.end_date),
    note: [...new Set([isFirst ? comment : '', noteIn(item?.comment ?? '')])].filter(Boolean).join('; '),
    counted_in: isFirst
      ? entry.counted
          .map(({ month, amount, currency }) =>
            [plain ? month : format.calendarMonth(`${month}-01`), number(amount, currency)].join(': ')
          )
          .join('; ')
      : '',
    state: plain
      ? isHere
        ? 'on_phone'
        : 'sent'
      : t(isHere ? 'ledger.export.onPhone' : 'ledger.export.sent'),
    received: once(parts.received),
    promised: once(parts.promised),
    refunded: once(parts.refunded),
    cancelled: once(parts.cancelled),
  };
}

/** The list as CSV: a line for each donation and membership, and for each payment without one. */
export function toCsv(entries: readonly LedgerEntry[], words: ExportWords, { plain = false } = {}): string {
  const lines = entries.flatMap((entry) => {
    const items = itemsOf(entry);
    return (items.length === 0 ? [undefined] : items).map((item, index) => {
      const cells = cellsOf(entry, item, index === 0, words, plain);
      return columns.map((column) => cells[column]);
    });
  });
  const heading = columns.map((column) => (plain ? column : columnName(words.t, column)));
  return csvText([heading, ...lines], plain ? 'en' : words.format.locale);
}

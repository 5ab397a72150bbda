import { type TFunction } from 'i18next';

import { dayOf } from '@/domain/day';
import { detailLines } from '@/features/shared/detailLines';
import { csvText, escapeHtml as escape, printPage, spreadsheetNumber } from '@/features/shared/exportText';
import { methodWord } from '@/features/shared/paymentMethod';
import { type Format } from '@/i18n/format';

import { type LedgerEntry } from './filters';
import { type CurrencySum } from './sums';
import { kindOf, nameOf, statusLabels, sumWords } from './labels';

/** The labels and names of both files. */
export interface ExportWords {
  t: TFunction;
  format: Format;
  statusName: (id: number | null) => string;
}

const columns = [
  'bundle',
  'date',
  'time',
  'contact',
  'name',
  'amount',
  'reimbursed',
  'unpaid',
  'currency',
  'method',
  'details',
  'status',
  'campaign',
  'kind',
  'note',
  'state',
] as const;
type Column = (typeof columns)[number];

/** 15:24 in the phone's time zone, as spreadsheets read it. */
function localTime(time: string): string {
  return new Date(time).toTimeString().slice(0, 5);
}

function cellsOf(entry: LedgerEntry, { t, format, statusName }: ExportWords): Record<Column, string> {
  const { withDonation, withMembership, pending } = entry;
  const kinds = [withDonation && t('ledger.row.donation'), withMembership && t('ledger.row.membership')];
  const isHere = pending.some(({ state }) => state !== 'acked');
  const number = (amount: number) => spreadsheetNumber(amount, entry.currency, format.locale);
  return {
    bundle: entry.number === null ? '' : String(entry.number),
    date: dayOf(entry.date),
    time: entry.date === '' ? '' : localTime(entry.date),
    contact: entry.contactId === null ? '' : String(entry.contactId),
    name: entry.name ?? '',
    amount: number(entry.amount),
    reimbursed: entry.reimbursedAmount === 0 ? '' : number(entry.reimbursedAmount),
    unpaid: entry.unpaidAmount === 0 ? '' : number(entry.unpaidAmount),
    currency: entry.currency,
    method: methodWord(t, entry.method),
    details: detailLines(t, entry.details)
      .map(({ name, value }) => (name === '' ? value : `${name}: ${value}`))
      .join('; '),
    status: statusName(entry.statusId),
    campaign: entry.campaign ?? '',
    kind: kinds.filter(Boolean).join(' + '),
    note: entry.comment,
    state: t(isHere ? 'ledger.export.onPhone' : 'ledger.export.sent'),
  };
}

/** The list as CSV. */
export function toCsv(entries: readonly LedgerEntry[], words: ExportWords): string {
  const heading = columns.map((column) => words.t(`ledger.export.column.${column}`));
  const lines = entries.map((entry) => {
    const cells = cellsOf(entry, words);
    return columns.map((column) => cells[column]);
  });
  return csvText([heading, ...lines], words.format.locale);
}

const pageColumns: readonly Column[] = ['bundle', 'date', 'name', 'method', 'status', 'kind', 'amount'];

interface Page {
  title: string;
  /** The name of the space; null where it is not on the phone. */
  space: string | null;
  entries: readonly LedgerEntry[];
  sums: readonly CurrencySum[];
  /** Shown below the sums, such as that the page is cut. */
  notes: readonly string[];
}

/** The list as a page to print. All data is escaped. */
export function toPage({ title, space, entries, sums, notes }: Page, words: ExportWords): string {
  const { t, format } = words;
  const sumLines = sums.flatMap((sum) => {
    const { amount, count, currency } = sum;
    const methods = sum.methods.map((part) =>
      t('ledger.sums.part', {
        method: methodWord(t, part.method),
        amount: format.money(part.amount, currency),
      })
    );
    const number = t('ledger.sums.count', { count, number: format.number(count) });
    const total = `<strong>${escape(format.money(amount, currency))}</strong> · ${escape([number, ...methods].join(' · '))}`;
    const { receivedLabel, received } = sumWords(words, sum);
    return [
      total,
      ...(receivedLabel === null ? [] : [escape(receivedLabel)]),
      ...(received === null
        ? []
        : [`<strong>${escape(received.there)}</strong> · ${escape(received.without)}`]),
    ];
  });
  const cell = (tag: 'th' | 'td', column: Column, text: string) =>
    `<${tag} class="${column}">${escape(text)}</${tag}>`;
  const rows = entries.map((entry) => {
    const cells = {
      ...cellsOf(entry, words),
      date: entry.date === '' ? '' : format.date(entry.date),
      name: nameOf(t, entry),
      kind: kindOf(t, entry),
      status: statusLabels(words, entry, words.statusName(entry.statusId)).join(' · '),
      amount: format.money(entry.amount, entry.currency),
    };
    return `<tr>${pageColumns.map((column) => cell('td', column, cells[column])).join('')}</tr>`;
  });
  const heading = pageColumns.map((column) => cell('th', column, t(`ledger.export.column.${column}`)));
  return printPage({
    title,
    space,
    format,
    lines: [...sumLines, ...notes.map(escape)],
    table: `<table><thead><tr>${heading.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`,
  });
}

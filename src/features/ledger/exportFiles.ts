import { type TFunction } from 'i18next';

import { dayOf } from '@/domain/day';
import { decimalSignOf, digitsOf } from '@/domain/money';
import { detailLines } from '@/features/shared/detailLines';
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
  const digits = digitsOf(entry.currency);
  // A number as spreadsheets of this locale read it: no grouping, no currency sign.
  const number = (amount: number) =>
    (amount / 10 ** digits).toFixed(digits).replace('.', writesComma(format.locale) ? ',' : '.');
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

/** A cell of RFC 4180. A text that a spreadsheet would run as a formula is marked as text; a number stays one. */
function csvCell(text: string, sign: ',' | ';'): string {
  const isFormula = /^[=+\-@＝＋－＠\t\r\n]/.test(text) && !/^-\d+(?:[.,]\d+)?$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /["\r\n]/.test(safe) || safe.includes(sign) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const writesComma = (locale: string) => decimalSignOf(locale) === ',';

/**
 * The list as CSV, with a byte order mark so that spreadsheets read UTF-8. Where decimals are written with a comma,
 * spreadsheets separate cells by semicolons.
 */
export function toCsv(entries: readonly LedgerEntry[], words: ExportWords): string {
  const sign = writesComma(words.format.locale) ? ';' : ',';
  const heading = columns.map((column) => words.t(`ledger.export.column.${column}`));
  const lines = entries.map((entry) => {
    const cells = cellsOf(entry, words);
    return columns.map((column) => cells[column]);
  });
  return `\uFEFF${[heading, ...lines].map((cells) => cells.map((cell) => csvCell(cell, sign)).join(sign)).join('\r\n')}\r\n`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

const pageColumns: readonly Column[] = ['bundle', 'date', 'name', 'method', 'status', 'kind', 'amount'];

const pageStyle = `
  @page { margin: 16mm; }
  body { font: 10pt system-ui, sans-serif; color: #1C1B1A; }
  h1 { font-size: 18pt; margin: 0 0 2mm; }
  p { margin: 0 0 2mm; }
  table { width: 100%; border-collapse: collapse; margin-top: 6mm; }
  /* However long a name is, the amounts stay on the paper. */
  p, h1, td { overflow-wrap: anywhere; }
  /* And the words of the narrow columns stay whole as long as the name has room to give. */
  .method, .status, .kind { min-width: 20mm; }
  th, td { text-align: start; padding: 1.5mm 2mm; border-bottom: 0.3mm solid #E5E0D8; vertical-align: top; }
  .amount { text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
  .date { white-space: nowrap; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
`;

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
  return `<!doctype html><html lang="${escape(format.locale)}"><head><meta charset="utf-8"><title>${escape(title)}</title>
<style>${pageStyle}</style></head><body dir="${format.direction}">${space === null ? '' : `<p>${escape(space)}</p>`}<h1>${escape(title)}</h1>
${[...sumLines, ...notes.map(escape)].map((line) => `<p>${line}</p>`).join('')}
<table><thead><tr>${heading.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></body></html>`;
}

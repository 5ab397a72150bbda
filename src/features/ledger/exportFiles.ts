import { escapeHtml as escape, printPage } from '@/features/shared/exportText';
import { methodWord } from '@/features/shared/paymentMethod';

import { columnName, type Column, type ExportWords } from './csvFile';
import { type LedgerEntry } from './filters';
import { type CurrencySum } from './sums';
import { kindOf, nameOf, partLabels, statusLabels, statusParts } from './labels';

const pageColumns = [
  'bundle',
  'date',
  'name',
  'method',
  'status',
  'kind',
  'amount',
] as const satisfies Column[];

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
    const { received, count, currency } = sum;
    const methods = sum.methods.map((part) =>
      t('ledger.sums.part', {
        method: methodWord(t, part.method),
        amount: format.money(part.amount, currency),
      })
    );
    const number = t('ledger.sums.count', { count, number: format.number(count) });
    const total = `<strong>${escape(format.money(received, currency))}</strong> · ${escape([number, ...methods].join(' · '))}`;
    const lines = [statusParts(words, sum), partLabels(words, sum, currency)];
    return [total, ...lines.filter((parts) => parts.length > 0).map((parts) => escape(parts.join(' · ')))];
  });
  const cell = (tag: 'th' | 'td', column: Column, text: string) =>
    `<${tag} class="${column}">${escape(text)}</${tag}>`;
  const rows = entries.map((entry) => {
    const cells = {
      bundle: entry.number === null ? '' : String(entry.number),
      method: methodWord(t, entry.method),
      date: entry.date === '' ? '' : format.date(entry.date),
      name: nameOf(t, entry),
      kind: kindOf(t, entry),
      status: statusLabels(words, entry, words.statusName(entry.statusId)).join(' · '),
      amount: format.money(entry.amount, entry.currency),
    };
    return `<tr>${pageColumns.map((column) => cell('td', column, cells[column])).join('')}</tr>`;
  });
  const heading = pageColumns.map((column) => cell('th', column, columnName(t, column)));
  return printPage({
    title,
    space,
    format,
    lines: [...sumLines, ...notes.map(escape)],
    table: `<table><thead><tr>${heading.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`,
  });
}

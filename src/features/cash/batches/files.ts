import { type BatchDetail } from '@/contract/batch';
import { getSpace } from '@/db/knownSpaces';
import { dayOf } from '@/domain/day';
import { csvText, escapeHtml, printPage, spreadsheetNumber } from '@/features/shared/exportText';
import { methodWord } from '@/features/shared/paymentMethod';
import { receiptWord } from '@/features/shared/receiptWord';
import { type Runtime, type ShareResult } from '@/features/shared/runtime';

import { type BatchWords, methodDetail } from './labels';

const columns = [
  'batch',
  'bundle',
  'date',
  'name',
  'detail',
  'recorder',
  'receipt',
  'amount',
  'currency',
] as const;

/** The payments of a batch as CSV. */
export function batchCsv(batch: BatchDetail, { t, format }: BatchWords): string {
  const { number = '', currency = '', transactions = [] } = batch;
  const lines = transactions.map((payment) => [
    number,
    String(payment.bundle_id ?? ''),
    dayOf(payment.date ?? ''),
    payment.name ?? '',
    methodDetail(payment.payment_method),
    payment.recorder ?? '',
    receiptWord(t, payment.receipt),
    spreadsheetNumber(payment.amount ?? 0, currency, format.locale),
    currency.toUpperCase(),
  ]);
  const nameOf = (column: (typeof columns)[number]) =>
    column === 'receipt' ? t('receipts.line.number') : t(`batches.column.${column}`);
  return csvText([columns.map(nameOf), ...lines], format.locale);
}

/** Of the cells of the slip, for the style of the page: a long name beside it wraps no date. */
const slipClasses = ['date', 'name', 'detail', 'amount'];

/** The slip that goes to the bank with the money, with room for signatures. All data is escaped. */
export function depositSlip(batch: BatchDetail, space: string | null, { t, format }: BatchWords): string {
  const { number = '', currency = '', amount = 0, count = 0, transactions = [] } = batch;
  const line = (name: string, value: string) => `${escapeHtml(name)}: <strong>${escapeHtml(value)}</strong>`;
  const cells = (tag: 'th' | 'td', texts: readonly [string, string, string, string]) =>
    `<tr>${texts
      .map((text, index) => `<${tag} class="${slipClasses[index]}">${escapeHtml(text)}</${tag}>`)
      .join('')}</tr>`;
  const rows = transactions.map((payment) =>
    cells('td', [
      payment.date === undefined ? '' : format.date(payment.date),
      payment.name ?? t('common.unnamed'),
      methodDetail(payment.payment_method),
      format.money(payment.amount ?? 0, currency),
    ])
  );
  const heading = cells('th', [
    t('batches.column.date'),
    t('batches.column.name'),
    t('batches.column.detail'),
    t('batches.column.amount'),
  ]);
  const total = cells('td', [t('batches.sum'), '', '', format.money(amount, currency)]);
  return printPage({
    title: t('batches.slip.title', { number }),
    space,
    format,
    lines: [
      line(t('batches.method'), methodWord(t, batch.payment_method_kind ?? '')),
      line(t('batches.sum'), format.money(amount, currency)),
      escapeHtml(t('batches.payments', { count, number: format.number(count) })),
      line(t('batches.deposit.slip'), batch.slip_number ?? '……………………'),
      line(
        t('batches.deposit.day'),
        batch.deposited_on ? format.calendarDate(batch.deposited_on) : '……………………'
      ),
      `${escapeHtml(t('batches.slip.signatures'))}: …………………… ……………………`,
    ],
    table: `<table><thead>${heading}</thead><tbody>${rows.join('')}${total}</tbody></table>`,
  });
}

/** Opens the share sheet, or the print dialog of a browser. */
export async function shareBatch(
  runtime: Runtime,
  kind: 'csv' | 'pdf',
  batch: BatchDetail,
  words: BatchWords
): Promise<ShareResult> {
  const name = words.t('batches.fileName', { number: (batch.number ?? '').replace(/[^\w-]+/g, '-') });
  if (kind === 'csv')
    return runtime.device.shareFile({
      name: `${name}.csv`,
      type: 'text/csv',
      text: batchCsv(batch, words),
    });
  const space = (await getSpace(runtime.store, runtime.scope))?.name ?? null;
  return runtime.device.sharePdf({ name, html: depositSlip(batch, space, words) });
}

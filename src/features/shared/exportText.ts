import { decimalSignOf, digitsOf } from '@/domain/money';
import { type Format } from '@/i18n/format';

/** Files that leave the app: tables for spreadsheets and pages to print. */

const writesComma = (locale: string) => decimalSignOf(locale) === ',';

/** A number as spreadsheets of this locale read it: no grouping, no currency sign. */
export function spreadsheetNumber(amount: number, currency: string, locale: string): string {
  const digits = digitsOf(currency);
  return (amount / 10 ** digits).toFixed(digits).replace('.', writesComma(locale) ? ',' : '.');
}

/** A cell of RFC 4180. A text that a spreadsheet would run as a formula is marked as text; a number stays one. */
function csvCell(text: string, sign: ',' | ';'): string {
  const isFormula = /^[=+\-@＝＋－＠\t\r\n]/.test(text) && !/^-\d+(?:[.,]\d+)?$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /["\r\n]/.test(safe) || safe.includes(sign) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Lines as CSV, with a byte order mark so that spreadsheets read UTF-8. Where decimals are written with a comma,
 * spreadsheets separate cells by semicolons.
 */
export function csvText(lines: readonly (readonly string[])[], locale: string): string {
  const sign = writesComma(locale) ? ';' : ',';
  return `\uFEFF${lines.map((cells) => cells.map((cell) => csvCell(cell, sign)).join(sign)).join('\r\n')}\r\n`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

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

interface PrintedPage {
  title: string;
  /** The name of the space; null where it is not on the phone. */
  space: string | null;
  format: Format;
  /** Above the table, as HTML. */
  lines: readonly string[];
  table: string;
}

/** A page to print. `lines` and `table` are escaped by the caller. */
export function printPage({ title, space, format, lines, table }: PrintedPage): string {
  return `<!doctype html><html lang="${escapeHtml(format.locale)}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<style>${pageStyle}</style></head><body dir="${format.direction}">${space === null ? '' : `<p>${escapeHtml(space)}</p>`}<h1>${escapeHtml(title)}</h1>
${lines.map((line) => `<p>${line}</p>`).join('')}
${table}</body></html>`;
}

import type { z } from 'zod';

import { type CsvLine, parseCsv } from '@/domain/csv';
import { decodeText, guessEncoding, isWorkbook } from '@/domain/textEncoding';

import { CommandError } from '../command';
import { plainWords } from './plainWords';

/** The columns of a file, each with the schema of its cells. */
export type Columns = Readonly<Record<string, z.ZodType>>;

/** The cells of a line: columns of the file only, null for an empty cell. */
export type Cells<C extends Columns> = { readonly [Key in keyof C]?: z.output<C[Key]> | null };

export type Line<C extends Columns> = { readonly line: number; readonly cells: Cells<C> };
export type BadLine = { readonly line: number; readonly reason: string };
/** A file as it was read from disk. */
export type Source = { readonly bytes: Uint8Array; readonly file: string };

export type Reading<C extends Columns> = { readonly lines: Line<C>[]; readonly bad: BadLine[] };

/** Refuses an unknown column, whose data would be lost silently. */
function checkHeader(header: readonly string[], columns: Columns, required: readonly string[]): string[] {
  const names = header.map((name) => name.trim());
  const known = Object.keys(columns);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new CommandError(
      `The header has unknown columns "${unknown.join('", "')}". Supported: ${known.join(', ')}.`
    );
  }
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new CommandError(`The header lacks ${missing.join(', ')}.`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new CommandError(`The header contains ${twice} twice.`);
  return names;
}

/** The lines of a file, the header first. An open quotation mark contains all lines after it. */
export function parseText(source: Source): [header: string[], ...lines: CsvLine[]] {
  if (isWorkbook(source.bytes))
    throw new CommandError(`${source.file} is not a CSV file: save it as CSV in the spreadsheet.`);
  const [header, ...lines] = parseCsv(decodeText(source.bytes, guessEncoding(source.bytes)));
  const open = [header, ...lines].find((each) => each?.isUnclosed);
  if (open)
    throw new CommandError(
      `${source.file}: the quotation mark that opens in line ${open.line} is not closed.`
    );
  return [header?.cells ?? [], ...lines];
}

/** A decimal comma without quotes shifts all cells after it, so nothing else is said about such a line. */
const wrongCount = 'has more or fewer cells than the header; a cell that contains the separator needs quotes';

/** Reads a file: the valid lines, and the reason for each bad one. */
export function readCsv<C extends Columns>(
  source: Source,
  options: { columns: C; required: readonly (keyof C & string)[]; unique?: keyof C & string }
): Reading<C> {
  const { columns, required, unique } = options;
  const seen = new Map<string, number>();
  const reading: Reading<C> = { lines: [], bad: [] };
  const [header, ...lines] = parseText(source);
  const names = checkHeader(header, columns, required);
  for (const { line, cells: texts } of lines) {
    if (texts.length !== names.length) {
      reading.bad.push({ line, reason: wrongCount });
      continue;
    }
    const record = Object.fromEntries(names.map((name, place) => [name, texts[place] ?? '']));
    const { cells, errors } = readCells(record, columns, required);
    const key = unique === undefined ? '' : (record[unique] ?? '').toLowerCase();
    const earlier = seen.get(key);
    if (key !== '' && earlier !== undefined) errors.push(`${unique}: is in line ${earlier} already`);
    if (key !== '') seen.set(key, earlier ?? line);
    if (errors.length > 0) reading.bad.push({ line, reason: errors.join('; ') });
    else reading.lines.push({ line, cells });
  }
  return reading;
}

function readCells<C extends Columns>(
  record: Record<string, string>,
  columns: C,
  required: readonly string[]
) {
  const errors: string[] = [];
  const cells: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(record)) {
    if (text === '') {
      cells[name] = null;
      if (required.includes(name)) errors.push(`${name}: is missing`);
      continue;
    }
    const result = columns[name]?.safeParse(text, { error: plainWords });
    if (result?.success) cells[name] = result.data;
    else errors.push(`${name}: ${result?.error.issues[0]?.message ?? 'is invalid'}`);
  }
  // Each cell is parsed by the schema of its column.
  return { cells: cells as Cells<C>, errors };
}

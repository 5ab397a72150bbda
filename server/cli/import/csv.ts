import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';

import { CommandError } from '../command';
import { plainWords } from './plainWords';

/** The columns of a file, each with the schema of its cells. */
export type Columns = Readonly<Record<string, z.ZodType>>;

/** The cells of a line: columns of the file only, null for an empty cell. */
export type Cells<C extends Columns> = { readonly [Key in keyof C]?: z.output<C[Key]> | null };

export type Line<C extends Columns> = { readonly line: number; readonly cells: Cells<C> };
export type BadLine = { readonly line: number; readonly reason: string };
export type Reading<C extends Columns> = { readonly lines: Line<C>[]; readonly bad: BadLine[] };

const RawRecord = z.object({
  record: z.record(z.string(), z.string()),
  info: z.object({ lines: z.int(), error: z.unknown() }),
});

/** Spreadsheets use the separator of their locale: takes the one that is most frequent in the header. */
function separatorOf(text: string): string {
  const header = text.slice(0, text.search(/[\r\n]|$/));
  const count = (separator: string) => header.split(separator).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}

function decode(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError(`${file} is not UTF-8: save it again as "CSV UTF-8".`);
  }
}

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

function parseText(text: string, file: string, onHeading: (header: string[]) => string[]): unknown[] {
  try {
    return parse(text, {
      bom: true,
      columns: (header: string[]) => onHeading(header),
      delimiter: separatorOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    });
  } catch (error) {
    if (error instanceof CsvError) throw new CommandError(`${file} cannot be read as CSV: ${error.message}.`);
    throw error;
  }
}

/** A decimal comma without quotes shifts all cells after it, so nothing else is said about such a line. */
const wrongCount = 'has more or fewer cells than the header; a cell that contains the separator needs quotes';

/** Reads a file: the valid lines, and the reason for each bad one. */
export function readCsv<C extends Columns>(
  bytes: Uint8Array,
  options: { file: string; columns: C; required: readonly (keyof C & string)[]; unique?: keyof C & string }
): Reading<C> {
  const { file, columns, required, unique } = options;
  const seen = new Map<string, number>();
  const reading: Reading<C> = { lines: [], bad: [] };
  const records = parseText(decode(bytes, file), file, (header) => checkHeader(header, columns, required));
  for (const raw of records) {
    const { record, info } = RawRecord.parse(raw);
    const line = info.lines;
    if (info.error !== undefined) {
      reading.bad.push({ line, reason: wrongCount });
      continue;
    }
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

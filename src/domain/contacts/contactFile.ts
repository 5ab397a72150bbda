import { ContactCreateSchema, type ContactCreate } from '@/contract/contact';
import { MOST_BAD_LINES } from '@/contract/contactImport';
import { oneLine } from '@/contract/primitives';

import { type CsvLine } from '../csv';
import { isDay } from '../day';
import { toLatinDigits } from '../digits';
import { sortKeyOf } from '../fold';
import { readPosition } from '../geo';
import { uuidFrom } from '../uuidFrom';
import { type ImportField, isAddressField, type Mapping } from './contactColumns';

export const IMPORT_ERRORS = [
  'name_missing',
  'mail',
  'too_long',
  'yes_no',
  'position',
  'date',
  'gender',
  'cells',
  'quote',
  'twice',
] as const;
export type ImportError = (typeof IMPORT_ERRORS)[number];

/** A line that is not imported: why, in which column of the file, and what is there. */
export type BadLine = { line: number; column: string | null; error: ImportError; value: string };

/** `lines` has the line of each contact. */
export type ImportReading = { contacts: ContactCreate[]; lines: number[]; bad: BadLine[] };

export type ImportFile = { header: string[]; lines: CsvLine[] };

/** The first line is the header. */
export function fileOf([first, ...lines]: readonly CsvLine[]): ImportFile {
  return { header: first?.cells ?? [], lines };
}

/** What the service stores of a file besides its contacts: no content of a bad line, which may be about a person. */
export function readOfFile({ contacts, bad }: Pick<ImportReading, 'contacts' | 'bad'>) {
  return {
    lines: contacts.length + bad.length,
    bad: bad.length,
    bad_lines: bad.slice(0, MOST_BAD_LINES).map(({ line, column, error }) => ({
      line,
      ...(column === null ? {} : { column: column.slice(0, 200) }),
      error,
    })),
  };
}

type Typed = Map<ImportField, string>;
type Refusal = { error: ImportError; field?: string; value?: string };

/** Reads the lines with a mapping: what can be imported, and what is wrong with the others. */
export function readLines(file: ImportFile, mapping: Mapping): ImportReading {
  const reader = startReading(file, mapping);
  reader.readNext(file.lines.length);
  return reader.reading;
}

type Reader = {
  /** What was read so far. */
  readonly reading: ImportReading;
  /** Reads at most so many lines. Returns the share of the lines that is read; 1 when all of them are. */
  readNext(count: number): number;
};

/** Reads a large file part by part, so that a screen can render in between. */
export function startReading({ header, lines }: ImportFile, mapping: Mapping): Reader {
  const reading: ImportReading = { contacts: [], lines: [], bad: [] };
  const seen = new Map<string, number>();
  let next = 0;
  const columnOf = (field: string) => header[mapping.findIndex((each) => each === field)] ?? null;
  const readLine = ({ line, cells, isUnclosed }: CsvLine) => {
    const typed = typedIn(cells, mapping);
    const identity = identityOf(typed);
    const read = (): ContactCreate | Refusal => {
      if (isUnclosed) return { error: 'quote' };
      if (cells.length > header.length) return { error: 'cells' };
      const earlier = seen.get(identity);
      if (earlier !== undefined) return { error: 'twice', value: String(earlier) };
      const uuid = uuidOf(typed.has('external_id') ? identity : contentOf(header, cells));
      return readContact(typed, uuid);
    };
    const contact = read();
    if ('error' in contact) {
      const { error, field, value = '' } = contact;
      reading.bad.push({ line, column: field === undefined ? null : columnOf(field), error, value });
    } else {
      reading.contacts.push(contact);
      reading.lines.push(line);
      seen.set(identity, line);
    }
  };
  return {
    reading,
    readNext: (count) => {
      lines.slice(next, next + count).forEach(readLine);
      next += count;
      return next < lines.length ? next / lines.length : 1;
    },
  };
}

function typedIn(cells: readonly string[], mapping: Mapping): Typed {
  const typed: Typed = new Map();
  mapping.forEach((field, place) => {
    const cell = cells[place] ?? '';
    // A number identifies its line, also in files that were imported before: it is not changed.
    const value = field === 'external_id' ? cell : oneLine(cell);
    if (field !== null && value !== '') typed.set(field, value);
  });
  return typed;
}

function readContact(typed: Typed, uuid: string): ContactCreate | Refusal {
  if (!typed.has('firstname') && !typed.has('surname')) return { error: 'name_missing', field: 'surname' };
  const wrong = (error: ImportError, field: ImportField): Refusal => ({
    error,
    field,
    value: typed.get(field),
  });
  const optOut = readYesNo(typed.get('black_list'));
  if (optOut === null) return wrong('yes_no', 'black_list');
  if (!readDegrees(typed)) {
    const value = [typed.get('latitude'), typed.get('longitude')].join(', ');
    return { error: 'position', field: 'latitude', value };
  }
  const birthdate = typed.get('birthdate');
  if (birthdate !== undefined) {
    const day = yearFirst(birthdate);
    if (!isDay(day)) return wrong('date', 'birthdate');
    typed.set('birthdate', day);
  }
  const gender = typed.get('gender')?.toUpperCase();
  if (gender !== undefined && !/^[MFO]$/.test(gender)) return wrong('gender', 'gender');
  const parsed = ContactCreateSchema.safeParse(contactOf(uuid, typed, optOut));
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path ?? [];
  const field = String(path[0] === 'address' ? path[1] : path[0]);
  return { error: field === 'mail' ? 'mail' : 'too_long', field, value: typed.get(field as ImportField) };
}

/** A day as spreadsheets of the five languages write it, 29/02/1984 or 29.2.1984, as 1984-02-29. */
function yearFirst(text: string): string {
  const written = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(toLatinDigits(text));
  if (written === null) return text;
  const [, day = '', , month = '', year = ''] = written;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Writes decimal commas as points. False if the position is not one. */
function readDegrees(typed: Typed): boolean {
  if (!typed.has('latitude') && !typed.has('longitude')) return true;
  for (const field of ['latitude', 'longitude'] as const)
    typed.set(field, (typed.get(field) ?? '').replace(',', '.'));
  return readPosition(typed.get('latitude'), typed.get('longitude')) !== null;
}

function contactOf(uuid: string, typed: Typed, optOut: boolean): object {
  const address: Record<string, string> = {};
  const contact: Record<string, unknown> = { uuid };
  for (const [field, value] of typed) {
    if (isAddressField(field)) address[field] = value;
    else if (field === 'tags')
      contact.tags = [...new Set(value.split(/[;|,]/).map((name) => name.trim()))]
        .filter((name) => name !== '')
        .map((name) => ({ name }));
    else if (field === 'birthdate') contact.birthdate = `${value}T00:00:00Z`;
    else if (field === 'gender') contact.gender = value.toUpperCase();
    else if (field !== 'black_list' && field !== 'external_id') contact[field] = value;
  }
  return {
    ...contact,
    ...(Object.keys(address).length === 0 ? {} : { address }),
    ...(optOut ? { black_list: true } : {}),
  };
}

const yes = new Set(['1', 'true', 'yes', 'oui', 'ja', 'si', 'نعم', 'x']);
const no = new Set(['', '0', 'false', 'no', 'non', 'nein', 'لا']);

function readYesNo(text = ''): boolean | null {
  const word = sortKeyOf(text);
  if (yes.has(word)) return true;
  return no.has(word) ? false : null;
}

/** Who a line is within its file: the id of another system, else all that is read from it. */
function identityOf(typed: Typed): string {
  const id = typed.get('external_id');
  return id === undefined ? JSON.stringify([...typed].sort()) : `external ${id}`;
}

/** All cells of a line with the names of their columns, in any order of the columns and whatever they are read as. */
const contentOf = (header: readonly string[], cells: readonly string[]): string =>
  JSON.stringify(header.map((name, place) => [name, cells[place] ?? '']).sort());

/**
 * The same line has the same uuid, so that a second import of a file adds nothing. With an id of another system the line is that
 * person, whatever else it contains.
 */
const uuidOf = (content: string): string => uuidFrom(`doorstep import ${content}`);

import { randomUUID } from 'node:crypto';
import path from 'node:path';

import { type ContactCreate } from '@/contract/contact';
import { MOST_IMPORTED } from '@/contract/contactImport';
import { addressLine, readAddress } from '@/domain/address';
import {
  findField,
  guessMapping,
  importExample,
  importFields,
  type Mapping,
} from '@/domain/contacts/contactColumns';
import {
  type BadLine as BadContact,
  type ImportError,
  type ImportFile,
  readLines,
  readOfFile,
} from '@/domain/contacts/contactFile';
import { guessEncoding } from '@/domain/textEncoding';

import { findKnown, insertImport, insertImported, listImports, undoImport } from '../../store/contactImports';
import type { Database } from '../../store/database';
import { CommandError, counted } from '../command';
import { type Source, parseText } from './csv';
import { type Report, chunk, refuseBad, reportOf } from './outcome';

export const contactTemplate = `${importFields.join(',')}\n${importExample.join(',')}`;

const reasons: Readonly<Record<ImportError, (value: string) => string>> = {
  name_missing: () => 'there is no first name and no surname',
  mail: (value) => `"${value}" is not a mail address`,
  too_long: (value) => `"${value}" is too long`,
  yes_no: (value) => `"${value}" is neither yes nor no`,
  position: (value) => `"${value}" is not a latitude and a longitude in degrees, such as 45.77, 4.83`,
  date: (value) => `"${value}" is not a day such as 1984-02-29 or 29/02/1984`,
  gender: (value) => `"${value}" is not M, F or O`,
  cells: () => 'has more cells than the header; a cell that contains the separator needs quotes',
  quote: () => 'a quotation mark is not closed',
  twice: (value) => `the same person is in line ${value} already`,
};
const LONGEST_SHOWN = 80;

const reasonOf = ({ column, error, value }: BadContact): string =>
  `${column === null ? '' : `${column}: `}${reasons[error](value.slice(0, LONGEST_SHOWN))}`;

/** The mapping by the names of the columns, with `--map "Column=field"` over it; `--map "Column="` excludes a column. */
function mappingOf({ header, lines }: ImportFile, given: readonly string[]): Mapping {
  const mapping = guessMapping(header);
  const excluded = new Set<number>();
  for (const text of given) {
    const end = text.lastIndexOf('=');
    const [column, name] = [text.slice(0, end).trim(), text.slice(end + 1).trim()];
    if (end < 0)
      throw new CommandError(`--map "${text}" must be "COLUMN=FIELD", or "COLUMN=" to leave the column out.`);
    const index = header.indexOf(column);
    const field = findField(name) ?? null;
    if (index < 0) throw new CommandError(`--map "${text}": the file has no column "${column}".`);
    if (field === null && name !== '')
      throw new CommandError(
        `--map "${text}": there is no field "${name}". Fields: ${importFields.join(', ')}.`
      );
    // A field comes from one column.
    mapping.forEach((each, other) => {
      if (field !== null && each === field) mapping[other] = null;
    });
    mapping[index] = field;
    if (field === null) excluded.add(index);
  }
  // The data of a column without a field would be lost silently.
  const hasData = (index: number) => lines.some(({ cells }) => (cells[index] ?? '') !== '');
  const unmapped = header.filter(
    (_, index) => mapping[index] === null && !excluded.has(index) && hasData(index)
  );
  if (unmapped.length > 0)
    throw new CommandError(
      `No field for the columns "${unmapped.join('", "')}": give each one with --map "COLUMN=FIELD", or leave it out with ` +
        `--map "COLUMN=". Fields: ${importFields.join(', ')}.`
    );
  return mapping;
}

const PREVIEWED = 5;

/** How the file was read, the mapping, and the first contacts as they would be. */
function preview(
  { bytes }: Source,
  header: readonly string[],
  mapping: Mapping,
  contacts: readonly ContactCreate[]
): string[] {
  const columns = header.map((column, index) => `column ${column}: ${mapping[index] ?? 'left out'}`);
  const people = contacts
    .slice(0, PREVIEWED)
    .map(({ firstname, surname, mail, mobile, phone, address, tags }) => {
      const place = address ? addressLine(readAddress(address)) : '';
      const details = [mail, mobile ?? phone, place, tags?.map(({ name }) => name).join(', ')];
      return ['contact', [firstname, surname].filter(Boolean).join(' '), ...details.filter(Boolean)].join(
        '  '
      );
    });
  return [`encoding ${guessEncoding(bytes)}`, ...columns, ...people];
}

type Options = {
  readonly groupId: number;
  readonly source: Source;
  readonly maps: readonly string[];
  readonly isDryRun: boolean;
  readonly skipBad: boolean;
};

/**
 * Adds the contacts of a file by the rules of the app: a line that was imported before changes nothing. Each part is a short
 * transaction, so that others write in between; after an interruption the same command adds the rest.
 */
export async function importContacts(
  database: Database,
  { groupId, source, maps, isDryRun, skipBad }: Options
): Promise<string> {
  const [header, ...lines] = parseText(source);
  const mapping = mappingOf({ header, lines }, maps);
  const { contacts, bad: refused } = readLines({ header, lines }, mapping);
  const bad = refused.map((each) => ({ line: each.line, reason: reasonOf(each) }));

  const fresh: ContactCreate[] = [];
  for (const piece of chunk(contacts)) {
    const uuids = piece.map(({ uuid }) => uuid);
    const known = await database.asOwner((tx) => findKnown(tx, groupId, uuids));
    fresh.push(...piece.filter(({ uuid }) => !known.has(uuid)));
  }
  const planned = { created: fresh.length, changed: 0, unchanged: contacts.length - fresh.length };
  const report: Report = { bad, counts: planned };
  if (!skipBad) refuseBad(report);
  if (isDryRun) return [...preview(source, header, mapping, fresh), reportOf(report, false)].join('\n');
  if (fresh.length === 0) return reportOf(report, true);

  const importer = { groupId, userId: null };
  const name = path.basename(source.file).slice(0, 200);
  const begun = { uuid: randomUUID(), name, ...readOfFile({ contacts, bad: refused }) };
  const id = await database.asOwner((tx) => insertImport(tx, importer, begun));
  let created = 0;
  for (const part of chunk(fresh, MOST_IMPORTED))
    created += await database.asOwner((tx) => insertImported(tx, importer, id, part));
  // Until the statistics include the new rows, statements of others are planned as if the tables were small.
  await database.queryAsOwner('ANALYZE contacts, change_log', []);
  const counts = { created, changed: 0, unchanged: contacts.length - created };
  return `${reportOf({ bad, counts }, true)}\nThis is import ${id}: --undo ${id} removes its contacts again.`;
}

/** The imports of a space, from the app and by command. */
export async function showImports(database: Database, groupId: number): Promise<string> {
  const imports = await database.asOwner((tx) => listImports(tx, groupId));
  if (imports.length === 0) return 'There is no import yet.';
  return imports
    .map(({ id, name, created_at: at, contacts, bad = 0, undone_at: undoneAt }) =>
      [
        id,
        name,
        at.slice(0, 10),
        counted(contacts, 'contact'),
        ...(bad === 0 ? [] : [`${counted(bad, 'line')} not imported`]),
        ...(undoneAt === undefined ? [] : ['undone']),
      ].join('  ')
    )
    .join('\n');
}

/** Removes the contacts of an import that nothing refers to and nobody has changed since, part by part. */
export async function undoContacts(database: Database, groupId: number, id: number): Promise<string> {
  let removed = 0;
  for (;;) {
    const part = await database.asOwner((tx) => undoImport(tx, { groupId, userId: null }, id));
    if (part === null)
      throw new CommandError(`Space ${groupId} has no import ${id}: --list shows the last 50.`);
    removed += part.removed;
    if (part.more) continue;
    const done = `Import ${id} is undone: ${counted(removed, 'contact')} removed.`;
    if (part.stayed === 0) return done;
    const people = part.people.map(({ id: contact, name }) => `No. ${contact} ${name}`);
    const more = part.stayed > people.length ? [`and ${part.stayed - people.length} more`] : [];
    return `${done} Stayed because of gifts, visits, answers, a merge or a later change: ${[...people, ...more].join(', ')}.`;
  }
}

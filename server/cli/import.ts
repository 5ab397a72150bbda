/**
 * `npm run service:import -- --space ID --kind contacts|users|prices FILE.csv [--dry-run] [--skip-bad]`: imports
 * a CSV file into a space. A file with bad lines is refused, unless --skip-bad is given.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { eq } from 'drizzle-orm';

import type { Tx } from '../store/database';
import { spaces } from '../store/schema';
import { CommandError, readId, parseArguments, runCommand, withDatabase } from './command';
import { contactColumns, importContacts, withNames } from './import/contacts';
import { type BadLine, readCsv } from './import/csv';
import type { Counts } from './import/outcome';
import { importPrices, priceColumns, withAmounts } from './import/prices';
import { importUsers, loadRoles, userColumns, withKnownRoles } from './import/users';

const USAGE =
  'Use: npm run service:import -- --space ID --kind contacts|users|prices FILE.csv [--dry-run] [--skip-bad]';
const SHOWN = 50;

type Source = { readonly bytes: Uint8Array; readonly file: string };
type Report = { readonly bad: readonly BadLine[]; readonly counts: Counts };

/** Reads a file: the bad lines, and a function that imports the others. */
type Importer = (
  tx: Tx,
  groupId: number,
  source: Source
) => Promise<{ bad: readonly BadLine[]; apply: () => Promise<Counts> }>;

const importers = new Map<string, Importer>([
  [
    'contacts',
    async (tx, groupId, source) => {
      const read = { ...source, columns: contactColumns, required: [], unique: 'external_id' } as const;
      const { lines, bad } = withNames(readCsv(source.bytes, read));
      return { bad, apply: () => importContacts(tx, groupId, lines) };
    },
  ],
  [
    'users',
    async (tx, groupId, source) => {
      const roles = await loadRoles(tx, groupId);
      const read = { ...source, columns: userColumns, required: ['mail'], unique: 'mail' } as const;
      const { lines, bad } = withKnownRoles(readCsv(source.bytes, read), roles);
      return { bad, apply: () => importUsers(tx, groupId, lines, roles) };
    },
  ],
  [
    'prices',
    async (tx, groupId, source) => {
      const required = ['name', 'amount', 'currency'] as const;
      const read = { ...source, columns: priceColumns, required, unique: 'external_id' } as const;
      const { lines, bad } = withAmounts(readCsv(source.bytes, read));
      return { bad, apply: () => importPrices(tx, groupId, lines) };
    },
  ],
]);

const options = {
  space: { type: 'string' },
  kind: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  'skip-bad': { type: 'boolean', default: false },
} as const;

async function readSource(file: string): Promise<Source> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${file} cannot be read (${error.code}).`);
  });
  return { bytes, file };
}

/** Rolls a transaction back and contains its report. */
class Rollback extends Error {
  constructor(readonly report: Report) {
    super('rollback');
  }
}

function listBad(bad: readonly BadLine[]): string[] {
  const lines = [...bad].sort((one, other) => one.line - other.line);
  const shown = lines.slice(0, SHOWN).map(({ line, reason }) => `line ${line}: ${reason}`);
  return lines.length > SHOWN ? [...shown, `… and ${lines.length - SHOWN} more`] : shown;
}

function summarise({ bad, counts }: Report, written: boolean): string {
  const { created, changed, unchanged } = counts;
  const read = bad.length + created + changed + unchanged;
  const summary = `${read} read: ${created} new, ${changed} changed, ${unchanged} unchanged, ${bad.length} bad.`;
  return `${summary}${written ? '' : ' Nothing was written.'}`;
}

export async function importFile(args: string[]): Promise<string> {
  const { values, positionals } = parseArguments(
    () => parseArgs({ args, allowPositionals: true, options }),
    USAGE
  );
  const [file, ...more] = positionals;
  const importer = importers.get(values.kind ?? '');
  const groupId = readId('space', values.space, USAGE);
  if (!importer) throw new CommandError(`--kind must be contacts, users or prices. ${USAGE}`);
  if (file === undefined || more.length > 0) throw new CommandError(`Expected one file. ${USAGE}`);
  const source = await readSource(file);

  return withDatabase(async (database) => {
    const importing = database.asOwner(async (tx): Promise<Report> => {
      const found = await tx.select().from(spaces).where(eq(spaces.groupId, groupId));
      if (found.length === 0) throw new CommandError(`There is no space ${groupId}.`);
      const { bad, apply } = await importer(tx, groupId, source);
      const report = { bad, counts: await apply() };
      const isRefused = bad.length > 0 && !values['skip-bad'];
      if (isRefused || values['dry-run']) throw new Rollback(report);
      return report;
    });
    try {
      const report = await importing;
      return [...listBad(report.bad), summarise(report, true)].join('\n');
    } catch (error) {
      if (!(error instanceof Rollback)) throw error;
      const text = [...listBad(error.report.bad), summarise(error.report, false)].join('\n');
      if (error.report.bad.length > 0 && !values['skip-bad']) {
        throw new CommandError(`${text} Fix these lines, or skip them with --skip-bad.`);
      }
      return text;
    }
  });
}

if (require.main === module) runCommand(importFile);

/** `npm run service:import`: imports a CSV file into a space, lists the imports of contacts and undoes one. */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { eq } from 'drizzle-orm';

import { importFields } from '@/domain/contacts/contactColumns';

import { queueInvitations } from '../auth/invitations';
import { loadKeys } from '../auth/keys';
import { readConfig } from '../config';
import type { Database, Tx } from '../store/database';
import { isLastAdmin } from '../store/postgresErrors';
import { spaces } from '../store/schema';
import { CommandError, readId, parseArguments, runCommand, withDatabase } from './command';
import { contactTemplate, importContacts, showImports, undoContacts } from './import/contacts';
import { type BadLine, type Source, readCsv } from './import/csv';
import { type Counts, type Report, refuseBad, reportOf } from './import/outcome';
import { importPrices, priceColumns, withAmounts } from './import/prices';
import {
  type AddedUser,
  importUsers,
  loadRoles,
  userColumns,
  withKnownRoles,
  withoutRemoved,
} from './import/users';

const USAGE =
  'Use: npm run service:import -- --space ID --kind contacts|users|prices FILE.csv [--dry-run] [--skip-bad] ' +
  '[--map "COLUMN=FIELD"] [--mail], or --template --kind KIND, or --space ID --list, or --space ID --undo IMPORT';

const HELP = `Imports contacts, users or prices from a CSV file.

  --space ID            as service:space --list shows it
  --kind KIND           contacts, users or prices
  --dry-run             shows what the import would do, and writes nothing
  --skip-bad            imports the good lines of a file with bad ones, which is refused otherwise
  --map "COLUMN=FIELD"  the field of a column of contacts, as often as needed; "COLUMN=" leaves a column out
  --mail                mails each added user where to sign in
  --template            prints a file to fill in
  --list                shows the imports of contacts, from the app and by command
  --undo IMPORT         removes the contacts of an import; those in use or changed since stay

A line of contacts that was imported before changes nothing. With external_id a line is that person, whatever else it contains.
Fields of contacts: ${importFields.join(', ')}.`;

/** Writes the mails to people whom an import added. */
type Mailing = (tx: Tx, added: readonly AddedUser[]) => Promise<void>;

/** Reads a file: the bad lines, and a function that imports the others. */
type Importer = (
  tx: Tx,
  groupId: number,
  source: Source,
  mailing: Mailing
) => Promise<{ bad: readonly BadLine[]; apply: () => Promise<Counts> }>;

const importers = new Map<string, Importer>([
  [
    'users',
    async (tx, groupId, source, mailing) => {
      const roles = await loadRoles(tx, groupId);
      const read = { columns: userColumns, required: ['mail'], unique: 'mail' } as const;
      const known = withKnownRoles(readCsv(source, read), roles);
      const { lines, bad } = await withoutRemoved(tx, groupId, known);
      const apply = async () => {
        const { counts, added } = await importUsers(tx, groupId, lines, roles);
        await mailing(tx, added);
        return counts;
      };
      return { bad, apply };
    },
  ],
  [
    'prices',
    async (tx, groupId, source) => {
      const required = ['name', 'amount', 'currency'] as const;
      const read = { columns: priceColumns, required, unique: 'external_id' } as const;
      const { lines, bad } = withAmounts(readCsv(source, read));
      return { bad, apply: () => importPrices(tx, groupId, lines) };
    },
  ],
]);

const templates = new Map<string, string>([
  ['contacts', contactTemplate],
  ['users', Object.keys(userColumns).join(',')],
  ['prices', Object.keys(priceColumns).join(',')],
]);

const options = {
  space: { type: 'string' },
  kind: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  'skip-bad': { type: 'boolean', default: false },
  map: { type: 'string', multiple: true, default: [] as string[] },
  mail: { type: 'boolean', default: false },
  template: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  undo: { type: 'string' },
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

/** Users and prices are few, so that one transaction holds all of them. */
async function importRecords(
  database: Database,
  groupId: number,
  source: Source,
  {
    importer,
    mailing,
    isDryRun,
    skipBad,
  }: { importer: Importer; mailing: Mailing; isDryRun: boolean; skipBad: boolean }
): Promise<string> {
  try {
    const report = await database.asOwner(async (tx): Promise<Report> => {
      const { bad, apply } = await importer(tx, groupId, source, mailing);
      const made = { bad, counts: await apply() };
      if (isDryRun || (bad.length > 0 && !skipBad)) throw new Rollback(made);
      return made;
    });
    return reportOf(report, true);
  } catch (error) {
    if (isLastAdmin(error))
      throw new CommandError(
        'The file gives the last admin of the space another role: give somebody else that role first. Nothing was written.'
      );
    if (!(error instanceof Rollback)) throw error;
    if (!skipBad) refuseBad(error.report);
    return reportOf(error.report, false);
  }
}

/** Mails where to sign in. Without the commit of the import nothing is sent, and a second import adds nobody. */
async function mailingOf(database: Database, groupId: number): Promise<Mailing> {
  const { publicUrl } = readConfig(process.env, { demo: false });
  if (publicUrl === undefined)
    throw new CommandError('--mail needs PUBLIC_URL: the address that people type, as the service has it.');
  const links = { origin: publicUrl, key: (await loadKeys(database)).forms };
  return async (tx, added) => {
    const [space] = await tx.select().from(spaces).where(eq(spaces.groupId, groupId));
    const spaceName = space?.name ?? '';
    await queueInvitations(
      tx,
      links,
      added.map(({ mail, id, locale }) => ({
        groupId,
        email: mail,
        addedId: id,
        spaceName,
        invitedBy: spaceName,
        locale,
      }))
    );
  };
}

async function checkSpace(database: Database, groupId: number): Promise<void> {
  const found = await database.asOwner((tx) =>
    tx.select({ id: spaces.groupId }).from(spaces).where(eq(spaces.groupId, groupId))
  );
  if (found.length === 0) throw new CommandError(`There is no space ${groupId}.`);
}

export async function importFile(args: string[]): Promise<string> {
  const { values, positionals } = parseArguments(
    () => parseArgs({ args, allowPositionals: true, options }),
    USAGE,
    HELP
  );
  const { kind = '', map: maps, 'dry-run': isDryRun, 'skip-bad': skipBad } = values;
  const inSpace = (work: (database: Database, groupId: number) => Promise<string>) => {
    const groupId = readId('space', values.space, USAGE);
    return withDatabase(async (database) => {
      await checkSpace(database, groupId);
      return work(database, groupId);
    });
  };
  if (values.list) return inSpace(showImports);
  if (values.undo !== undefined) {
    const id = readId('undo', values.undo, USAGE);
    return inSpace((database, groupId) => undoContacts(database, groupId, id));
  }
  const template = templates.get(kind);
  if (template === undefined) throw new CommandError(`--kind must be contacts, users or prices. ${USAGE}`);
  if (values.template) return template;
  const importer = importers.get(kind);
  if (importer && maps.length > 0) throw new CommandError(`--map is for contacts only. ${USAGE}`);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new CommandError(`Expected one file. ${USAGE}`);
  const source = await readSource(file);
  if (values.mail && kind !== 'users') throw new CommandError(`--mail is for users only. ${USAGE}`);
  return inSpace(async (database, groupId) => {
    if (!importer) return importContacts(database, { groupId, source, maps, isDryRun, skipBad });
    const mailing = values.mail ? await mailingOf(database, groupId) : () => Promise.resolve();
    return importRecords(database, groupId, source, { importer, mailing, isDryRun, skipBad });
  });
}

if (require.main === module) runCommand(importFile);

/**
 * `npm run service:space`: lists, creates, renames and archives spaces. A new space can record payments, and its first admin
 * signs in with the given address and invites the others.
 */
import { parseArgs } from 'node:util';

import { Currency, Mail, WrittenName } from '@/contract/primitives';
import { isCurrency } from '@/domain/currencies';

import { createSpace } from '../setup/newSpace';
import { LANGUAGES } from '../setup/texts';
import { type Database, type Tx, query } from '../store/database';
import { CommandError, counted, parseArguments, readId, runCommand, withDatabase } from './command';

const USAGE =
  'Use: npm run service:space -- --name NAME --admin MAIL [--currency eur] [--language en] [--examples], ' +
  'or --list, or --rename ID --name NAME, or --archive ID, or --restore ID';

const CODES = LANGUAGES.map(([code]) => code).join(', ');

const HELP = `Creates a space that can record payments. Its first admin signs in with the address and invites the others. A repeat changes
nothing.

  --name NAME      the name of the organisation
  --admin MAIL     the mail address of the first admin
  --currency eur   of its prices
  --language en    of its statuses and prices: ${CODES}
  --examples       adds example prices
  --list           shows all spaces with their numbers
  --rename ID      gives a space another --name
  --archive ID     nobody enters it, and nothing is deleted
  --restore ID     opens an archived space again`;

const LOCK = 'SELECT pg_advisory_xact_lock(4711001)';

type SpaceRow = { id: number; name: string; people: number; archived: boolean };

async function listSpaces(tx: Tx): Promise<string> {
  const rows = await query<SpaceRow>(
    tx,
    `SELECT s.group_id AS id, s.name, s.archived_at IS NOT NULL AS archived,
       (SELECT count(*)::int FROM space_users m WHERE m.group_id = s.group_id AND m.removed_at IS NULL) AS people
     FROM spaces s ORDER BY s.group_id`
  );
  if (rows.length === 0) return 'There is no space yet.';
  return rows
    .map(
      ({ id, name, people, archived }) =>
        `${id}  ${name}  ${counted(people, 'person', 'people')}${archived ? '  archived' : ''}`
    )
    .join('\n');
}

/** The same command again finds the space of the same name in which the person is an admin. */
async function findSpace(tx: Tx, name: string, mail: string): Promise<number | undefined> {
  const [row] = await query<{ id: number }>(
    tx,
    `SELECT s.group_id AS id FROM spaces s JOIN space_users m ON m.group_id = s.group_id AND m.removed_at IS NULL
       JOIN users u ON u.id = m.user_id AND lower(u.mail) = lower($2)
     WHERE s.name = $1 ORDER BY s.group_id LIMIT 1`,
    [name, mail]
  );
  return row?.id;
}

async function changeSpace(tx: Tx, id: number, statement: string, values: unknown[]): Promise<void> {
  const rows = await query(tx, `${statement} WHERE group_id = $1 RETURNING 1`, [id, ...values]);
  if (rows.length === 0) throw new CommandError(`There is no space ${id}: --list shows all.`);
}

export async function makeSpace(args: string[]): Promise<string> {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = {
    name: text,
    admin: text,
    currency: text,
    language: text,
    examples: flag,
    list: flag,
    rename: text,
    archive: text,
    restore: text,
  };
  const { values } = parseArguments(() => parseArgs({ args, options }), USAGE, HELP);
  const asOwner = <T>(work: (tx: Tx) => Promise<T>) =>
    withDatabase((database: Database) => database.asOwner(work));
  if (values.list) return asOwner(listSpaces);
  if (values.archive !== undefined || values.restore !== undefined) {
    const isArchived = values.archive !== undefined;
    const id = readId(isArchived ? 'archive' : 'restore', values.archive ?? values.restore, USAGE);
    const at = isArchived ? 'coalesce(archived_at, now())' : 'NULL';
    await asOwner((tx) => changeSpace(tx, id, `UPDATE spaces SET archived_at = ${at}`, []));
    return isArchived
      ? `Space ${id} is archived: nobody can open it, and nothing is deleted. --restore ${id} opens it again.`
      : `Space ${id} is open again.`;
  }
  const name = WrittenName.min(1).safeParse(values.name);
  if (!name.success) throw new CommandError(`--name must be the name of the space. ${USAGE}`);
  if (values.rename !== undefined) {
    const id = readId('rename', values.rename, USAGE);
    await asOwner((tx) => changeSpace(tx, id, 'UPDATE spaces SET name = $2', [name.data]));
    return `Space ${id} is named ${name.data}.`;
  }
  const mail = Mail.safeParse(values.admin);
  const currency = Currency.safeParse(values.currency ?? 'eur');
  const language = LANGUAGES.find(([code]) => code === (values.language ?? 'en'))?.[0];
  if (!mail.success) throw new CommandError(`--admin must be a mail address. ${USAGE}`);
  if (!currency.success || !isCurrency(currency.data))
    throw new CommandError(`--currency must be a code such as eur. ${USAGE}`);
  if (!language) throw new CommandError(`--language must be one of ${CODES}. ${USAGE}`);
  return asOwner(async (tx) => {
    await query(tx, LOCK);
    const known = await findSpace(tx, name.data, mail.data);
    if (known !== undefined) return `Space ${known} has this name and this admin already. Nothing changed.`;
    const groupId = await createSpace(tx, {
      name: name.data,
      mail: mail.data,
      currency: currency.data,
      language,
      examples: values.examples === true,
    });
    return `Space ${groupId} is ready. ${mail.data} can sign in to it and invite the others.`;
  });
}

if (require.main === module) runCommand(makeSpace);

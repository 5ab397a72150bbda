import { MANAGER_ROLES, type Role } from '@/contract/role';
import { type User } from '@/contract/user';

import { insertMany, lastOfEachId, removeByIds, replaceWhereDifferent, type BulkInsert } from './bulk';
import { sortKeyOf } from '@/domain/fold';
import { parseBody } from './recordTable';
import { type Scope } from './scopes';
import { searchRecords } from './search/search';
import { indexRecords, joinWords, unindexRecords } from './search/searchIndex';
import { indexWords } from './search/searchWords';
import { type Reader, type Transaction } from './store';

/** A person of the space as lists show them, with what a tap needs. */
export type UserLine = {
  id: number;
  name: string;
  mail: string;
  phone: string;
  town: string;
  roleId: number | null;
  roleName: string | null;
  roleType: string | null;
  sortKey: string;
};

/** Which people, and in which direction. */
export type UserFilter = { roleId?: number; ids?: readonly number[]; descending?: boolean };

type Row = Omit<UserLine, 'roleId' | 'roleName' | 'roleType' | 'sortKey'> & {
  role_id: number | null;
  role_name: string | null;
  role_type: string | null;
  sort_key: string;
};

const lineColumns = 'id, name, mail, phone, town, role_id, role_name, role_type, sort_key';
const recordColumns = [
  'sort_key',
  'name',
  'mail',
  'phone',
  'town',
  'role_id',
  'role_name',
  'role_type',
  'words',
  'body',
];

const insertUsers: BulkInsert = {
  into: 'users',
  shared: ['scope_id'],
  columns: ['id', ...recordColumns],
  onConflict: replaceWhereDifferent(['scope_id', 'id'], recordColumns),
};

/** Writes a page of people with their words. */
export async function applyUsers(tx: Transaction, scope: Scope, page: readonly User[]): Promise<void> {
  const users = lastOfEachId(page);
  const lines = users.map(lineOf);
  await indexRecords(tx, scope, 'users', lines);
  await insertMany(
    tx,
    insertUsers,
    [scope.id],
    lines.map((line) => [
      line.id,
      line.sortKey,
      line.name,
      line.mail,
      line.phone,
      line.town,
      line.roleId,
      line.roleName,
      line.roleType,
      joinWords(line.words),
      line.body,
    ])
  );
}

function lineOf(user: User): UserLine & { words: string[]; body: string } {
  const { id, firstname, surname, mail = '', phone = '', city = '' } = user;
  return {
    id,
    name: [firstname, surname].filter(Boolean).join(' ') || mail,
    mail,
    phone,
    town: city,
    roleId: user.role_data?.id ?? null,
    roleName: user.role_data?.name ?? user.role ?? null,
    roleType: user.role_data?.type ?? null,
    sortKey: sortKeyOf(surname, firstname) || sortKeyOf(mail),
    words: indexWords({ names: [firstname, surname, city], mail, phones: [phone] }),
    body: JSON.stringify(user),
  };
}

export async function removeUsers(tx: Transaction, scope: Scope, ids: readonly number[]): Promise<void> {
  await unindexRecords(tx, scope, 'users', ids);
  await removeByIds(tx, 'users', scope, ids);
}

export async function getUser(reader: Reader, scope: Scope, id: number): Promise<User | null> {
  const row = await reader.get<{ body: string }>('SELECT body FROM users WHERE scope_id = ? AND id = ?', [
    scope.id,
    id,
  ]);
  return row ? parseBody<User>(row.body) : null;
}

/** These people of the space, by id. */
export async function listUsersByIds(
  reader: Reader,
  scope: Scope,
  ids: Iterable<number>
): Promise<Map<number, User>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await reader.all<{ id: number; body: string }>(
    'SELECT id, body FROM users WHERE scope_id = ? AND id IN (SELECT value FROM json_each(?))',
    [scope.id, JSON.stringify(wanted)]
  );
  return new Map(rows.map(({ id, body }) => [id, parseBody<User>(body)]));
}

/** The people of the space by name, in either direction, all or of one role or some ids; all of them or a window. */
export async function listUsers(
  reader: Reader,
  scope: Scope,
  filter: UserFilter = {},
  { after, limit = -1 }: { after?: Pick<UserLine, 'sortKey' | 'id'>; limit?: number } = {}
): Promise<UserLine[]> {
  const [direction, beyond] = filter.descending ? ['DESC', '<'] : ['ASC', '>'];
  const rows = await reader.all<Row>(
    `SELECT ${lineColumns} FROM users WHERE scope_id = ?1 AND (?2 IS NULL OR role_id = ?2)
     AND (?3 IS NULL OR id IN (SELECT value FROM json_each(?3)))
     ${after ? `AND (sort_key, id) ${beyond} (?5, ?6)` : ''}
     ORDER BY sort_key ${direction}, id ${direction} LIMIT ?4`,
    [
      scope.id,
      filter.roleId ?? null,
      filter.ids ? JSON.stringify(filter.ids) : null,
      limit,
      ...(after ? [after.sortKey, after.id] : []),
    ]
  );
  return rows.map(toLine);
}

/** The managers whom this phone has, by name. */
export async function listManagers(reader: Reader, scope: Scope): Promise<UserLine[]> {
  const rows = await reader.all<Row>(
    `SELECT ${lineColumns} FROM users WHERE scope_id = ? AND role_type IN (SELECT value FROM json_each(?))
     ORDER BY sort_key, id`,
    [scope.id, JSON.stringify(MANAGER_ROLES)]
  );
  return rows.map(toLine);
}

export async function countUsers(reader: Reader, scope: Scope): Promise<number> {
  const row = await reader.get<{ count: number }>('SELECT COUNT(*) AS count FROM users WHERE scope_id = ?', [
    scope.id,
  ]);
  return row?.count ?? 0;
}

/** People who have every typed word in name, mail, phone or town, by name. */
export async function searchUsers(reader: Reader, scope: Scope, text: string): Promise<UserLine[]> {
  return (await searchRecords<Row>(reader, scope, 'users', lineColumns, text)).map(toLine);
}

/** The addresses that belong to a user of the space, in lower case. */
export async function listKnownMails(
  reader: Reader,
  scope: Scope,
  mails: readonly string[]
): Promise<Set<string>> {
  const rows = await reader.all<{ mail: string }>(
    `SELECT lower(mail) AS mail FROM users WHERE scope_id = ?
     AND lower(mail) IN (SELECT lower(value) FROM json_each(?))`,
    [scope.id, JSON.stringify(mails)]
  );
  return new Set(rows.map(({ mail }) => mail));
}

/** The roles that people have, where the service does not list them: by name, each once. */
export async function listRolesInUse(reader: Reader, scope: Scope): Promise<Role[]> {
  const rows = await reader.all<{ id: number; name: string | null; type: string | null }>(
    `SELECT role_id AS id, role_name AS name, role_type AS type FROM users
     WHERE scope_id = ? AND role_id IS NOT NULL GROUP BY role_id ORDER BY role_name`,
    [scope.id]
  );
  return rows.map(({ id, name, type }) => ({ id, name: name ?? undefined, type: type ?? undefined }));
}

function toLine({ role_id, role_name, role_type, sort_key, ...line }: Row): UserLine {
  return { ...line, roleId: role_id, roleName: role_name, roleType: role_type, sortKey: sort_key };
}

import { and, eq, inArray, sql } from 'drizzle-orm';

import { Mail, Name, Phone, ShortText, WrittenName } from '@/contract/primitives';

import type { Tx } from '../../store/database';
import { sortKey } from '../../store/fold';
import { roles, spaceUsers, users } from '../../store/schema';
import { CommandError } from '../command';
import { dateCell } from './cells';
import type { BadLine, Cells, Line, Reading } from './csv';
import { type Counts, isUnchanged, chunk, noCounts } from './outcome';

export const userColumns = {
  mail: Mail,
  firstname: WrittenName,
  surname: WrittenName,
  phone: Phone,
  address: ShortText,
  city: Name,
  postal: Name,
  location: Name,
  birthdate: dateCell,
  locale: Name,
  role: Name,
};
type UserCells = Cells<typeof userColumns>;
type UserLine = Line<typeof userColumns>;

export type Roles = { readonly byName: ReadonlyMap<string, number>; readonly defaultId: number };

/** The roles of a space by name and by type, in lower case. */
export async function loadRoles(tx: Tx, groupId: number): Promise<Roles> {
  const rows = await tx.select().from(roles).where(eq(roles.groupId, groupId)).orderBy(roles.order, roles.id);
  const userRole = rows.filter(({ type }) => type === 'user').at(-1);
  if (!userRole) throw new CommandError(`Space ${groupId} has no role for users.`);
  const byName = new Map(rows.map(({ type, id }) => [type, id]));
  for (const { name, id } of rows) byName.set(name.toLowerCase(), id);
  return { byName: byName.set('user', userRole.id), defaultId: userRole.id };
}

/** Marks lines with an unknown role as bad. */
export function withKnownRoles(
  reading: Reading<typeof userColumns>,
  known: Roles
): Reading<typeof userColumns> {
  const isKnown = ({ cells }: UserLine) => !cells.role || known.byName.has(cells.role.toLowerCase());
  const names = [...known.byName.keys()].join(', ');
  const unknown = reading.lines
    .filter((line) => !isKnown(line))
    .map(({ line }): BadLine => ({ line, reason: `role: must be one of ${names}` }));
  return { lines: reading.lines.filter(isKnown), bad: [...reading.bad, ...unknown] };
}

/** Marks lines of people who were removed from the space as bad: a file must not bring them back. */
export async function withoutRemoved(
  tx: Tx,
  groupId: number,
  reading: Reading<typeof userColumns>
): Promise<Reading<typeof userColumns>> {
  const { rows } = await tx.execute<{ mail: string }>(sql`
    SELECT lower(u.mail) AS mail FROM space_users m JOIN users u ON u.id = m.user_id
    WHERE m.group_id = ${groupId} AND m.removed_at IS NOT NULL`);
  const removed = new Set(rows.map(({ mail }) => mail));
  const isRemoved = ({ cells }: UserLine) => removed.has((cells.mail ?? '').toLowerCase());
  const reason = 'mail: this person was removed from the space; a manager can admit them again in the app';
  const bad = reading.lines.filter(isRemoved).map(({ line }): BadLine => ({ line, reason }));
  return { lines: reading.lines.filter((line) => !isRemoved(line)), bad: [...reading.bad, ...bad] };
}

/** Adds a person to the space or changes their role. They open it when they first sign in. */
async function setMembership(tx: Tx, groupId: number, userId: number, roleId: number): Promise<void> {
  await tx.execute(sql`
    INSERT INTO space_users (group_id, user_id, role_id, opened_at) VALUES (${groupId}, ${userId}, ${roleId}, NULL)
    ON CONFLICT (group_id, user_id) DO UPDATE SET role_id = excluded.role_id`);
}

function givenColumns(cells: UserCells): Record<string, unknown> {
  const { mail: _mail, role: _role, firstname, surname, ...rest } = cells;
  const given = {
    ...rest,
    firstname: firstname === null ? '' : firstname,
    surname: surname === null ? '' : surname,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** `roleId`: in the space of the file; null for a person who never belonged to it. */
type Existing = typeof users.$inferSelect & { roleId: number | null };

async function findExisting(
  tx: Tx,
  groupId: number,
  lines: readonly UserLine[]
): Promise<Map<string, Existing>> {
  const mails = lines.map(({ cells }) => (cells.mail ?? '').toLowerCase());
  const rows = await tx
    .select({ user: users, roleId: spaceUsers.roleId })
    .from(users)
    .leftJoin(spaceUsers, and(eq(spaceUsers.userId, users.id), eq(spaceUsers.groupId, groupId)))
    .where(inArray(sql`lower(${users.mail})`, mails));
  return new Map(rows.map(({ user, roleId }) => [user.mail.toLowerCase(), { ...user, roleId }]));
}

async function addUser(tx: Tx, groupId: number, cells: UserCells, roleId: number): Promise<void> {
  const given = givenColumns(cells);
  const name = { firstname: cells.firstname ?? '', surname: cells.surname ?? '' };
  const [row] = await tx
    .insert(users)
    .values({ ...given, mail: cells.mail ?? '', groupId, selectedGroupId: [groupId], sortKey: sortKey(name) })
    .returning({ id: users.id });
  if (!row) throw new Error('a user was not added');
  await setMembership(tx, groupId, row.id, roleId);
}

/**
 * Updates an existing person. The profile belongs to the person and their home space: a file of another space adds them to that
 * space and does not change the profile.
 */
async function updateUser(tx: Tx, groupId: number, user: Existing, cells: UserCells, roleId: number) {
  const columns = user.groupId === groupId ? givenColumns(cells) : {};
  const isSame = isUnchanged(user, columns);
  if (!isSame) {
    const order = sortKey({ ...user, ...columns });
    await tx
      .update(users)
      .set({ ...columns, sortKey: order, updatedAt: new Date() })
      .where(eq(users.id, user.id));
  }
  if (roleId === user.roleId) return isSame ? 'unchanged' : 'changed';
  await setMembership(tx, groupId, user.id, roleId);
  return 'changed';
}

/** A person whom an import added to the space. */
export type AddedUser = {
  readonly mail: string;
  /** Undefined unless the person was registered before, in another space. */
  readonly id: number | undefined;
  readonly locale: string | undefined;
};

/** Adds people to a space. The mail address identifies a person, so importing a file again changes nothing. */
export async function importUsers(
  tx: Tx,
  groupId: number,
  lines: readonly UserLine[],
  known: Roles
): Promise<{ counts: Counts; added: AddedUser[] }> {
  const counts = noCounts();
  const added: AddedUser[] = [];
  for (const piece of chunk(lines)) {
    const existing = await findExisting(tx, groupId, piece);
    for (const { cells } of piece) {
      const user = existing.get((cells.mail ?? '').toLowerCase());
      const currentRoleId = user?.roleId ?? null;
      const givenRoleId = cells.role ? known.byName.get(cells.role.toLowerCase()) : undefined;
      const roleId = givenRoleId ?? currentRoleId ?? known.defaultId;
      if (currentRoleId === null)
        added.push({ mail: user?.mail ?? cells.mail ?? '', id: user?.id, locale: cells.locale ?? undefined });
      if (user) counts[await updateUser(tx, groupId, user, cells, roleId)] += 1;
      else {
        await addUser(tx, groupId, cells, roleId);
        counts.created += 1;
      }
    }
  }
  return { counts, added };
}

import type { InferSelectModel } from 'drizzle-orm';
import type { z } from 'zod';

import type { ActionUserSchema, UserSchema } from '@/contract/user';

import { type Caller, type Tx, query } from './database';
import { isManager, seesAll } from './permissions';
import { columnsOf, type roles, users } from './schema';
import { iso, isoOptional, optional } from './shape';

type Role = Omit<InferSelectModel<typeof roles>, 'groupId'>;
/** A person of the space, with the role held there. */
export type Person = {
  user: InferSelectModel<typeof users>;
  role: Role;
  suspendedAt: Date | null;
  hasOpened: boolean;
};

type PersonRow = Person['user'] & {
  hasOpened: boolean;
  joinedAt: Date;
  suspendedAt: Date | null;
  roleId: number;
  roleName: string;
  roleColor: string | null;
  roleType: string;
  roleOrder: number;
};

const SELECT = `SELECT ${columnsOf(users, 'u')}, r.id AS "roleId", r.name AS "roleName", r.color AS "roleColor",
    r.type AS "roleType", r."order" AS "roleOrder", s.opened_at IS NOT NULL AS "hasOpened",
    s.joined_at AS "joinedAt", s.suspended_at AS "suspendedAt"
  FROM space_users s JOIN users u ON u.id = s.user_id JOIN roles r ON r.id = s.role_id`;

/** A space that added a registered person sees their name and mail address only, until they open it. The flags are as of a new account. */
const NOT_SHOWN_YET = {
  phone: null,
  address: null,
  city: null,
  postal: null,
  location: null,
  avatar: null,
  birthdate: null,
  locale: null,
  gdprAccepted: false,
  twoFactorEnable: false,
};

function personOf(row: PersonRow): Person {
  const { roleId, roleName, roleColor, roleType, roleOrder, hasOpened, joinedAt, suspendedAt, ...user } = row;
  return {
    user: hasOpened ? user : { ...user, ...NOT_SHOWN_YET, createdAt: joinedAt, updatedAt: joinedAt },
    role: { id: roleId, name: roleName, color: roleColor, type: roleType, order: roleOrder },
    suspendedAt,
    hasOpened,
  };
}

const ALL = 'space_users s';
/** For a caller who sees some people of many: begins with those. */
const MINE = `doorstep_mine('user') AS mine (id) JOIN ${ALL} ON s.user_id = mine.id`;

/** Rows that are read at a time: other requests run in between. */
const PART = 500;

/** People by surname, then first name, part by part. Without a limit: everyone. */
export async function* listPeople(
  tx: Tx,
  { limit = Infinity, offset, ascending }: { limit?: number; offset: number; ascending: boolean }
): AsyncGenerator<Person[]> {
  const [direction, beyond] = ascending ? ['ASC', '>'] : ['DESC', '<'];
  const visible = (await seesAll(tx)) ? ALL : MINE;
  let last: Person['user'] | undefined;
  for (let left = limit; left > 0; left -= PART) {
    const most = Math.min(PART, left);
    // An index alone gives the ids of the page; wide rows are read for that page only.
    const page = `SELECT s.user_id FROM ${visible} ${last ? `WHERE (s.sort_key, s.user_id) ${beyond} ($3, $4)` : ''}
      ORDER BY s.sort_key ${direction}, s.user_id ${direction} LIMIT $1 OFFSET $2`;
    const rows = await query<PersonRow>(
      tx,
      `${SELECT} JOIN (${page}) AS page ON page.user_id = s.user_id
       ORDER BY s.sort_key ${direction}, s.user_id ${direction}`,
      last ? [most, 0, last.sortKey, last.id] : [most, offset]
    );
    yield rows.map(personOf);
    last = rows.at(-1);
    if (rows.length < most) return;
  }
}

export async function countPeople(tx: Tx): Promise<number> {
  const visible = (await seesAll(tx)) ? ALL : MINE;
  const [row] = await query<{ count: number }>(tx, `SELECT count(*) AS count FROM ${visible}`);
  return row?.count ?? 0;
}

/** The people of the space among these ids, in no order. */
export async function listPeopleByIds(tx: Tx, ids: readonly number[]): Promise<Person[]> {
  const rows = await query<PersonRow>(tx, `${SELECT} WHERE s.user_id = ANY($1::bigint[])`, [ids]);
  return rows.map(personOf);
}

/** A person by id alone, as the feed has them inside teams and actions. */
type PersonReference = { user: { id: number; active: boolean } };

export async function listReferencesByIds(tx: Tx, ids: readonly number[]): Promise<PersonReference[]> {
  const rows = await query<PersonReference['user']>(
    tx,
    'SELECT id, active FROM doorstep_references($1::bigint[])',
    [ids]
  );
  return rows.map((user) => ({ user }));
}

export const referenceAnswer = ({ user: { id, active } }: PersonReference) =>
  active ? { id } : { id, active };

export async function getPerson(tx: Tx, id: number): Promise<Person | null> {
  const [person] = await listPeopleByIds(tx, [id]);
  return person ?? null;
}

/** The ids that no person in this space has. */
export async function listUnknownPeople(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const known = await listPeopleByIds(tx, [...new Set(ids)]);
  const unknown = new Set(ids);
  for (const { user } of known) unknown.delete(user.id);
  return unknown;
}

/**
 * Managers see and edit the full profile of people whose home is their space, once they have opened it. Any space can invite a person by mail
 * address: that must not reveal where the person lives.
 */
export function canManageProfile({ user, hasOpened }: Person, caller: Caller): boolean {
  return isManager(caller) && hasOpened && user.groupId === caller.groupId;
}

/**
 * A person as a caller of the same space may see them: address and birth date only for the person and managers of their home
 * space, other spaces only for the person.
 */
export function userAnswer(person: Person, caller: Caller): z.input<typeof UserSchema> {
  const { user, role } = person;
  const isSelf = user.id === caller.userId;
  const selected = isSelf ? user.selectedGroupId : user.selectedGroupId.filter((id) => id === caller.groupId);
  return {
    id: user.id,
    created_at: iso(user.createdAt),
    updated_at: iso(user.updatedAt),
    deleted_at: isoOptional(user.deletedAt) ?? null,
    created: iso(user.createdAt),
    firstname: user.firstname,
    surname: user.surname,
    mail: user.mail,
    phone: optional(user.phone),
    ...(isSelf || canManageProfile(person, caller)
      ? {
          address: optional(user.address),
          city: optional(user.city),
          postal: optional(user.postal),
          location: optional(user.location),
          birthdate: isoOptional(user.birthdate),
        }
      : {}),
    locale: optional(user.locale),
    group_id: caller.groupId,
    selected_group_id: selected,
    role: role.name,
    role_data: { id: role.id, name: role.name, order: role.order, type: role.type },
    ...(isManager(caller) ? { suspended_at: isoOptional(person.suspendedAt) } : {}),
  };
}

/** A person in the feed: with the picture that the interface has in teams only, and for managers whether they have a second factor. */
export function feedUserAnswer(person: Person, caller: Caller) {
  const { avatar, twoFactorEnable } = person.user;
  return {
    ...userAnswer(person, caller),
    avatar: optional(avatar),
    ...(mayKnowFactor(person, caller) ? { two_factor_enable: twoFactorEnable } : {}),
  };
}

/** Who has no second factor is easier to attack: managers know it, and everyone of themselves. */
function mayKnowFactor({ user, hasOpened }: Person, caller: Caller): boolean {
  return hasOpened && (isManager(caller) || user.id === caller.userId);
}

/** A person inside an action record. */
export function actionUserAnswer(person: Person, caller: Caller): z.input<typeof ActionUserSchema> {
  const { user } = person;
  return {
    ...userAnswer(person, caller),
    CreatedAt: iso(user.createdAt),
    UpdatedAt: iso(user.updatedAt),
    // The interface has it always.
    two_factor_enable: mayKnowFactor(person, caller) && user.twoFactorEnable,
    validationcode: null,
    gdpr_accepted: user.gdprAccepted,
    active: user.active,
    group_id: [caller.groupId],
  };
}

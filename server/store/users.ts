import { type InferSelectModel, asc, desc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';

import type { ActionUserSchema, UserSchema } from '@/contract/user';

import type { Caller, Tx } from './database';
import { isManager } from './permissions';
import { prepared } from './prepared';
import { roles, spaceUsers, users } from './schema';
import { iso, isoOptional, optional } from './shape';

type Role = InferSelectModel<typeof roles>;
/** A person of the space, with the role held there. */
export type Person = { user: InferSelectModel<typeof users>; role: Role };

const selectPeople = (tx: Tx) =>
  tx
    .select({ user: users, role: roles })
    .from(spaceUsers)
    .innerJoin(users, eq(users.id, spaceUsers.userId))
    .innerJoin(roles, eq(roles.id, spaceUsers.roleId));

/** The ids of a page come out of an index alone; only that page's people are read. */
const page = (name: string, direction: typeof asc) => {
  const [byName, byId] = [direction(sql`sort_key`), direction(sql`user_id`)];
  return prepared<{ limit: number | null; offset: number }, Person[]>(name, (tx) =>
    selectPeople(tx)
      .innerJoin(
        sql`(SELECT user_id AS page_id FROM space_users ORDER BY ${byName}, ${byId}
          LIMIT ${sql.placeholder('limit')} OFFSET ${sql.placeholder('offset')}) AS page`,
        sql`page_id = ${spaceUsers.userId}`
      )
      .orderBy(direction(spaceUsers.sortKey), direction(spaceUsers.userId))
  );
};
const firstToLast = page('users_ascending', asc);
const lastToFirst = page('users_descending', desc);

/** People by surname, then first name. Without a limit: everyone. */
export function listPeople(
  tx: Tx,
  { limit, offset, ascending }: { limit?: number; offset: number; ascending: boolean }
): Promise<Person[]> {
  return (ascending ? firstToLast : lastToFirst)(tx, { limit: limit ?? null, offset });
}

const counted = prepared<Record<string, never>, { count: number }[]>('users_count', (tx) =>
  tx.select({ count: sql<number>`count(*)::int` }).from(spaceUsers)
);

export async function countPeople(tx: Tx): Promise<number> {
  const [row] = await counted(tx, {});
  return row?.count ?? 0;
}

const byIds = prepared<{ ids: readonly number[] }, Person[]>('users_by_ids', (tx) =>
  selectPeople(tx).where(sql`${spaceUsers.userId} = ANY(${sql.placeholder('ids')})`)
);

/** The people of the space among these ids, in no order. */
export function listPeopleByIds(tx: Tx, ids: readonly number[]): Promise<Person[]> {
  return byIds(tx, { ids });
}

export async function getPerson(tx: Tx, id: number): Promise<Person | null> {
  const [person] = await byIds(tx, { ids: [id] });
  return person ?? null;
}

/** The ids that are nobody's in this space. */
export async function listStrangers(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const known = await byIds(tx, { ids: [...new Set(ids)] });
  const strangers = new Set(ids);
  for (const { user } of known) strangers.delete(user.id);
  return strangers;
}

/**
 * Whether the caller looks after this person's profile: as a manager of the space they came from. Anybody can be invited
 * into any space by their mail address, which must tell nobody there where they live.
 */
export function keepsProfile({ user }: Person, caller: Caller): boolean {
  return isManager(caller) && user.groupId === caller.groupId;
}

/**
 * A person as a caller of the same space sees them. Where somebody lives and when they were born is for
 * themselves and for managers of their home; which other spaces they belong to is for themselves alone.
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
    ...(isSelf || keepsProfile(person, caller)
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
  };
}

/** A person inside an action record. */
export function actionUserAnswer(person: Person, caller: Caller): z.input<typeof ActionUserSchema> {
  const { user } = person;
  return {
    ...userAnswer(person, caller),
    CreatedAt: iso(user.createdAt),
    UpdatedAt: iso(user.updatedAt),
    two_factor_enable: user.twoFactorEnable,
    validationcode: null,
    gdpr_accepted: user.gdprAccepted,
    active: user.active,
    group_id: [caller.groupId],
  };
}

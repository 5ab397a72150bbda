import { sql } from 'drizzle-orm';

import type { Tx } from '../store/database';
import { sortKey } from '../store/fold';

/**
 * A person who can sign in. `hasName` is false for an invited person who has not entered a name. `epoch` changes with
 * everything that ends their sign-ins.
 */
export type Person = {
  readonly id: number;
  readonly hasName: boolean;
  readonly epoch: number;
  /** Whether a second factor is on, or a space of theirs requires one. */
  readonly secondFactor: 'on' | 'required' | 'off';
};

const canSignIn = sql`u.active AND u.deleted_at IS NULL
  AND EXISTS (SELECT 1 FROM space_users m JOIN spaces p ON p.group_id = m.group_id AND p.archived_at IS NULL
    WHERE m.user_id = u.id AND m.removed_at IS NULL AND m.suspended_at IS NULL)`;

const isOpen = sql`doorstep_is_open(i)`;

/** The recipient of a code. */
export type Recipient = {
  /** Whether a person can sign in with this address. */
  readonly isRegistered: boolean;
  /** Belongs to demo spaces only: the page may show the code instead of mailing it. */
  readonly isDemo: boolean;
};

export async function findRecipient(tx: Tx, mail: string): Promise<Recipient> {
  const { rows } = await tx.execute<{ isRegistered: boolean; isDemo: boolean }>(sql`
    WITH person AS (
      SELECT id, active AND deleted_at IS NULL AS alive FROM users WHERE lower(mail) = lower(${mail})
    ), place AS (
      SELECT m.group_id FROM space_users m JOIN person ON person.id = m.user_id
      WHERE m.removed_at IS NULL AND m.suspended_at IS NULL
      UNION ALL
      SELECT i.group_id FROM invitations i WHERE lower(i.email) = lower(${mail}) AND ${isOpen}
    )
    SELECT count(*) > 0 AND NOT EXISTS (SELECT 1 FROM person WHERE NOT alive) AS "isRegistered",
      coalesce(bool_and(s.demo IS NOT NULL), false) AS "isDemo"
    FROM place JOIN spaces s USING (group_id) WHERE s.archived_at IS NULL`);
  return { isRegistered: rows[0]?.isRegistered ?? false, isDemo: rows[0]?.isDemo ?? false };
}

/** Accepts every open invitation of this address; creates the person if there is none. */
async function acceptInvitations(tx: Tx, mail: string): Promise<void> {
  await tx.execute(sql`
    INSERT INTO users (mail, group_id, selected_group_id)
    SELECT i.email, i.group_id, ARRAY[i.group_id] FROM invitations i
    WHERE lower(i.email) = lower(${mail}) AND ${isOpen}
    ORDER BY i.created_at, i.group_id LIMIT 1
    ON CONFLICT (lower(mail)) DO NOTHING`);
  // The audit log names them as the one who joins.
  await tx.execute(
    sql`SELECT set_config('doorstep.user_id', id::text, true) FROM users WHERE lower(mail) = lower(${mail})`
  );
  await tx.execute(sql`
    INSERT INTO space_users (group_id, user_id, role_id, opened_at)
    SELECT i.group_id, u.id, i.role_id, NULL FROM invitations i JOIN users u ON lower(u.mail) = lower(i.email)
    WHERE lower(i.email) = lower(${mail}) AND ${isOpen} AND u.active AND u.deleted_at IS NULL
    ON CONFLICT (group_id, user_id) DO NOTHING`);
  await tx.execute(sql`
    UPDATE invitations i SET user_id = u.id FROM users u
    WHERE lower(u.mail) = lower(i.email) AND lower(i.email) = lower(${mail}) AND ${isOpen}
      AND u.active AND u.deleted_at IS NULL`);
}

/** The person who has just proven to own this address; an invited person joins. */
export async function findOrJoin(tx: Tx, mail: string): Promise<Person | null> {
  await acceptInvitations(tx, mail);
  const { rows } = await tx.execute<{
    id: number;
    named: boolean;
    epoch: number;
    factor: Person['secondFactor'];
  }>(sql`
    SELECT u.id, (u.firstname <> '' OR u.surname <> '') AS named, u.sign_in_epoch AS epoch,
      CASE WHEN u.two_factor_enable THEN 'on' WHEN doorstep_second_factor_required(u.id) THEN 'required' ELSE 'off' END AS factor
    FROM users u
    WHERE lower(u.mail) = lower(${mail}) AND ${canSignIn}`);
  const row = rows[0];
  return row ? { id: Number(row.id), hasName: row.named, epoch: row.epoch, secondFactor: row.factor } : null;
}

/** Whether this person may sign in and stay signed in, in the given space if there is one. */
export async function isActivePerson(tx: Tx, userId: number, groupId?: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    SELECT 1 FROM users u WHERE u.id = ${userId} AND ${canSignIn}
      AND (${groupId ?? null}::bigint IS NULL OR EXISTS (
        SELECT 1 FROM space_users m
        WHERE m.user_id = u.id AND m.group_id = ${groupId ?? null}::bigint AND m.removed_at IS NULL AND m.suspended_at IS NULL))`);
  return rows.length > 0;
}

export async function setName(
  tx: Tx,
  userId: number,
  name: { firstname: string; surname: string }
): Promise<void> {
  await tx.execute(sql`
    UPDATE users SET firstname = ${name.firstname}, surname = ${name.surname}, sort_key = ${sortKey(name)},
      updated_at = now()
    WHERE id = ${userId}`);
}

export type DemoPerson = { readonly mail: string; readonly name: string; readonly role: string };

/** One demo person per role, and one who leads a team, for visitors to choose from. */
export async function listDemoPeople(tx: Tx): Promise<DemoPerson[]> {
  const { rows } = await tx.execute<DemoPerson & Record<string, unknown>>(sql`
    WITH people AS (
      SELECT u.id, u.mail, trim(u.firstname || ' ' || u.surname) AS name, r.name AS role, r."order",
        EXISTS (SELECT 1 FROM team_users t
          WHERE t.group_id = m.group_id AND t.user_id = u.id AND t.leader) AS leads
      FROM space_users m
      JOIN users u ON u.id = m.user_id AND u.active AND u.deleted_at IS NULL
      JOIN roles r ON r.group_id = m.group_id AND r.id = m.role_id
      WHERE m.removed_at IS NULL AND m.suspended_at IS NULL AND m.group_id = (SELECT min(group_id) FROM spaces WHERE demo IS NOT NULL)
    ), firsts AS (
      SELECT DISTINCT ON (role, leads) * FROM people ORDER BY role, leads, id
    )
    SELECT mail, name, role FROM firsts ORDER BY "order", leads DESC, id LIMIT 8`);
  return rows.map(({ mail, name, role }) => ({ mail, name, role }));
}

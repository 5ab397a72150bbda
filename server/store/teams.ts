import { type InferSelectModel, and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';

import type { PublicTeamSchema, TeamMemberSchema, TeamSchema } from '@/contract/team';

import { type Caller, type Tx, query } from './database';
import { isManager } from './permissions';
import { columnsOf, teams } from './schema';
import { groupBy, iso, optional, present } from './shape';
import { type Person, listPeopleByIds, listReferencesByIds, referenceAnswer, userAnswer } from './users';

type TeamRow = InferSelectModel<typeof teams>;
type TeamLink = { teamId: number; leader: boolean; userId: number };

/** A person of a team; what only needs ids works with references as well. */
type HasId = { readonly user: { readonly id: number } };

/** A team with its people. */
export type TeamWithPeople<P extends HasId = Person> = { team: TeamRow; leaders: P[]; users: P[] };

const SELECT = `SELECT ${columnsOf(teams, 't')} FROM teams t WHERE t.deleted_at IS NULL`;

/** Private teams are visible to their own people and to managers ($1 the caller, $2 whether a manager). */
const VISIBLE = `(NOT t.private OR $2::boolean
  OR EXISTS (SELECT 1 FROM team_users WHERE team_id = t.id AND user_id = $1::bigint))`;

/** The people of these teams, in the order of the request that set them. */
export function listTeamLinks(tx: Tx, ids: readonly number[]): Promise<TeamLink[]> {
  return query<TeamLink>(
    tx,
    `SELECT team_id AS "teamId", leader, user_id AS "userId" FROM team_users
     WHERE team_id = ANY($1::bigint[]) ORDER BY team_id, position`,
    [ids]
  );
}

/** The teams among these ids that the caller may see, without their people. */
export function listTeamRows(tx: Tx, caller: Caller, ids: readonly number[]): Promise<TeamRow[]> {
  const text = `${SELECT} AND ${VISIBLE} AND t.id = ANY($3::bigint[]) ORDER BY t.id`;
  return query<TeamRow>(tx, text, [caller.userId, isManager(caller), ids]);
}

/** Joins teams with their people. */
export function joinPeople<P extends HasId>(
  rows: readonly TeamRow[],
  links: readonly TeamLink[],
  personById: ReadonlyMap<number, P>
): TeamWithPeople<P>[] {
  const byTeam = groupBy(links, ({ teamId }) => teamId);
  return rows.map((team) => {
    const of = byTeam.get(team.id) ?? [];
    const people = (leading: boolean) =>
      present(of.filter(({ leader }) => leader === leading).map(({ userId }) => personById.get(userId)));
    return { team, leaders: people(true), users: people(false) };
  });
}

async function withPeople(tx: Tx, rows: TeamRow[]): Promise<TeamWithPeople[]> {
  return join(tx, rows, listPeopleByIds);
}

async function join<P extends HasId>(
  tx: Tx,
  rows: TeamRow[],
  listByIds: (tx: Tx, ids: readonly number[]) => Promise<P[]>
): Promise<TeamWithPeople<P>[]> {
  if (rows.length === 0) return [];
  const links = await listTeamLinks(
    tx,
    rows.map(({ id }) => id)
  );
  // A person may be in many teams and is a large row: each is read once.
  const people = await listByIds(tx, [...new Set(links.map(({ userId }) => userId))]);
  return joinPeople(rows, links, new Map(people.map((person) => [person.user.id, person])));
}

/** Every team the caller may see. */
export async function listTeams(tx: Tx, caller: Caller): Promise<TeamWithPeople[]> {
  const values = [caller.userId, isManager(caller)];
  return withPeople(tx, await query<TeamRow>(tx, `${SELECT} AND ${VISIBLE} ORDER BY t.id`, values));
}

/** The teams among these ids that the caller may see. */
export async function listTeamsByIds(
  tx: Tx,
  caller: Caller,
  ids: readonly number[]
): Promise<TeamWithPeople[]> {
  return withPeople(tx, await listTeamRows(tx, caller, ids));
}

/** The same teams for the feed: with the ids of their people. */
export async function listTeamsForFeed(tx: Tx, caller: Caller, ids: readonly number[]) {
  const found = await join(tx, await listTeamRows(tx, caller, ids), listReferencesByIds);
  return found.map((team) => ({
    ...teamFields(team.team),
    leaders: team.leaders.map(referenceAnswer),
    users: canSeeUsers(team, caller) ? team.users.map(referenceAnswer) : undefined,
  }));
}

/** The team; null if it does not exist or the caller may not see it. */
export async function getTeam(tx: Tx, caller: Caller, id: number): Promise<TeamWithPeople | null> {
  const [team] = await listTeamsByIds(tx, caller, [id]);
  return team ?? null;
}

/** A team that the caller has just written, even if the write took away the right to see it. */
export async function getWrittenTeam(tx: Tx, id: number): Promise<TeamWithPeople | null> {
  const [team] = await withPeople(tx, await query<TeamRow>(tx, `${SELECT} AND t.id = $1`, [id]));
  return team ?? null;
}

/** Locks the team until the transaction ends, so that two replaces run one after the other. */
export async function lockTeam(tx: Tx, id: number): Promise<void> {
  await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, id)).for('update');
}

function isIn(people: readonly HasId[], userId: number): boolean {
  return people.some(({ user }) => user.id === userId);
}

export function isLeader(team: TeamWithPeople, userId: number): boolean {
  return isIn(team.leaders, userId);
}

/** The people that are not in the team yet. */
export function listNewcomers(team: TeamWithPeople, ids: readonly number[]): number[] {
  return ids.filter((id) => !isIn(team.leaders, id) && !isIn(team.users, id));
}

/** hide_users hides the members from all but the people of the team and managers. */
export function canSeeUsers(
  { team, leaders, users: members }: TeamWithPeople<HasId>,
  caller: Caller
): boolean {
  return !team.hideUsers || isManager(caller) || isIn(leaders, caller.userId) || isIn(members, caller.userId);
}

/** Whether a person belongs to the team and the caller may know it. */
export function isVisibleMember(team: TeamWithPeople, userId: number, caller: Caller): boolean {
  return isIn(team.leaders, userId) || (canSeeUsers(team, caller) && isIn(team.users, userId));
}

function memberAnswer({ user, role }: Person): z.input<typeof TeamMemberSchema> {
  return {
    id: user.id,
    firstname: user.firstname,
    surname: user.surname,
    mail: user.mail,
    avatar: optional(user.avatar),
    phone: optional(user.phone),
    role: role.name,
    role_data: {
      id: role.id,
      name: role.name,
      color: optional(role.color),
      type: role.type,
      order: role.order,
    },
  };
}

/** A team as the caller sees it. */
export function teamAnswer(found: TeamWithPeople, caller: Caller): z.input<typeof TeamSchema> {
  const { team, leaders, users: members } = found;
  return {
    ...teamFields(team),
    leaders: leaders.map(memberAnswer),
    users: canSeeUsers(found, caller) ? members.map(memberAnswer) : undefined,
  };
}

function teamFields(team: TeamRow) {
  return {
    id: team.id,
    created_at: iso(team.createdAt),
    updated_at: iso(team.updatedAt),
    name: team.name,
    description: optional(team.description),
    private: team.private,
    hide_users: team.hideUsers,
    address: optional(team.address),
  };
}

/** A team of the public list: its people are full users. */
export function publicTeamAnswer(found: TeamWithPeople, caller: Caller): z.input<typeof PublicTeamSchema> {
  const { team, leaders, users: members } = found;
  return {
    id: team.id,
    created_at: iso(team.createdAt),
    updated_at: iso(team.updatedAt),
    name: team.name,
    description: optional(team.description),
    hide_users: team.hideUsers,
    leaders: leaders.map((person) => userAnswer(person, caller)),
    users: canSeeUsers(found, caller) ? members.map((person) => userAnswer(person, caller)) : undefined,
    address: optional(team.address),
  };
}

type TeamContent = Pick<TeamRow, 'name' | 'description' | 'private' | 'hideUsers' | 'address'>;

export async function insertTeam(tx: Tx, caller: Caller, content: TeamContent): Promise<number> {
  const [row] = await query<{ id: number }>(
    tx,
    `INSERT INTO teams (group_id, name, description, private, hide_users, address) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    [
      caller.groupId,
      content.name,
      content.description,
      content.private,
      content.hideUsers,
      content.address && JSON.stringify(content.address),
    ]
  );
  if (!row) throw new Error('the team was not inserted');
  return row.id;
}

/** Replaces the fields of a team, not its people. */
export async function updateTeam(tx: Tx, id: number, content: TeamContent): Promise<void> {
  await tx
    .update(teams)
    .set({ ...content, updatedAt: sql`now()` })
    .where(eq(teams.id, id));
}

/** Replaces the people of a team; an id that occurs twice counts once. */
export async function replacePeople(
  tx: Tx,
  caller: Caller,
  teamId: number,
  people: { leaders: readonly number[]; users: readonly number[] }
): Promise<void> {
  // Those who come first: a leader may add only those who are in the team, such as a member who becomes a leader.
  // Arrays, not one parameter per value: a team may have more people than a statement may have parameters.
  const distinct = (ids: readonly number[]) => sql.param([...new Set(ids)]);
  const leaders = distinct(people.leaders);
  const members = distinct(people.users);
  await tx.execute(sql`
    INSERT INTO team_users (group_id, team_id, user_id, leader, position)
    SELECT ${caller.groupId}::bigint, ${teamId}::bigint, id, true, place
    FROM unnest(${leaders}::bigint[]) WITH ORDINALITY AS leader (id, place)
    UNION ALL
    SELECT ${caller.groupId}::bigint, ${teamId}::bigint, id, false, place
    FROM unnest(${members}::bigint[]) WITH ORDINALITY AS member (id, place)
    ON CONFLICT (group_id, team_id, leader, user_id) DO UPDATE SET position = excluded.position`);
  // Only those who leave: the audit log has an entry for each deleted row.
  await tx.execute(sql`DELETE FROM team_users WHERE team_id = ${teamId}
    AND user_id <> ALL(CASE WHEN leader THEN ${leaders}::bigint[] ELSE ${members}::bigint[] END)`);
}

/** Marks a team as deleted. False when there was none. */
export async function softDeleteTeam(tx: Tx, id: number): Promise<boolean> {
  const deleted = await tx
    .update(teams)
    .set({ deletedAt: sql`now()`, updatedAt: sql`now()` })
    .where(and(eq(teams.id, id), isNull(teams.deletedAt)))
    .returning({ id: teams.id });
  return deleted.length > 0;
}

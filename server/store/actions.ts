import type { InferSelectModel } from 'drizzle-orm';
import type { z } from 'zod';

import type { ActionAggregateSchema } from '@/contract/action';

import { type Caller, type Tx, query } from './database';
import { actions, columnsOf } from './schema';
import { groupBy, iso, isoOptional, optional, present } from './shape';
import { type TeamWithPeople, joinPeople, listTeamLinks, listTeamRows, canSeeUsers } from './teams';
import {
  type Person,
  actionUserAnswer,
  listPeopleByIds,
  listReferencesByIds,
  referenceAnswer,
} from './users';

type ActionRow = InferSelectModel<typeof actions>;
type ActionAggregate = z.input<typeof ActionAggregateSchema>;
type ActionUser = ReturnType<typeof actionUserAnswer>;
type Counts = { actionId: number; visits: number; contacts: number; declared: number };

/** The doors are addresses of people: managers and those who take part have them. */
const HAS_DOORS = `(SELECT doorstep_is_manager())
  OR EXISTS (SELECT FROM action_users x WHERE x.action_id = a.id AND x.user_id = doorstep_user())
  OR EXISTS (SELECT FROM action_teams n JOIN teams t ON t.id = n.team_id AND t.deleted_at IS NULL
    JOIN team_users x ON x.team_id = n.team_id AND x.user_id = doorstep_user() WHERE n.action_id = a.id)`;
const SELECT = `SELECT ${columnsOf(actions, 'a', ['addresses'])},
  CASE WHEN ${HAS_DOORS} THEN a.addresses ELSE '[]' END AS addresses FROM actions a`;
const ACTION_USERS = `SELECT action_id AS "actionId", user_id AS "userId" FROM action_users
  WHERE action_id = ANY($1::bigint[]) ORDER BY user_id`;
const ACTION_TEAMS = `SELECT action_id AS "actionId", team_id AS "teamId" FROM action_teams
  WHERE action_id = ANY($1::bigint[]) ORDER BY team_id`;
const COUNT_VISITS = `SELECT action_id AS "actionId", visits, contacts, declared FROM doorstep_count_visits($1::bigint[])`;

/** Actions with their counts, people and teams. Without a limit: every action. */
export async function listActions(
  tx: Tx,
  caller: Caller,
  { limit = null, offset = 0 }: { limit?: number | null; offset?: number }
): Promise<ActionAggregate[]> {
  const rows = await query<ActionRow>(tx, `${SELECT} ORDER BY a.id LIMIT $1 OFFSET $2`, [limit, offset]);
  return completeWithPeople(tx, caller, rows);
}

/** One action with its people; null if the caller may not see it. */
export async function getAction(tx: Tx, caller: Caller, id: number): Promise<ActionAggregate | null> {
  const rows = await query<ActionRow>(tx, `${SELECT} WHERE a.id = $1`, [id]);
  const [action] = await completeWithPeople(tx, caller, rows);
  return action ?? null;
}

function completeWithPeople(tx: Tx, caller: Caller, rows: readonly ActionRow[]): Promise<ActionAggregate[]> {
  return complete(tx, caller, rows, {
    listByIds: listPeopleByIds,
    userOf: cacheUsers(caller),
    detailsOf: (creator) => ({ created_by_detail: creatorOf(creator) }),
  });
}

/** Actions for the feed: with the ids of their people, so that a person who changes is sent once, not in every action. */
export async function listActionsForFeed(tx: Tx, caller: Caller, ids: readonly number[]) {
  const rows = await query<ActionRow>(tx, `${SELECT} WHERE a.id = ANY($1::bigint[]) ORDER BY a.id`, [ids]);
  return complete(tx, caller, rows, {
    listByIds: listReferencesByIds,
    userOf: referenceAnswer,
    detailsOf: () => ({}),
  });
}

/** How the people of an action are read and shown. */
type PeopleOptions<P extends { user: { id: number } }, User, Details> = {
  readonly listByIds: (tx: Tx, ids: readonly number[]) => Promise<P[]>;
  readonly userOf: (person: P) => User;
  readonly detailsOf: (creator: P | undefined) => Details;
};

async function complete<P extends { user: { id: number } }, User, Details>(
  tx: Tx,
  caller: Caller,
  rows: readonly ActionRow[],
  { listByIds, userOf, detailsOf }: PeopleOptions<P, User, Details>
) {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [assigned, teamLinks, counts] = await Promise.all([
    query<{ actionId: number; userId: number }>(tx, ACTION_USERS, [ids]),
    query<{ actionId: number; teamId: number }>(tx, ACTION_TEAMS, [ids]),
    query<Counts>(tx, COUNT_VISITS, [ids]),
  ]);
  const teamIds = [...new Set(teamLinks.map(({ teamId }) => teamId))];
  const [teamRows, members] = await Promise.all([
    listTeamRows(tx, caller, teamIds),
    listTeamLinks(tx, teamIds),
  ]);
  const personIds = new Set([
    ...rows.flatMap(({ createdBy }) => createdBy ?? []),
    ...assigned.map(({ userId }) => userId),
    ...members.map(({ userId }) => userId),
  ]);
  const people = await listByIds(tx, [...personIds]);

  const personById = new Map(people.map((person) => [person.user.id, person]));
  const teams = joinPeople(teamRows, members, personById);
  const teamById = new Map(
    teams.map((found) => [found.team.id, teamAnswer(found, canSeeUsers(found, caller), userOf)])
  );
  const usersByAction = groupBy(assigned, ({ actionId }) => actionId);
  const teamsByAction = groupBy(teamLinks, ({ actionId }) => actionId);
  const countsByAction = new Map(counts.map((count) => [count.actionId, count]));
  return rows.map((row) => {
    const count = countsByAction.get(row.id);
    const persons = present((usersByAction.get(row.id) ?? []).map(({ userId }) => personById.get(userId)));
    return {
      Action: {
        ...actionFields(row),
        ...detailsOf(personById.get(row.createdBy ?? -1)),
        Users: persons.map(userOf),
        Teams: present((teamsByAction.get(row.id) ?? []).map(({ teamId }) => teamById.get(teamId))),
      },
      NbVisites: count?.visits ?? 0,
      NbContacts: count?.contacts ?? 0,
      NbVisitesDeclared: count?.declared ?? 0,
    };
  });
}

/** The same people occur in many actions and teams: each is converted once. */
function cacheUsers(caller: Caller): (person: Person) => ActionUser {
  const cache = new Map<number, ActionUser>();
  return (person) => {
    const user = cache.get(person.user.id) ?? actionUserAnswer(person, caller);
    cache.set(person.user.id, user);
    return user;
  };
}

/** A team inside an action, with the people that the caller may see. */
function teamAnswer<P extends { user: { id: number } }, User>(
  { team, leaders, users }: TeamWithPeople<P>,
  withUsers: boolean,
  userOf: (person: P) => User
) {
  const shown = new Map<number, User>();
  for (const person of withUsers ? [...leaders, ...users] : leaders)
    shown.set(person.user.id, userOf(person));
  return {
    id: team.id,
    name: team.name,
    group_id: team.groupId,
    CreatedAt: iso(team.createdAt),
    UpdatedAt: iso(team.updatedAt),
    DeletedAt: isoOptional(team.deletedAt) ?? null,
    userswithactive: [...shown.values()],
  };
}

function creatorOf(person: Person | undefined): ActionAggregate['Action']['created_by_detail'] {
  if (!person) return undefined;
  const { user, role } = person;
  return {
    first_name: user.firstname,
    last_name: user.surname,
    status: role.name,
    phone: user.phone ?? '',
    email: user.mail,
    avator: user.avatar ?? '',
  };
}

function actionFields(row: ActionRow) {
  return {
    ...row.scope,
    id: row.id,
    name: row.name,
    pitch: optional(row.pitch),
    group_id: row.groupId,
    facts: row.facts,
    Forms: row.forms,
    Addresses: row.addresses,
    link: optional(row.link),
    goal: optional(row.goal),
    goal_forms: optional(row.goalForms),
    start: isoOptional(row.startsAt),
    end: isoOptional(row.endsAt),
    reminder_id: optional(row.reminderId),
    created_by: optional(row.createdBy),
    gotv_voted_tag: optional(row.gotvVotedTag),
    gotv_not_voted_tag: optional(row.gotvNotVotedTag),
    gotv_abstention_tag: optional(row.gotvAbstentionTag),
    public: row.public,
    state: row.state,
    registration_link: optional(row.registrationLink),
  };
}

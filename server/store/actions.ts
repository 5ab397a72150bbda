import type { InferSelectModel } from 'drizzle-orm';
import type { z } from 'zod';

import type { ActionAggregateSchema } from '@/contract/action';

import { type Caller, type Tx, query } from './database';
import { actions, columnsOf } from './schema';
import { groupBy, iso, isoOptional, optional, present } from './shape';
import { type TeamWithPeople, joinPeople, listTeamLinks, listTeamRows, canSeeUsers } from './teams';
import { type Person, actionUserAnswer, listPeopleByIds } from './users';

type ActionRow = InferSelectModel<typeof actions>;
type ActionAggregate = z.input<typeof ActionAggregateSchema>;
type ActionUser = ReturnType<typeof actionUserAnswer>;
type Counts = { actionId: number; visits: number; contacts: number; declared: number };

const SELECT = `SELECT ${columnsOf(actions, 'a')} FROM actions a`;
const ACTION_USERS = `SELECT action_id AS "actionId", user_id AS "userId" FROM action_users
  WHERE action_id = ANY($1::bigint[]) ORDER BY user_id`;
const ACTION_TEAMS = `SELECT action_id AS "actionId", team_id AS "teamId" FROM action_teams
  WHERE action_id = ANY($1::bigint[]) ORDER BY team_id`;
const COUNT_VISITS = `SELECT action_id AS "actionId", count(*) AS visits, count(DISTINCT contact_id) AS contacts,
    count(*) FILTER (WHERE declared) AS declared
  FROM visits WHERE action_id = ANY($1::bigint[]) GROUP BY action_id`;

/** Actions with their counts, people and teams. Without a limit: every action. */
export async function listActions(
  tx: Tx,
  caller: Caller,
  { limit = null, offset = 0 }: { limit?: number | null; offset?: number }
): Promise<ActionAggregate[]> {
  const rows = await query<ActionRow>(tx, `${SELECT} ORDER BY a.id LIMIT $1 OFFSET $2`, [limit, offset]);
  return complete(tx, caller, rows);
}

export async function listActionsByIds(
  tx: Tx,
  caller: Caller,
  ids: readonly number[]
): Promise<ActionAggregate[]> {
  const rows = await query<ActionRow>(tx, `${SELECT} WHERE a.id = ANY($1::bigint[]) ORDER BY a.id`, [ids]);
  return complete(tx, caller, rows);
}

async function complete(tx: Tx, caller: Caller, rows: readonly ActionRow[]): Promise<ActionAggregate[]> {
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
  const people = await listPeopleByIds(tx, [...personIds]);

  const personById = new Map(people.map((person) => [person.user.id, person]));
  const teams = joinPeople(teamRows, members, personById);
  const userOf = cacheUsers(caller);
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
        created_by_detail: creatorOf(personById.get(row.createdBy ?? -1)),
        Users: persons.map(userOf),
        Teams: present((teamsByAction.get(row.id) ?? []).map(({ teamId }) => teamById.get(teamId))),
      },
      NbVisites: count?.visits ?? 0,
      NbContacts: count?.contacts ?? 0,
      NbVisitesDeclared: count?.declared ?? 0,
    };
  });
}

type ActionTeam = ActionAggregate['Action']['Teams'][number];

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
function teamAnswer(
  { team, leaders, users }: TeamWithPeople,
  withUsers: boolean,
  userOf: (person: Person) => ActionUser
): ActionTeam {
  const shown = new Map<number, ActionUser>();
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

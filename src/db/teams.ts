import { type Team, type TeamCreate, type TeamMember, type TeamReplace } from '@/contract/team';
import { entityOf, serverIdOf } from '@/domain/entity';

import { sortKeyOf } from '@/domain/fold';
import { isReference } from '@/domain/team';
import { type OutboxRow } from './outbox/row';
import { listPending, sentData } from './outbox/pending';
import { recordTable } from './recordTable';
import { type Scope } from './scopes';
import { type Reader } from './store';
import { listUsersByIds } from './users';

const teams = recordTable<Team>('teams', {
  idOf: (team) => team.id,
  sortKey: (team) => sortKeyOf(team.name),
});

export const applyTeams = teams.apply;
export const removeTeams = teams.remove;
/** The teams as in the last download. */
export const listDownloadedTeams = teams.list;
export const getDownloadedTeam = teams.get;

/** A team with the unsent changes of this phone on top. */
export type TeamView = {
  /** Its name in the outbox: by the service's id, or by the row that creates it. */
  entity: string;
  /** Null while the team is only on this phone. */
  id: number | null;
  team: Omit<Team, 'id'>;
  /** What is on its way, oldest first. */
  pending: OutboxRow[];
  /** A deletion is on its way. */
  isLeaving: boolean;
};

/** Every team by name, with those that are only on this phone. */
export async function listTeams(reader: Reader, scope: Scope): Promise<TeamView[]> {
  const downloaded = await nameMembers(reader, scope, await teams.list(reader, scope));
  const rows = await listPending(reader, scope, ['team_create', 'team_edit', 'team_delete']);
  if (rows.length === 0) return downloaded.map((team) => viewOf(team.id, team, [], new Map()));

  const people = await listPeople(reader, scope, rows);
  const rowsOf = (entity: string) => rows.filter((row) => row.entity === entity);
  const ids = new Set(downloaded.map((team) => team.id));
  const made = rows.filter((row) => isOnlyHere(row, ids));
  const views = [
    ...downloaded.map((team) => viewOf(team.id, team, rowsOf(entityOf('team', team.id)), people)),
    ...made.map((row) => viewOf(null, {}, rowsOfCreated(rows, row), people)),
  ];
  const key = new Map(views.map((view) => [view, sortKeyOf(view.team.name)]));
  return views.sort((one, other) => ((key.get(one) ?? '') < (key.get(other) ?? '') ? -1 : 1));
}

/** One team by its name in the outbox (`team:12`, or `team:` and the id of the row that creates it). */
export async function getTeam(reader: Reader, scope: Scope, entity: string): Promise<TeamView | null> {
  const all = await listPending(reader, scope, ['team_create', 'team_edit', 'team_delete']);
  const id = serverIdOf(entity);
  const found = id === null ? null : await teams.get(reader, scope, id);
  const [team] = found ? await nameMembers(reader, scope, [found]) : [];
  const created = team ? undefined : all.find((row) => namesOf(row).includes(entity));
  if (!team && !created) return null;
  const rows = created ? rowsOfCreated(all, created) : all.filter((row) => row.entity === entity);
  return viewOf(team?.id ?? null, team ?? {}, rows, await listPeople(reader, scope, rows));
}

/** The names of a team that this phone created: until a pull downloads it, its later rows may have either. */
function namesOf({ kind, entity, serverId }: OutboxRow): string[] {
  if (kind !== 'team_create') return [];
  return serverId === null ? [entity] : [entity, entityOf('team', serverId)];
}

const rowsOfCreated = (rows: readonly OutboxRow[], created: OutboxRow) =>
  rows.filter((row) => namesOf(created).includes(row.entity));

/** A created team that is not in the cache yet. */
function isOnlyHere(row: OutboxRow, ids: ReadonlySet<number>): boolean {
  return row.kind === 'team_create' && (row.serverId === null || !ids.has(row.serverId));
}

type SentTeam = Partial<TeamCreate> & Pick<Partial<TeamReplace>, 'name'>;
type Fields = Record<string, unknown>;

function viewOf(
  id: number | null,
  downloaded: Omit<Team, 'id'>,
  rows: readonly OutboxRow[],
  people: ReadonlyMap<number, TeamMember>
): TeamView {
  const sent = rows.filter((row) => row.kind !== 'team_delete');
  const team = sent.reduce((under, row) => overlayEdit(under, row, people), downloaded);
  const first = rows[0]?.entity;
  return {
    entity: id === null ? (first ?? '') : entityOf('team', id),
    id,
    team,
    pending: [...rows],
    isLeaving: rows.some((row) => row.kind === 'team_delete'),
  };
}

/** The fields that the person changed, on top of what the service has now: the rest of an edit is only what they saw. */
function overlayEdit(
  under: Omit<Team, 'id'>,
  row: OutboxRow,
  people: ReadonlyMap<number, TeamMember>
): Omit<Team, 'id'> {
  const { team: mine } = sentData<{ team: SentTeam }>(row);
  const base: Fields = typeof row.base === 'object' && row.base !== null ? { ...row.base } : {};
  const { leaders, users, ...fields } = mine;
  const changed = Object.entries(fields).filter(
    ([key, value]) => key !== 'id' && JSON.stringify(value) !== JSON.stringify(base[key])
  );
  const byId = new Map([...people, ...membersOf(under)]);
  const named = (list: { id: number }[] | undefined, before: TeamMember[] | undefined) =>
    list?.map(({ id }) => byId.get(id) ?? { id }) ?? before;
  return {
    ...under,
    ...Object.fromEntries(changed),
    leaders: named(leaders, under.leaders),
    users: named(users, under.users),
  };
}

function membersOf({ leaders = [], users = [] }: Omit<Team, 'id'>): [number, TeamMember][] {
  return [...leaders, ...users].map((member) => [member.id, member]);
}

/** The people an edit names by number alone, as the list of people has them. */
async function listPeople(
  reader: Reader,
  scope: Scope,
  rows: readonly OutboxRow[]
): Promise<Map<number, TeamMember>> {
  const ids = rows.flatMap((row) => {
    if (row.kind === 'team_delete') return [];
    const { team } = sentData<{ team: SentTeam }>(row);
    return [...(team.leaders ?? []), ...(team.users ?? [])].map(({ id }) => id);
  });
  return listUsersByIds(reader, scope, ids);
}

/** The feed has the ids of members only: their names and numbers are those of the list of people. */
async function nameMembers(reader: Reader, scope: Scope, downloaded: Team[]): Promise<Team[]> {
  const references = downloaded.flatMap(({ leaders = [], users = [] }) =>
    [...leaders, ...users].filter(isReference)
  );
  if (references.length === 0) return downloaded;
  const people = await listUsersByIds(
    reader,
    scope,
    references.map(({ id }) => id)
  );
  const named = (members: TeamMember[] | undefined) =>
    members?.map((member) => (isReference(member) ? { ...people.get(member.id), ...member } : member));
  return downloaded.map((team) => ({ ...team, leaders: named(team.leaders), users: named(team.users) }));
}

import { keepPreviousData } from '@tanstack/react-query';

import { type Role } from '@/contract/role';
import { getUserView, listChangedUserIds, type UserView } from '@/db/outbox/pendingUsers';
import { listRoles } from '@/db/roles';
import { type Scope } from '@/db/scopes';
import { type Reader } from '@/db/store';
import { listTeams, type TeamView } from '@/db/teams';
import {
  countUsers,
  listKnownMails,
  listManagers,
  listRolesInUse,
  listUsers,
  searchUsers,
  type UserLine,
} from '@/db/users';

import { infiniteTableQuery, tableQuery, type Source } from './query';

/** Which people, and in which direction. */
export type PeopleFilter = {
  words: string;
  roleId: number | null;
  /** The team's entity, as in the outbox. */
  team: string | null;
  descending: boolean;
};

/** A person with the teams one can see them in. */
export type PersonView = UserView & { teams: TeamView[]; roles: Role[] };

const pageSize = 100;

type After = Pick<UserLine, 'sortKey' | 'id'>;

export const peopleQueries = {
  /** The person with this phone, with their changes that are not sent yet. */
  me: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['people', scope.id, 'me'],
      tables: ['users', 'roles', 'outbox'],
      queryFn: () => store.read((reader) => getUserView(reader, scope, scope.userId)),
    }),
  /** How many people the space has. */
  count: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['people', scope.id, 'count'],
      tables: ['users'],
      queryFn: () => countUsers(store, scope),
    }),
  /** Everyone whom the list would show in the end, for a file or a change of all of them. */
  all: ({ store, scope }: Source, filter: PeopleFilter) =>
    tableQuery({
      queryKey: ['people', scope.id, 'all', filter],
      tables: ['users', 'teams', 'outbox'],
      queryFn: () => store.read((reader) => listPage(reader, scope, filter, null, -1)),
      placeholderData: keepPreviousData,
      gcTime: 0,
    }),
  list: ({ store, scope }: Source, filter: PeopleFilter) =>
    infiniteTableQuery({
      queryKey: ['people', scope.id, 'list', filter],
      tables: ['users', 'teams', 'outbox'],
      queryFn: ({ pageParam }) => store.read((reader) => listPage(reader, scope, filter, pageParam)),
      initialPageParam: null as After | null,
      getNextPageParam: (page: UserLine[]) => (page.length < pageSize ? undefined : page[page.length - 1]),
      placeholderData: keepPreviousData,
      gcTime: 60_000,
    }),
  /** What the list can be filtered by, and who has a change that is not sent yet. */
  facets: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['people', scope.id, 'facets'],
      tables: ['users', 'roles', 'teams', 'outbox'],
      queryFn: () =>
        store.read(async (reader) => ({
          roles: await listSpaceRoles(reader, scope),
          teams: await listTeams(reader, scope),
          changed: await listChangedUserIds(reader, scope),
        })),
    }),
  one: ({ store, scope }: Source, id: number) =>
    tableQuery({
      queryKey: ['people', scope.id, 'one', id],
      tables: ['users', 'roles', 'teams', 'outbox'],
      queryFn: () =>
        store.read(async (reader): Promise<PersonView | null> => {
          const view = await getUserView(reader, scope, id);
          if (view === null) return null;
          const teams = (await listTeams(reader, scope)).filter((team) => belongs(team, id));
          return { ...view, teams, roles: await listSpaceRoles(reader, scope) };
        }),
    }),
  /** The managers whom this phone has. */
  managers: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['people', scope.id, 'managers'],
      tables: ['users'],
      queryFn: () => listManagers(store, scope),
    }),
  search: ({ store, scope }: Source, words: string) =>
    tableQuery({
      queryKey: ['people', scope.id, 'search', words],
      tables: ['users'],
      queryFn: () => searchUsers(store, scope, words),
      placeholderData: keepPreviousData,
      gcTime: 30_000,
    }),
  roles: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['people', scope.id, 'roles'],
      tables: ['roles', 'users'],
      queryFn: () => store.read((reader) => listSpaceRoles(reader, scope)),
    }),
  /** Which of these mail addresses belong to a user of the space. */
  knownMails: ({ store, scope }: Source, addresses: readonly string[]) =>
    tableQuery({
      queryKey: ['people', scope.id, 'knownMails', addresses],
      tables: ['users'],
      queryFn: () => listKnownMails(store, scope, addresses),
      placeholderData: keepPreviousData,
      gcTime: 10_000,
    }),
};

function belongs({ team }: TeamView, userId: number): boolean {
  return [...(team.leaders ?? []), ...(team.users ?? [])].some(({ id }) => id === userId);
}

/** The roles of the space with their colours; with a plain service only those that a user has. */
async function listSpaceRoles(reader: Reader, scope: Scope) {
  const roles = await listRoles(reader, scope);
  return roles.length > 0 ? roles : listRolesInUse(reader, scope);
}

async function listPage(
  reader: Reader,
  scope: Scope,
  { words, roleId, team, descending }: PeopleFilter,
  after: After | null,
  limit = pageSize
): Promise<UserLine[]> {
  const members = team === null ? null : await listMemberIds(reader, scope, team);
  if (words.trim() === '')
    return listUsers(
      reader,
      scope,
      { ...(roleId === null ? {} : { roleId }), ...(members === null ? {} : { ids: members }), descending },
      { ...(after === null ? {} : { after }), limit }
    );
  const found = (await searchUsers(reader, scope, words)).filter(
    (line) => (roleId === null || line.roleId === roleId) && (members === null || members.includes(line.id))
  );
  return descending ? found.reverse() : found;
}

async function listMemberIds(reader: Reader, scope: Scope, entity: string): Promise<number[]> {
  const view = (await listTeams(reader, scope)).find((candidate) => candidate.entity === entity);
  return [...(view?.team.leaders ?? []), ...(view?.team.users ?? [])].map(({ id }) => id);
}

import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import { type Role } from '@/contract/role';
import { getUserView, listChangedUserIds, type UserView } from '@/db/outbox/pendingUsers';
import { listRoles } from '@/db/roles';
import { listTeams, type TeamView } from '@/db/teams';
import { listRolesInUse, listUsers, searchUsers, type UserLine } from '@/db/users';
import { type Reader } from '@/db/store';
import { type Runtime } from '@/features/shared/runtime';

type Source = Pick<Runtime, 'store' | 'scope'>;

/** Which people, and in which direction. */
export type PeopleFilter = {
  words: string;
  roleId: number | null;
  /** The team's name in the outbox. */
  team: string | null;
  descending: boolean;
};

/** A person with the teams one can see them in. */
export type PersonView = UserView & { teams: TeamView[]; roles: Role[] };

const windowSize = 100;

type Window = Pick<UserLine, 'sortKey' | 'id'>;

/** Keys begin with `people`, which people, roles, teams and the outbox make stale. */
export const peopleQueries = {
  list: ({ store, scope }: Source, filter: PeopleFilter) =>
    infiniteQueryOptions({
      queryKey: ['people', scope.id, 'list', filter],
      queryFn: ({ pageParam }) => store.read((reader) => listWindow(reader, scope, filter, pageParam)),
      initialPageParam: null as Window | null,
      getNextPageParam: (page: UserLine[]) => (page.length < windowSize ? undefined : page[page.length - 1]),
      placeholderData: keepPreviousData,
      gcTime: 60_000,
    }),
  /** What can be filtered by, and who has a change on its way. */
  facets: ({ store, scope }: Source) =>
    queryOptions({
      queryKey: ['people', scope.id, 'facets'],
      queryFn: () =>
        store.read(async (reader) => ({
          roles: await listSpaceRoles(reader, scope),
          teams: await listTeams(reader, scope),
          changed: await listChangedUserIds(reader, scope),
        })),
    }),
  one: ({ store, scope }: Source, id: number) =>
    queryOptions({
      queryKey: ['people', scope.id, 'one', id],
      queryFn: () =>
        store.read(async (reader): Promise<PersonView | null> => {
          const view = await getUserView(reader, scope, id);
          if (view === null) return null;
          const teams = (await listTeams(reader, scope)).filter((team) => belongs(team, id));
          return { ...view, teams, roles: await listSpaceRoles(reader, scope) };
        }),
    }),
};

function belongs({ team }: TeamView, userId: number): boolean {
  return [...(team.leaders ?? []), ...(team.users ?? [])].some(({ id }) => id === userId);
}

/** The roles of the space with their colours; a plain service tells only those that somebody has. */
async function listSpaceRoles(reader: Reader, scope: Runtime['scope']) {
  const roles = await listRoles(reader, scope);
  return roles.length > 0 ? roles : listRolesInUse(reader, scope);
}

async function listWindow(
  reader: Reader,
  scope: Runtime['scope'],
  { words, roleId, team, descending }: PeopleFilter,
  after: Window | null
): Promise<UserLine[]> {
  const members = team === null ? null : await listMemberIds(reader, scope, team);
  if (words.trim() === '')
    return listUsers(
      reader,
      scope,
      { ...(roleId === null ? {} : { roleId }), ...(members === null ? {} : { ids: members }), descending },
      { ...(after === null ? {} : { after }), limit: windowSize }
    );
  const found = (await searchUsers(reader, scope, words)).filter(
    (line) => (roleId === null || line.roleId === roleId) && (members === null || members.includes(line.id))
  );
  return descending ? found.reverse() : found;
}

async function listMemberIds(reader: Reader, scope: Runtime['scope'], entity: string): Promise<number[]> {
  const view = (await listTeams(reader, scope)).find((candidate) => candidate.entity === entity);
  return [...(view?.team.leaders ?? []), ...(view?.team.users ?? [])].map(({ id }) => id);
}

import { queryOptions } from '@tanstack/react-query';

import { getFact } from '@/db/facts';
import { countWaiting } from '@/db/outbox/outbox';
import { listScopesOf } from '@/db/scopes';
import { getUserView } from '@/db/outbox/pendingUsers';
import { spacesFact, type KnownSpace, type Runtime } from '@/features/shared/runtime';

type Source = Pick<Runtime, 'store' | 'scope'>;

/** A space of mine, and how many records of it wait on this phone. */
export type ShownSpace = KnownSpace & { waiting: number };

/** Keys begin with `people` (me), `facts` (the spaces, as the service last told them) and `devices` (asked each time). */
export const youQueries = {
  me: ({ store, scope }: Source) =>
    queryOptions({
      queryKey: ['people', scope.id, 'me'],
      queryFn: () => getUserView(store, scope, scope.userId),
    }),
  devices: ({ scope, session }: Pick<Runtime, 'scope' | 'session'>) =>
    queryOptions({
      queryKey: ['devices', scope.id],
      queryFn: () => session.devices.list(),
      // The one thing on these screens that is not on the phone: yesterday's list would hide today's thief.
      staleTime: 0,
      gcTime: 0,
    }),
  spaces: ({ store, scope }: Source) =>
    queryOptions({
      queryKey: ['facts', scope.id, 'spaces'],
      queryFn: () =>
        store.read(async (reader): Promise<ShownSpace[]> => {
          const told = (await getFact<KnownSpace[]>(reader, scope, spacesFact)) ?? [];
          const mine = await listScopesOf(reader, scope);
          // A space that was left still holds what was recorded in it.
          const ids = new Set([...told.map(({ id }) => id), ...mine.map(({ spaceId }) => spaceId)]);
          const shown: ShownSpace[] = [];
          for (const id of ids) {
            const known = told.find((space) => space.id === id) ?? { id, name: null, role: null };
            const own = mine.find(({ spaceId }) => spaceId === id);
            shown.push({ ...known, waiting: own ? await countWaiting(reader, own) : 0 });
          }
          return shown;
        }),
    }),
};

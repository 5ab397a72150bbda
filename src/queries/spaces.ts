import { getSpace, listKnownSpaces, type KnownSpace } from '@/db/knownSpaces';
import { countOnlyHere, countWaiting } from '@/db/outbox/outbox';
import { listScopesOf } from '@/db/scopes';

import { tableQuery, type Source } from './query';

/** A space of the person, how many of its records wait on this phone, and how many of these are in no export. */
export type ShownSpace = KnownSpace & { waiting: number; onlyHere: number };

export const spaceQueries = {
  /** The name of the space one is in; null where the service has not given one yet. */
  name: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['spaces', scope.id, 'name'],
      tables: ['facts'],
      queryFn: async () => (await getSpace(store, scope))?.name ?? null,
    }),
  list: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['spaces', scope.id, 'list'],
      tables: ['facts', 'outbox'],
      queryFn: () =>
        store.read(async (reader): Promise<ShownSpace[]> => {
          const known = await listKnownSpaces(reader, scope);
          const scopes = await listScopesOf(reader, scope);
          // The phone still has the records of a space that the user has left.
          const ids = new Set([...known.map(({ id }) => id), ...scopes.map(({ spaceId }) => spaceId)]);
          const shown: ShownSpace[] = [];
          for (const id of ids) {
            const space = known.find((candidate) => candidate.id === id) ?? { id, name: null, role: null };
            const own = scopes.find(({ spaceId }) => spaceId === id);
            const waiting = own ? await countWaiting(reader, own) : 0;
            shown.push({ ...space, waiting, onlyHere: own ? await countOnlyHere(reader, own) : 0 });
          }
          return shown;
        }),
    }),
};

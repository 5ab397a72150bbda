import { getFact } from '@/db/facts';
import { acceptsVisits, countVisitsByAction, listVisits } from '@/db/visits';
import { type VisitsOnPhone } from '@/domain/action';

import { tableQuery, type Source } from './query';

export const visitQueries = {
  /** The visits of an action. `isAccepted`: the service has a place for visits, or was not asked yet. */
  ofAction: ({ store, scope }: Source, actionId: number) =>
    tableQuery({
      queryKey: ['visits', scope.id, 'ofAction', actionId],
      tables: ['visits', 'outbox', 'facts'],
      queryFn: () =>
        store.read(async (reader) => ({
          visits: await listVisits(reader, scope, actionId),
          isAccepted: (await acceptsVisits(reader, scope)) !== false,
        })),
    }),
  /** The counts of all actions. */
  counts: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['visits', scope.id, 'counts'],
      tables: ['visits', 'outbox', 'facts'],
      queryFn: () =>
        store.read(async (reader): Promise<VisitsOnPhone> => ({
          counts: await countVisitsByAction(reader, scope),
          isFed: (await acceptsVisits(reader, scope)) === true,
          buckets: await getFact(reader, scope, 'buckets'),
        })),
    }),
};

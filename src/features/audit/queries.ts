import { type AuditKind } from '@/contract/audit';
import { isDay, startOfDay } from '@/domain/day';
import { type OnlineFailure } from '@/domain/online';
import { type Runtime } from '@/features/shared/runtime';
import { infiniteTableQuery } from '@/queries/query';

/** Which entries are shown; days as typed, in the time zone of the phone. */
export type AuditChoice = {
  kind: AuditKind | null;
  person: { id: number; name: string } | null;
  from: string;
  until: string;
};

export const everything: AuditChoice = { kind: null, person: null, from: '', until: '' };

/** The filter of the service. A day that is not complete does not filter. */
export function filterOf({ kind, person, from, until }: AuditChoice) {
  return {
    ...(kind === null ? {} : { kind }),
    ...(person === null ? {} : { person: person.id }),
    ...(isDay(from) ? { from: startOfDay(from) } : {}),
    ...(isDay(until) ? { to: startOfDay(until, 1) } : {}),
  };
}

/** A request failed; the screen shows why. */
export class NotFetched extends Error {
  constructor(readonly why: OnlineFailure) {
    super(why);
  }
}

const pageSize = 100;

export const auditQueries = {
  /** Fetched from the service each time: the phone stores nothing of the log. */
  list: ({ scope, online }: Pick<Runtime, 'scope' | 'online'>, choice: AuditChoice) =>
    infiniteTableQuery({
      queryKey: ['audit', scope.id, choice],
      tables: [],
      queryFn: async ({ pageParam: cursor }) => {
        const query = { ...filterOf(choice), limit: pageSize, ...(cursor === null ? {} : { cursor }) };
        const result = await online.read({ endpoint: 'listAudit', query });
        if (result.kind !== 'read') throw new NotFetched(result.kind);
        return result.value;
      },
      initialPageParam: null as string | null,
      getNextPageParam: ({ cursor }) => cursor,
      gcTime: 0,
    }),
};

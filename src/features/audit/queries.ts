import { type AuditEntry, type AuditKind } from '@/contract/audit';
import { listRecordFacts, namedKinds, type NamedKind } from '@/db/recordFacts';
import { isDay, startOfDay } from '@/domain/day';
import { type OnlineFailure } from '@/domain/online';
import { type Runtime } from '@/features/shared/runtime';
import { infiniteTableQuery, tableQuery, type Source } from '@/queries/query';

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
  /** Names and amounts of the records of some entries, as this phone has them. */
  records: ({ store, scope }: Source, ids: RecordIds) =>
    tableQuery({
      queryKey: ['audit', scope.id, 'records', ids],
      tables: [
        'teams',
        'actions',
        'contacts',
        'forms',
        'membership_price_groups',
        'donation_prices',
        'transaction_statuses',
        'transaction_bundles',
      ],
      queryFn: () => store.read((reader) => listRecordFacts(reader, scope, ids)),
    }),
};

type RecordIds = Record<NamedKind, number[]>;

/** The records of entries that the phone can name. */
export function recordIdsOf(entries: readonly AuditEntry[]): RecordIds {
  const idsOf = (kind: NamedKind) => [
    ...new Set(entries.flatMap(({ record_kind, record_id: id }) => (record_kind === kind && id) || [])),
  ];
  return Object.fromEntries(namedKinds.map((kind) => [kind, idsOf(kind)])) as RecordIds;
}

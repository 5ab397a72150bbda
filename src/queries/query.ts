import { type InfiniteData, type QueryClient } from '@tanstack/react-query';

import { type Scope } from '@/db/scopes';
import { type Store } from '@/db/store';
import { type TableName } from '@/db/tables';

/** What a query reads from: the store, and whose data in it. */
export type Source = { store: Store; scope: Scope };

/** The tables that a query reads. A committed change to one of them makes the query read again. */
type Tables = { tables: readonly TableName[] };

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Tables & Record<string, unknown>;
  }
}

type TableQuery<Data> = {
  queryKey: readonly unknown[];
  queryFn: () => Promise<Data>;
  placeholderData?: (previous: Data | undefined) => Data | undefined;
  gcTime?: number;
  staleTime?: number;
};

/** A query with the tables it reads; `[]` for one that reads from the device or the service instead of the store. */
export function tableQuery<Data>({ tables, ...query }: TableQuery<Data> & Tables) {
  return { ...query, meta: { tables } };
}

type InfiniteTableQuery<Page, Param> = {
  queryKey: readonly unknown[];
  queryFn: (context: { pageParam: Param }) => Promise<Page>;
  initialPageParam: Param;
  getNextPageParam: (page: Page) => Param | undefined;
  placeholderData?: (
    previous: InfiniteData<Page, Param> | undefined
  ) => InfiniteData<Page, Param> | undefined;
  gcTime?: number;
};

/** A list that is read page by page, with the tables it reads. */
export function infiniteTableQuery<Page, Param>({
  tables,
  ...query
}: InfiniteTableQuery<Page, Param> & Tables) {
  return { ...query, meta: { tables } };
}

/** The cached queries that read one of these tables. */
export function queriesReading(client: QueryClient, tables: ReadonlySet<TableName>) {
  return client.getQueryCache().findAll({
    predicate: ({ meta }) => meta?.tables.some((table) => tables.has(table)) ?? false,
  });
}

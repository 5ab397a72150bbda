import type { TableName } from '@/db/tables';

/** What a query of a screen returns, and on which tables it depends. */
type CachedQuery = { queryKey: readonly unknown[]; meta: { tables: readonly TableName[] } };

/**
 * The results of the queries of one start of the app. As in the app, a query is read again only after a commit to one of
 * its tables: a query that names too few of them shows what is out of date, and the view oracle sees it.
 */
export class QueryCache {
  readonly #results = new Map<string, { tables: readonly TableName[]; result: unknown }>();

  /** Called after each commit, with the tables that it changed. */
  invalidate(changed: ReadonlySet<TableName>): void {
    for (const [key, { tables }] of this.#results)
      if (tables.some((table) => changed.has(table))) this.#results.delete(key);
  }

  async read<T>({ queryKey, meta }: CachedQuery, query: () => Promise<T>): Promise<T> {
    const key = JSON.stringify(queryKey);
    const cached = this.#results.get(key);
    if (cached) return cached.result as T;
    const result = await query();
    this.#results.set(key, { tables: meta.tables, result });
    return result;
  }
}

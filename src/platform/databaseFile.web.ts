import { openEngine } from './sqlite';
import { type OpenedDatabase } from './databaseFile';

/** A browser keeps one file for the page, which no other page can reach; it has no cipher of its own. */
export async function openDatabaseFile(name: string, _now: number): Promise<OpenedDatabase> {
  return { engine: await openEngine(name, null), setAside: [] };
}

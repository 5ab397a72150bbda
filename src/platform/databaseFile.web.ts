import { openEngine } from './sqlite';
import { type OpenedDatabase } from './databaseFile';

/** The file is private to the origin; a browser has no cipher for it. */
export async function openDatabaseFile(name: string, _now: number): Promise<OpenedDatabase> {
  return { engine: await openEngine(name, null), quarantined: [] };
}

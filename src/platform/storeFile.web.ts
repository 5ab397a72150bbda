import { openEngine } from './sqlite';
import { type OpenedFile } from './storeFile';

/** A browser keeps one file for the page, which no other page can reach; it has no cipher of its own. */
export async function openStoreFile(name: string, _now: number): Promise<OpenedFile> {
  return { engine: await openEngine(name, null), setAside: [] };
}

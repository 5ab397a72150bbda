import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Mutation } from './mutation';

/** Why the table does not fit the source; null if it does. */
export async function describeMisfit(
  root: string,
  { name, file, from, to }: Mutation
): Promise<string | null> {
  const source = await readFile(join(root, file), 'utf8').catch(() => null);
  if (source === null) return `"${name}": there is no file ${file}.`;
  const count = source.split(from).length - 1;
  if (count !== 1) return `"${name}": the text to replace occurs ${count} times in ${file}, not once.`;
  return from === to ? `"${name}": the replacement changes nothing.` : null;
}

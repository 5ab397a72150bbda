import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { buildWeb } from '../../scripts/build-web';
import { printTable, type Measure } from '../measure';
import { serve } from '../served';
import { fillDatabase } from '../service/filled';
import { measureApp } from './app';
import { measureCommand } from './command';
import { contactFile } from './file';

const lines = 50_000;

/** A file of 50,000 contacts: in the app in Chromium, and by command, each into a new space. */
export async function benchImport(cases: readonly string[]): Promise<boolean> {
  const say = (line: string) => console.error(line);
  const isChosen = (name: string) => cases.length === 0 || cases.includes(name);
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-import-'));
  const file = join(folder, 'contacts.csv');
  await writeFile(file, contactFile(lines));
  const measures: Measure[] = [];
  try {
    if (isChosen('app')) {
      const webRoot = await buildWeb(say);
      const filled = await fillDatabase({ contacts: 1_000, bundles: 0 });
      const { address, close } = await serve(filled, webRoot);
      try {
        measures.push(...(await measureApp(address, filled.tokens.admin, file)));
      } finally {
        await close();
        await filled.drop();
      }
    }
    if (isChosen('command')) measures.push(...(await measureCommand(file)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  printTable(measures);
  return measures.every(({ isMet }) => isMet !== false);
}

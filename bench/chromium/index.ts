import { join } from 'node:path';

import { openPhone } from '../../__tests__/e2e/harness';
import { printTable, type Measure } from '../measure';
import { buildPage, serveFolder } from '../pages';

const cases = ['capturing', 'storing', 'reading', 'peer'];

/**
 * The store in Chromium on expo-sqlite, next to bare SQLite and the best similar library, in one page and one run;
 * returns whether every target was met.
 */
export async function benchChromium(names: readonly string[]): Promise<boolean> {
  const unknown = names.find((name) => !cases.includes(name));
  if (unknown !== undefined) {
    console.error(`There is no case "${unknown}". The cases are: ${cases.join(', ')}.`);
    return false;
  }
  console.error('building the page …');
  const served = await serveFolder(await buildPage(join(__dirname, 'page'), 'bench'));
  const phone = await openPhone();
  const measures: Measure[] = [];
  try {
    for (const name of names.length > 0 ? names : cases) {
      console.error(`${name} …`);
      await phone.page.goto(served.address);
      await phone.page.waitForFunction(() => Reflect.has(window, 'runCase'));
      const measured = await phone.page.evaluate(
        (chosen) => (Reflect.get(window, 'runCase') as (name: string) => Promise<Measure[]>)(chosen),
        name
      );
      measures.push(...measured);
    }
  } finally {
    await phone.close();
    await served.close();
  }
  printTable(measures);
  return measures.every((measure) => measure.isMet !== false);
}

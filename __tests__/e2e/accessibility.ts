import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type AxeResults } from 'axe-core';
import { type Page } from 'playwright-core';

const source = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with the screen as it stands, each as a line that says what and where. */
export async function findFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(source);
  // Of what is right it need not tell every place.
  const { violations, passes } = await page.evaluate<AxeResults>(
    `axe.run(document, { resultTypes: ['violations'] })`
  );
  assert.ok(passes.length > 5, 'axe had something to look at');
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary ?? ''}`)
  );
}

/** The same in light and in dark, on the screen as it stands. */
export async function findFaultsInBoth(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.waitForFunction(
      (wanted) => getComputedStyle(document.documentElement).colorScheme === wanted,
      scheme
    );
    faults.push(...(await findFaults(page)).map((fault) => `in ${scheme}: ${fault}`));
  }
  return faults;
}

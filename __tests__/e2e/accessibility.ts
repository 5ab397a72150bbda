import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type AxeResults } from 'axe-core';
import { type Page } from 'playwright-core';

const source = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with the screen as it stands, each as a line that says what and where. */
export async function findFaults(page: Page): Promise<string[]> {
  await page.evaluate(source);
  const { violations, passes } = await page.evaluate<AxeResults>('axe.run(document)');
  assert.ok(passes.length > 5, 'axe had something to look at');
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary ?? ''}`)
  );
}

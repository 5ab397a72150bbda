import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { type AxeResults, type CheckResult, type Result } from 'axe-core';

const source = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of axe that depend on colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];

async function run(page: Page, rules?: string[]): Promise<AxeResults> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(source);
  const options = { resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) };
  const results = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  // Axe skips texts that it finds behind other elements. In a dialog there are none: the page behind it is inert.
  if ((await page.getByRole('dialog').count()) > 0)
    results.violations.push(...results.incomplete.flatMap(skipped));
  return results;
}

const skipped = (rule: Result): Result[] => {
  const isSkipped = ({ data }: CheckResult) =>
    (data as { messageKey?: string } | null)?.messageKey === 'bgOverlap';
  const nodes = rule.nodes.filter(({ any }) => any.some(isSkipped));
  return nodes.length === 0 ? [] : [{ ...rule, nodes }];
};

const describe = ({ violations }: AxeResults): string[] =>
  violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary ?? ''}`)
  );

/** The accessibility violations that axe finds on the current screen, one line each. */
export async function findViolations(page: Page): Promise<string[]> {
  const results = await run(page);
  expect(results.passes.length, 'axe found something to check').toBeGreaterThan(5);
  return describe(results);
}

/** All rules in light, and the rules about colours in dark as well. */
export async function findViolationsInBothSchemes(page: Page): Promise<string[]> {
  await setScheme(page, 'light');
  const found = await findViolations(page);
  await setScheme(page, 'dark');
  const dark = await run(page, colourRules);
  expect(dark.passes.length, 'axe checked the contrast').toBeGreaterThan(0);
  return [...found, ...describe(dark).map((violation) => `in dark: ${violation}`)];
}

async function setScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.waitForFunction(
    (wanted) => getComputedStyle(document.documentElement).colorScheme === wanted,
    scheme
  );
}

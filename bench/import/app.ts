import { setTimeout as sleep } from 'node:timers/promises';

import { type Page } from '@playwright/test';

import { openPhone } from '../../__tests__/e2e/harness';
import { milliseconds, type Measure } from '../measure';

/** A page that stands still for longer feels frozen. */
const longestTaskMs = 200;

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Notes the longest task of the main thread, and each value of the progress bar. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(`{
    window.longestTask = 0;
    window.shownProgress = new Set();
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longestTask = Math.max(window.longestTask, duration);
    }).observe({ type: 'longtask' });
    setInterval(() => {
      const bar = document.querySelector('[role="progressbar"]');
      if (bar) window.shownProgress.add(bar.getAttribute('aria-valuenow'));
    }, 50);
  }`);
}

/** Until nothing runs any more that belongs to what was before, such as the start of the app. */
async function waitForQuiet(page: Page): Promise<void> {
  do {
    await page.evaluate('window.longestTask = 0');
    await sleep(2_000);
  } while (Number(await page.evaluate('window.longestTask')) > 0);
}

/** Asks rarely: a locator that waits searches the page at every frame, which is work of the main thread as well. */
async function waitForText(page: Page, text: RegExp): Promise<void> {
  while (!text.test(String(await page.evaluate('document.body.textContent')))) await sleep(200);
}

/** The time of a step, the longest task during it, and how many values its progress bar showed. */
async function measureStep(
  page: Page,
  work: string,
  act: () => Promise<void>,
  until: RegExp
): Promise<Measure> {
  await waitForQuiet(page);
  await page.evaluate('window.longestTask = 0; window.shownProgress.clear()');
  const begun = performance.now();
  await act();
  await waitForText(page, until);
  const time = performance.now() - begun;
  const longest = Number(await page.evaluate('window.longestTask'));
  const shown = Number(await page.evaluate('window.shownProgress.size'));
  const measure = {
    work: `app: ${work}`,
    ours: seconds(time),
    against: `longest task ${milliseconds(longest)}, ${shown} steps of progress`,
    ratio: null,
    goal: `longest task under ${longestTaskMs} ms`,
    isMet: longest < longestTaskMs,
  };
  console.error(`${measure.work}: ${measure.ours}, ${measure.against}`);
  return measure;
}

/** Preview, import, undo; then an import that is cancelled. */
export async function measureApp(address: string, token: string, file: string): Promise<Measure[]> {
  const phone = await openPhone();
  const { page } = phone;
  const measures: Measure[] = [];
  const press = (name: string | RegExp) =>
    page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .filter({ visible: true })
      .first()
      .click();
  const step = async (work: string, act: () => Promise<void>, until: RegExp) =>
    measures.push(await measureStep(page, work, act, until));
  const choose = async () => {
    const chooser = page.waitForEvent('filechooser');
    await press('Choose a file');
    await (await chooser).setFiles(file);
  };
  const offered = /^Import [\d,]+ contacts$/;
  try {
    const link = new URLSearchParams({ base_url: `${address}/api`, token });
    await page.goto(`${address}/join#${link.toString()}`);
    await page.getByRole('tab', { name: 'Home' }).waitFor();
    await page.goto(`${address}/contacts`);
    await page.getByText(/on this phone · Up to date/).waitFor();
    await page.goto(`${address}/contacts/import`);
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    await watch(page);
    await step('from the file to its preview', choose, /Import [\d,]+ contacts/);
    await step('import', () => press(offered), /Imported: /);
    const undo = async () => {
      await press(/^Undo this import/);
      await press('Undo the import');
    };
    await step('undo', undo, /Removed: /);
    await page.reload();
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    await watch(page);
    await choose();
    await page.getByRole('button', { name: offered }).waitFor();
    await press(offered);
    await page.waitForFunction(`Number(document.querySelector('[role="progressbar"]')?.ariaValueNow) >= 20`);
    await step('cancel at a fifth', () => press('Cancel'), /Import cancelled/);
    if (phone.errors.length > 0) throw new Error(phone.errors.join('\n'));
  } finally {
    await phone.close();
  }
  return measures;
}

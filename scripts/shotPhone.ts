/** What every file of screenshots needs: a phone that is joined, a page that is ready, a file. */
import { join, resolve } from 'node:path';
import { type Page } from '@playwright/test';
import {
  openPhone,
  type PhoneOptions,
  type Role,
  type TestPhone,
  type TestService,
} from '../__tests__/e2e/harness';

export const folder = resolve(__dirname, '..', 'shots');

const prefixes = process.argv.slice(2);
export const isSelected = ({ name }: { name: string }) =>
  prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix));
export const print = (line: string) => console.log(line);

/** Waits until the app has started, data is loaded and animations have ended. */
export async function settle(page: Page): Promise<void> {
  const opening = 'h1:text-is("Doorstep")';
  await page.locator(`h1:visible:not(${opening})`).first().waitFor();
  await page.waitForFunction(() => document.querySelector('[role="progressbar"][aria-busy="true"]') === null);
  await page.waitForTimeout(600);
}

export async function takeShot(phone: TestPhone, name: string, dark: boolean): Promise<void> {
  const file = join(folder, `${name}${dark ? '-dark' : ''}.png`);
  await phone.page.screenshot({ path: file });
  print(file);
}

/** Opens a phone of this role, joined and up to date. */
export async function withPhone(
  service: TestService,
  { role, ...options }: PhoneOptions & { role: Role; dark: boolean },
  work: (phone: TestPhone) => Promise<void>
): Promise<void> {
  const phone = await openPhone(options);
  try {
    await phone.page.goto(service.joinLink(role));
    // "Up to date", or "Last connected", in the two languages of the screenshots.
    await phone.page
      .getByText(/^(Up to date|Last connected|محدّث|آخر اتصال)/)
      .first()
      .waitFor();
    await work(phone);
    if (phone.errors.length > 0) throw new Error(`The page reported: ${phone.errors.join('; ')}`);
  } finally {
    await phone.close();
  }
}

/** Reads what the screens show. Previous screens stay mounted, so only what is visible counts. */
import type { Page } from '@playwright/test';

export interface ShownRow {
  who: string;
  /** The first word is the kind: Donation, Correction. */
  detail: string;
  /** In cents; null where the row shows none. */
  amount: number | null;
  /** The state and what happens next. */
  state: string;
}

export interface ShownOutbox {
  rows: ShownRow[];
  /** The pills: "3 to send · €30.03". */
  totals: string[];
}

export const isSent = ({ state }: ShownRow) => state.startsWith('Sent');
export const isRefused = ({ state }: ShownRow) => state.startsWith('Refused');
export const isUnsent = ({ state }: ShownRow) => !/^(Sent|Cancelled)/.test(state);
/** How many unsent records a pill counts. */
export const unsentIn = (pill: string): number =>
  pill.includes(' sent') ? 0 : Number(/\d+/.exec(pill)?.[0] ?? 0);
export const isGift = ({ detail }: ShownRow) => !/^(Correction|Cancellation)/.test(detail);

const rowHeight = 130;
const phoneHeight = 844;

/** Lists render what fits the screen, so it is made as tall as the list. */
export async function withTallScreen<T>(page: Page, rows: number, read: () => Promise<T>): Promise<T> {
  await page.setViewportSize({ width: 390, height: phoneHeight + rows * rowHeight });
  try {
    return await read();
  } finally {
    await page.setViewportSize({ width: 390, height: phoneHeight });
  }
}

export function readMoney(text: string): number | null {
  const [, whole, cents] = /€([\d,]+)\.(\d\d)/.exec(text) ?? [];
  return whole === undefined ? null : Number(whole.replaceAll(',', '')) * 100 + Number(cents);
}

/** Runs in the page. A row has three lines: who, what, and its state. */
const findRows = `(() => {
  const isVisible = (element) => element.checkVisibility() && element.getClientRects().length > 0;
  const textOf = ({ textContent }) => textContent ?? '';
  const kinds = /^(Donation|Membership|Donation \\+ membership|Payment|Correction|Cancellation)( · |$)/;
  const totals = /^(Sign in to send \\d+|\\d+ (to send|checking|needs? you|sent))( · |$)/;
  const all = [...document.querySelectorAll('div, span')].filter(isVisible);
  return {
    rows: all
      .filter(({ children }) => children.length === 3 && kinds.test(textOf(children[1])))
      .map(({ children }) => [...children].map(textOf)),
    totals: all.filter(({ children }) => children.length === 0).map(textOf).filter((text) => totals.test(text)),
  };
})()`;

/** The open Outbox. */
export async function readOutbox(page: Page): Promise<ShownOutbox> {
  const { rows, totals } = await page.evaluate<{ rows: string[][]; totals: string[] }>(findRows);
  return {
    rows: rows.map(([who = '', detail = '', state = '']) => ({
      who,
      detail,
      state,
      amount: readMoney(detail),
    })),
    totals,
  };
}

/** The banner of the open Home: unsent records, or that there are none; empty before the first download, with nothing unsent. */
export async function readHome(page: Page): Promise<string> {
  const banner = page
    .getByRole('button', { name: /on this phone|needs? you|Everything is sent/ })
    .filter({ visible: true });
  return banner
    .first()
    .innerText({ timeout: 10_000 })
    .catch(() => '');
}

/** The amounts of the open Ledger. */
export function readLedger(page: Page): Promise<(number | null)[]> {
  return page
    .getByRole('button', { name: /€[\d,]+\.\d\d/ })
    .filter({ visible: true })
    .allInnerTexts()
    .then((texts) => texts.map(readMoney));
}

/** A phone whose time passes faster, and which reports every "Saved on this phone" as soon as it is shown. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { openPhone, type PersistentPhone } from '../e2e/harness';

/** Waiting for retries and for lost answers must not take hours. */
export const timesFaster = 6;

const started = Date.now();

/** Makes the clocks and timers of a page faster. `offset` is by how much the wall clock is wrong. */
const hasten = (offset: number) => `{
  const factor = ${timesFaster}, begin = ${started};
  const RealDate = Date, realNow = performance.now.bind(performance);
  globalThis.clockOffset = ${offset};
  const now = () => Math.round(begin + (RealDate.now() - begin) * factor + globalThis.clockOffset);
  globalThis.Date = class extends RealDate {
    constructor(...given) { if (given.length === 0) super(now()); else super(...given); }
    static now() { return now(); }
  };
  performance.now = () => realNow() * factor;
  for (const name of ['setTimeout', 'setInterval']) {
    const real = globalThis[name].bind(globalThis);
    globalThis[name] = (work, ms = 0, ...rest) => real(work, ms / factor, ...rest);
  }
}`;

const reportSaved = `new MutationObserver((changes) => {
  for (const { addedNodes, target } of changes)
    for (const node of addedNodes)
      if (node.textContent.includes('Saved on this phone') && target.closest?.('[role=status]'))
        globalThis.onSavedShown(node.textContent);
}).observe(document, { childList: true, subtree: true });`;

/** Where Chromium keeps what a page stores, in the profile folder. */
const storageFolders = { records: 'File System', secrets: 'IndexedDB' } as const;
export type StorageKind = keyof typeof storageFolders;

export class CampaignPhone {
  kills = 0;
  isAlive = true;
  page: Page;
  #offset = 0;

  private constructor(
    readonly phone: PersistentPhone,
    readonly address: string
  ) {
    this.page = phone.page;
  }

  static async open(address: string, onSaved: (text: string) => void): Promise<CampaignPhone> {
    let opened: CampaignPhone | null = null;
    const prepare = async (context: BrowserContext) => {
      context.setDefaultTimeout(stepMs);
      await context.exposeBinding('onSavedShown', (_, text: string) => onSaved(text));
      await context.addInitScript({ content: hasten(opened === null ? 0 : opened.#offset) });
      await context.addInitScript({ content: reportSaved });
    };
    opened = new CampaignPhone(await openPhone({ prepare }), address);
    return opened;
  }

  get errors(): string[] {
    return this.phone.errors;
  }

  /** Kills the browser with SIGKILL and opens it again, without the storage that is named. */
  async kill(deleted?: StorageKind): Promise<void> {
    this.isAlive = false;
    this.kills += 1;
    await this.phone.killAndReopen(async (profile) => {
      if (deleted)
        await rm(join(profile, 'Default', storageFolders[deleted]), { recursive: true, force: true });
    });
    this.page = this.phone.page;
    this.isAlive = true;
  }

  /** Opens the app in a second tab, which the person continues in. */
  async openSecondTab(): Promise<void> {
    const first = this.page;
    this.page = await this.phone.context.newPage();
    await this.page.goto(this.address);
    const takeOver = this.page.getByRole('button', { name: 'Continue here' });
    const home = this.page.getByRole('tab', { name: 'Home' });
    await takeOver.or(home).first().waitFor();
    if (await takeOver.isVisible()) await takeOver.tap();
    await home.waitFor();
    await first.close();
  }

  async setOffline(isOffline: boolean): Promise<void> {
    await this.phone.context.setOffline(isOffline);
  }

  /** Moves the wall clock of the phone, as a person in the settings or a lost network time would. */
  async moveClock(byMs: number): Promise<void> {
    this.#offset += byMs;
    const offset = this.#offset;
    await this.phone.context.addInitScript({ content: `globalThis.clockOffset = ${offset};` });
    await this.page.evaluate((value) => void Reflect.set(globalThis, 'clockOffset', value), offset);
  }

  close(): Promise<void> {
    return this.phone.close();
  }
}

/** The longest that one step of a person may take on a busy machine. */
export const stepMs = 60_000;

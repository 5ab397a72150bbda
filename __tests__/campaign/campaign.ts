/** Runs the cycles of a campaign: some actions, a weather, sometimes a disturbance; then the end and its judgement. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureBrowser } from '../../scripts/browser';
import { buildWeb } from '../../scripts/build-web';
import { freePort } from '../support/ports';
import { createRandom, type Random } from '../sim/random';
import { act, addVoucher, chooseActions } from './actions';
import { Book } from './book';
import { chooseFate, pass, weatherNames, type WeatherName } from './faults';
import { chooseDisturbance, disturb } from './disturbances';
import {
  hasDoubled,
  judgeEnd,
  judgeHome,
  judgeLedger,
  judgeOutbox,
  readStored,
  type Finding,
} from './oracle';
import { CampaignPhone } from './phone';
import { FaultProxy } from './proxy';
import { isRefused, isSent, readHome, readLedger, withTallScreen, type ShownOutbox } from './screens';
import { startKilledService } from './service';
import type { Summary } from './summary';
import { Volunteer } from './volunteer';
import type { World } from './world';

export type CampaignOptions = {
  cycles: number;
  seed: number;
  extensions: 'on' | 'off';
  print: (line: string) => void;
};

/** How long the app may take after the last fault, until everything is sent. */
const settleMs = 300_000;

const results = resolve(__dirname, '../../test-results/campaign');

export async function runCampaign(options: CampaignOptions): Promise<Summary> {
  const campaign = new Campaign(options);
  try {
    return await campaign.run();
  } finally {
    await campaign.close();
  }
}

class Campaign {
  readonly #found = new Map<string, Finding>();
  #cycle = 0;
  #cancelled: number[] = [];
  #world: World | null = null;
  readonly #closing: (() => Promise<void>)[] = [];

  constructor(readonly options: CampaignOptions) {}

  get world(): World {
    if (!this.#world) throw new Error('The campaign has not started.');
    return this.#world;
  }

  async run(): Promise<Summary> {
    const { cycles, print } = this.options;
    await this.#start();
    try {
      await this.world.volunteer.open();
      await this.#waitForFirstDownload();
      for (this.#cycle = 1; this.#cycle <= cycles; this.#cycle += 1) await this.#runCycle();
      await this.#end();
    } catch (failure) {
      await this.#reportFailure('go on', failure);
    }
    const { proxy } = this.world;
    for (const [name, count] of Object.entries(proxy.counts).sort()) print(`  ${name.padEnd(28)} ${count}`);
    return this.#summary();
  }

  async close(): Promise<void> {
    for (const step of this.#closing.reverse()) await step().catch(() => undefined);
  }

  async #start(): Promise<void> {
    const { seed, extensions, print } = this.options;
    ensureBrowser(print);
    await buildWeb(print);
    const random = createRandom(seed);
    const port = await freePort();
    const address = `http://localhost:${port}`;
    const service = await startKilledService({ extensions, publicUrl: address });
    this.#closing.push(() => service.close());
    await addVoucher({ service });
    // With keys nothing arrives twice; without, a gift that the browser doubled counts once after its cancellation.
    if (extensions === 'off') {
      const statement = `SELECT id FROM transaction_statuses WHERE kind = 'cancel'`;
      this.#cancelled = (await service.query<{ id: string }>(statement)).map(({ id }) => Number(id));
    }

    const proxy = new FaultProxy(port, service.port);
    await proxy.start();
    this.#closing.push(() => proxy.close());
    const book = new Book(1_000 + 100 * random.between(1, 9));
    const phone = await CampaignPhone.open(address, () => book.confirm());
    this.#closing.push(() => phone.close());
    const query = new URLSearchParams({ base_url: `${address}/api`, token: service.tokens.manager });
    const joinLink = `${address}/join#${query.toString()}`;
    const volunteer = new Volunteer(
      phone,
      book,
      random.fork('volunteer'),
      joinLink,
      () => this.#readStored(),
      () => (proxy.choose = () => pass)
    );
    this.#world = {
      service,
      proxy,
      phone,
      volunteer,
      book,
      random,
      serviceKills: 0,
      readStored: () => this.#readStored(),
      report: (finding) => this.#report(finding),
    };
  }

  async #waitForFirstDownload(): Promise<void> {
    const { phone } = this.world;
    await phone.page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await phone.page
      .getByText(/^Last connected/)
      .first()
      .waitFor({ timeout: 120_000 });
  }

  #readStored() {
    return readStored(this.world.service, this.#cancelled);
  }

  async #runCycle(): Promise<void> {
    const { proxy, phone } = this.world;
    const random = this.world.random.fork(`cycle ${this.#cycle}`);
    const weather: WeatherName = random.is(0.2) ? 'calm' : random.pick(weatherNames);
    const fates = random.fork('fates');
    proxy.choose = (isWrite) => chooseFate(fates, weather, isWrite);
    const disturbance = chooseDisturbance(random.fork('disturbance'));
    const kills = phone.kills;
    const done: string[] = [];
    await Promise.all([
      this.#act(random.fork('actions'), done, () => phone.kills !== kills || !phone.isAlive),
      sleep(random.between(0, 4_000)).then(() =>
        disturb(this.world, disturbance, 'during', random.fork('during'))
      ),
    ]);
    if (phone.kills !== kills) await this.#reopen();
    await this.#try(disturbance, () => disturb(this.world, disturbance, 'after', random.fork('after')));
    // Sending goes on in this weather.
    await sleep(random.between(0, 2_000));
    await this.#look(random);
    if (random.is(0.3)) await addVoucher(this.world);
    this.options.print(`cycle ${this.#cycle}: ${weather}, ${disturbance}: ${done.join(', ')}`);
  }

  /** What a person cannot do within the time of a step is a finding; they then open the app again. */
  async #try(name: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (failure) {
      await this.#reportFailure(name, failure);
      await this.#reopen();
    }
  }

  /** One to three things that a person does. They end when the browser is killed. */
  async #act(random: Random, done: string[], isKilled: () => boolean): Promise<void> {
    for (const name of chooseActions(random)) {
      if (isKilled()) return;
      try {
        const result = await act(this.world, name);
        done.push(result === false ? `(${name})` : name);
      } catch (failure) {
        if (isKilled()) return void done.push(`${name} †`);
        done.push(`${name} failed`);
        await this.#reportFailure(name, failure);
        await this.#reopen();
      }
    }
  }

  /** Opens the app again, and reports where it does not open. */
  async #reopen(path = '/'): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.world.volunteer.open(path);
        return;
      } catch (failure) {
        if (attempt === 3) throw failure;
        await this.#reportFailure('open', failure);
      }
    }
  }

  /** Compares the screens with the service, while the campaign goes on. */
  async #look(random: Random): Promise<void> {
    const { volunteer, book } = this.world;
    await this.#try('look', async () => {
      const before = await this.#readStored();
      const outbox = await volunteer.readOutbox();
      const findings = judgeOutbox(book, outbox, before, await this.#readStored());
      if (random.is(0.5)) {
        await volunteer.goTo('Home');
        const home = await readHome(volunteer.page);
        const again = await volunteer.readOutbox();
        if (JSON.stringify(again) === JSON.stringify(outbox)) findings.push(...judgeHome(home, outbox));
      }
      for (const finding of findings) await this.#report(finding);
    });
  }

  /** The faults end, and the person settles what needs them. */
  async #end(): Promise<void> {
    const { proxy, phone, volunteer, book } = this.world;
    proxy.choose = () => pass;
    await proxy.start();
    await phone.setOffline(false);
    await this.#reopen();
    const limit = Date.now() + settleMs;
    let outbox: ShownOutbox;
    for (;;) {
      outbox = await volunteer.readOutbox();
      const isDoubled = this.options.extensions === 'off' && hasDoubled(book, await this.#readStored());
      if ((outbox.rows.every(isSent) && !isDoubled) || Date.now() > limit) break;
      await this.#settle(outbox, isDoubled);
    }
    const stored = await this.#readStored();
    // With keys the service recognises a repeated write.
    const resent = this.options.extensions === 'off' ? proxy.resent : [];
    for (const finding of judgeEnd(book, outbox, stored, resent)) await this.#report(finding);
    await volunteer.goTo('Home');
    for (const finding of judgeHome(await readHome(volunteer.page), outbox)) await this.#report(finding);
    await this.#judgeLedger();
  }

  async #settle({ rows }: ShownOutbox, isDoubled: boolean): Promise<void> {
    const { volunteer } = this.world;
    await this.#try('settle', async () => {
      if (isDoubled && (await volunteer.cancelSecond())) return;
      if (rows.some(isRefused)) (await volunteer.fixRefused()) || (await volunteer.sendRefusedAgain());
      else if (rows.some(({ state }) => state.startsWith('Needs you'))) await volunteer.decide();
      else await volunteer.sendNow();
    });
    await sleep(2_000);
  }

  async #judgeLedger(): Promise<void> {
    const { volunteer, book } = this.world;
    await volunteer.open('/ledger');
    await volunteer.page.getByText('Ledger', { exact: true }).first().waitFor();
    const amounts = await withTallScreen(volunteer.page, book.saved + 90, async () => {
      await sleep(2_000);
      return readLedger(volunteer.page);
    });
    // A cancelled payment stays in the Ledger.
    const stored = await readStored(this.world.service, []);
    for (const finding of judgeLedger(book, amounts, stored)) await this.#report(finding);
  }

  #reportFailure(name: string, failure: unknown): Promise<void> {
    const text =
      failure instanceof Error ? failure.message.split('\n').slice(0, 4).join(' ') : String(failure);
    return this.#report({ kind: 'stuck', text: `the screen did not let the person ${name}: ${text}` });
  }

  /** Prints a finding once, and keeps a picture and the rows of the outbox. */
  async #report(finding: Finding): Promise<void> {
    const key = `${finding.kind} ${finding.text}`;
    if (this.#found.has(key)) return;
    this.#found.set(key, finding);
    const { seed, print } = this.options;
    print(`seed ${seed}, cycle ${this.#cycle}: ${finding.kind}: ${finding.text}`);
    const file = join(results, `seed-${seed}-cycle-${this.#cycle}-${finding.kind}-${this.#found.size}`);
    await mkdir(results, { recursive: true });
    await this.world.phone.page.screenshot({ path: `${file}.png`, timeout: 5_000 }).catch(() => undefined);
    const outbox = await this.#exportOutbox().catch((failure: unknown) => String(failure));
    await writeFile(
      `${file}.json`,
      `${JSON.stringify({ ...finding, book: this.world.book.gifts }, null, 2)}\n${outbox}`
    );
  }

  /** The unsent records, as the app itself shares them. */
  async #exportOutbox(): Promise<string> {
    const { volunteer, phone } = this.world;
    await volunteer.goTo('Outbox');
    const share = volunteer.visible('button', 'Share unsent records');
    if ((await share.count()) === 0) return '';
    const download = phone.page.waitForEvent('download', { timeout: 5_000 });
    download.catch(() => undefined);
    await share.tap({ timeout: 5_000 });
    await volunteer.visible('button', 'Share without encryption').tap({ timeout: 5_000 });
    const stream = await (await download).createReadStream();
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    return text;
  }

  #summary(): Summary {
    const { book, phone, proxy, serviceKills } = this.world;
    const count = (kind: Finding['kind']) =>
      [...this.#found.values()].filter((finding) => finding.kind === kind).length;
    return {
      cycles: this.options.cycles,
      saved: book.saved,
      kills: phone.kills + serviceKills,
      lost: count('lost'),
      doubled: count('doubled'),
      misreported: count('misreported'),
      stuck: count('stuck'),
      deleted: book.deleted,
      edges: count('edge'),
      resends: proxy.resent.length,
    };
  }
}

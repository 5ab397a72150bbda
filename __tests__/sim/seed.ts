import { applyTransition, listUnsent } from '@/db/outbox/outbox';
import { entityOf } from '@/domain/entity';
import { timestampWithOffset } from '@/domain/bundle';

import { countKept } from '../support/records';
import type { SimulatedDisk } from './disk';
import type { Door } from './exchange';
import { FaultLog, type FaultCounts } from './faults';
import { additionRow, donationRow, teamEditRow } from './people';
import { Phone } from './phone';
import { createChance, type Chance } from './random';
import type { Mechanism } from './sabotage';
import { serviceUrl, tokenUrl, type SimSpace } from './service';
import { SimSignIn } from './signIn';
import { Truth, type Findings } from './truth';
import { createVirtualClock, type VirtualClock } from './virtualClock';
import { createWire } from './wire';

export type SeedOptions = {
  seed: number;
  space: SimSpace;
  disk: SimulatedDisk;
  /** Whether the service honours keys: its extensions are on. */
  hasKeys: boolean;
  off: Mechanism | null;
};

export type SeedResult = Findings & {
  seed: number;
  faults: FaultCounts;
  saved: number;
  /** How often the mechanism that was switched off would have been used. */
  sabotaged: number;
};

const minute = 60_000;
/** Everything has to be settled this long after the last fault: longest backoff, lease and settle times, twice over. */
const mostHealing = 30;

/** One schedule: a storm of faults over people at work, then calm weather, then the count. */
export async function runSeed(options: SeedOptions): Promise<SeedResult> {
  const world = new World(options);
  try {
    await world.begin();
    await world.storm();
    return await world.settle();
  } finally {
    await world.end();
  }
}

class World {
  readonly #chance: Chance;
  readonly #clock: VirtualClock = createVirtualClock();
  readonly #log = new FaultLog();
  readonly #truth = new Truth();
  readonly #signIn: SimSignIn;
  readonly #phone: Phone;
  /** Failures of the engine that no fault explains. */
  readonly #failures: string[] = [];
  /** The names that edits on the phone gave to the team, and what others wrote into its description. */
  readonly #names = new Map<string, string>();
  /** Names whose edit had not been called saved when the phone went dark. */
  readonly #unsaidNames = new Set<string>();
  #description: string | null = null;
  #isStormy = true;
  #sabotaged = 0;
  #uniqueAmount = 1_000_001;
  readonly #intensity: number;

  constructor(private readonly options: SeedOptions) {
    const { seed, space, disk, hasKeys, off } = options;
    this.#chance = createChance(seed);
    this.#intensity = this.#chance.pick([0.03, 0.1, 0.25, 0.5]);
    this.#signIn = new SimSignIn(this.#clock, this.#chance.fork('sign-in'), space);
    const fetch = createWire({
      clock: this.#clock,
      chance: this.#chance.fork('wire'),
      log: this.#log,
      door: this.#door,
      intensity: () => (this.#isStormy ? this.#intensity : 0),
      hasKeys,
    });
    this.#phone = new Phone(
      {
        clock: this.#clock,
        chance: this.#chance.fork('phone'),
        disk,
        fetch,
        spaceId: space.spaceId,
        // As the app is on a phone and in a browser, in every second schedule.
        isAlone: this.options.seed % 2 === 1,
        off,
        onSabotage: () => (this.#sabotaged += 1),
        onFailure: (failure) =>
          this.#failures.push(
            failure instanceof Error ? (failure.stack ?? failure.message) : String(failure)
          ),
      },
      space.people.ana
    );
  }

  readonly #door: Door = async (request) => {
    if (request.url.startsWith(tokenUrl)) return this.#signIn.door(request);
    const answer = await this.options.space.handle({
      ...request,
      url: request.url.replace(serviceUrl, '/api'),
    });
    const token = (request.headers.authorization ?? '').replace('Bearer ', '');
    this.#truth.observe(request, answer, this.#signIn.userOf(token));
    // A service that says it honours keys, and does not.
    if (this.options.off === 'dedupe' && request.url.endsWith('/health'))
      return { ...answer, text: answer.text.replace('"extensions":[]', '"extensions":["idempotency_key"]') };
    return answer;
  };

  async begin(): Promise<void> {
    const { space, disk } = this.options;
    const { ana, ben } = space.people;
    for (const userId of [ana, ben]) this.#phone.sessions.set(userId, await this.#signIn.signIn(userId));
    disk.clear();
    void this.#phone.boot().catch((failure: unknown) => this.#failures.push(String(failure)));
  }

  #takenAt(): string {
    return timestampWithOffset(this.#clock.now(), 60);
  }

  /** People at work, and everything that can happen to them, at moments of chance. */
  async storm(): Promise<void> {
    const stormMs = this.#chance.between(3, 12) * minute;
    const plan = this.#chance.fork('plan');
    const planned = (most: number, run: () => void | Promise<void>) => {
      for (let times = plan.between(0, most); times > 0; times -= 1)
        this.#clock.after(plan.between(0, stormMs), run);
    };
    const often = (most: number, act: () => void | Promise<void>) => planned(most, () => this.#attempt(act));
    for (let captures = plan.between(2, 8); captures > 0; captures -= 1)
      this.#clock.after(plan.between(0, stormMs), () => this.#attempt(() => this.#capture()));
    often(2, () => this.#add());
    often(2, () => this.#editTeam());
    often(4, () => this.#kill());
    often(1, () => this.#startSecondDrain());
    often(2, () => this.#jumpClock());
    often(1, () => this.#switchUser());
    often(2, () => this.#leaveNetwork());
    often(2, () => this.#leaveFront());
    often(3, () => this.#phone.nudge('button'));
    // What happens away from the phone happens at one moment of its time: the clock waits for it.
    planned(2, () => this.#editTeamElsewhere());
    planned(2, () => this.#expireToken());
    for (let at = minute / 2; at < stormMs; at += minute)
      this.#clock.after(at, () => this.#attempt(() => this.#inspect()));
    await this.#clock.runUntil(() => this.#truth.isSpoiled, stormMs);
  }

  /** Begins something that may never end, because the process may be killed in the middle of it. */
  #attempt(act: () => void | Promise<void>): void {
    void (async () => act())().catch((failure: unknown) => this.#failures.push(String(failure)));
  }

  async #capture(): Promise<void> {
    if (!this.#phone.app) return;
    const owner = this.#phone.userId;
    const row = donationRow(this.#chance, this.options.space.contactIds, this.#takenAt());
    await this.#phone.save(row);
    // Only here does the screen say saved.
    this.#truth.saved.set(row.id, { id: row.id, owner, amount: row.amount });
  }

  /** Adds to a bundle that is still on the phone, before or after it was sent. */
  async #add(): Promise<void> {
    const rows = (await this.#phone.rows()).filter(({ kind }) => kind === 'bundle_create');
    if (rows.length === 0 || !this.#phone.app) return;
    const target = this.#chance.pick(rows);
    const entity = target.serverId === null ? target.entity : entityOf('bundle', target.serverId);
    const { data }: { data: unknown } = JSON.parse(target.body ?? '');
    const amount = this.#uniqueAmount++;
    const row = additionRow(this.#chance, entity, data, amount);
    await this.#phone.save(row);
    this.#truth.additions.set(row.id, amount);
  }

  async #editTeam(): Promise<void> {
    const app = this.#phone.app;
    if (!app) return;
    const name = `Team ${this.#chance.between(1, 1_000_000)}`;
    const row = await teamEditRow(this.#chance, app.store, app.scope, this.options.space.teamId, { name });
    if (!row || !this.#phone.app) return;
    this.#unsaidNames.add(name);
    await this.#phone.save(row);
    this.#unsaidNames.delete(name);
    this.#names.set(row.id, name);
  }

  async #editTeamElsewhere(): Promise<void> {
    const { space } = this.options;
    const authorization = `Bearer ${await space.issueToken(space.people.eve)}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const read = await space.handle({ method: 'GET', url: `/api/teams/${space.teamId}`, headers });
    const { data }: { data: { team: Record<string, unknown> } } = JSON.parse(read.text);
    const description = `Meets at ${this.#chance.between(1, 1_000_000)}`;
    const body = JSON.stringify({ data: { team: { ...data.team, description } } });
    const answer = await space.handle({ method: 'PATCH', url: '/api/teams', headers, body });
    if (answer.status !== 200) throw new Error(`the edit elsewhere was answered with ${answer.status}`);
    this.#description = description;
    this.#log.note('team_edited_elsewhere');
  }

  #kill(): void {
    const losesPower = this.#chance.is(0.4);
    this.#log.note(losesPower ? 'power_lost' : 'process_killed');
    this.#phone.killAfter(this.#chance.between(1, 200), losesPower);
    // Something has to happen for the process to reach its last step.
    this.#phone.nudge('button');
  }

  async #startSecondDrain(): Promise<void> {
    if (!this.#phone.app) return;
    this.#log.note('two_drains');
    await this.#phone.startSecondEngine();
  }

  #jumpClock(): void {
    const ms = this.#chance.between(1, 72 * 60) * minute;
    const isForward = this.#chance.is(0.5);
    this.#log.note(isForward ? 'clock_forward' : 'clock_back');
    this.#clock.jump(isForward ? ms : -ms);
  }

  async #switchUser(): Promise<void> {
    const { ana, ben } = this.options.space.people;
    this.#log.note('other_user_signed_in');
    await this.#phone.switchUser(this.#phone.userId === ana ? ben : ana);
  }

  async #expireToken(): Promise<void> {
    const session = this.#phone.sessions.get(this.#phone.userId);
    if (!session) return;
    this.#log.note('token_expired');
    await this.options.space.revokeToken(session.accessToken);
  }

  #leaveNetwork(): void {
    this.#log.note('network_gone');
    this.#phone.online.set(false);
    this.#clock.after(this.#chance.between(1, 300) * 1_000, () => this.#phone.online.set(true));
  }

  #leaveFront(): void {
    this.#log.note('sent_to_background');
    this.#phone.foreground.set(false);
    this.#clock.after(this.#chance.between(1, 300) * 1_000, () => this.#phone.foreground.set(true));
  }

  async #inspect(): Promise<void> {
    this.#truth.inspect(await this.#phone.rows());
  }

  /** The faults are over. Each user signs in once more; what was refused by mistake is sent again. */
  async settle(): Promise<SeedResult> {
    const { seed, space, hasKeys } = this.options;
    this.#isStormy = false;
    this.#phone.calmDown();
    this.#phone.online.set(true);
    this.#phone.foreground.set(true);

    const waiting = [];
    for (const userId of [space.people.ana, space.people.ben]) {
      await this.#signInAgain(userId);
      for (let passed = 0; passed < mostHealing && !this.#truth.isSpoiled; passed += 1) {
        await this.#clock.runUntil(() => false, minute);
        await this.#sendRefusedAgain();
        if (await this.#isSettled()) break;
      }
      await this.#inspect();
      waiting.push(...(await this.#listUnsent()));
    }
    if (!this.#truth.isSpoiled) {
      await this.#checkCache();
      await this.#checkTeam(new Set(waiting.map(({ id }) => id)));
    }
    for (const failure of this.#failures) this.#truth.misreported.add(`the engine failed: ${failure}`);
    const findings = this.#truth.judge(await space.readBundles(), waiting, hasKeys);
    return {
      ...findings,
      seed,
      faults: this.#log.counts,
      saved: this.#truth.saved.size,
      sabotaged: this.#sabotaged,
    };
  }

  async #signInAgain(userId: number): Promise<void> {
    for (let passed = 0; passed < 10 && !this.#phone.app; passed += 1)
      await this.#clock.runUntil(() => false, minute);
    // A refresh token that the storm wore out needs a person to sign in, which is what they now do.
    this.#phone.sessions.set(userId, await this.#signIn.signIn(userId));
    const switching = this.#phone.switchUser(userId);
    await this.#clock.runUntil(() => this.#phone.app !== null, 5 * minute);
    await switching;
  }

  async #sendRefusedAgain(): Promise<void> {
    const app = this.#phone.app;
    if (!app) return;
    const refused = (await this.#phone.rows()).filter(({ state }) => state === 'parked');
    const now = this.#clock.now();
    for (const { id } of refused)
      await app.store.write((tx) =>
        applyTransition(tx, { id, from: 'parked', to: 'queued', now, patch: { nextAttemptAt: now } })
      );
    if (refused.length > 0) this.#phone.nudge('write');
  }

  async #listUnsent() {
    const app = this.#phone.app;
    return app ? listUnsent(app.store, app.scope) : [];
  }

  async #isSettled(): Promise<boolean> {
    const rows = await this.#listUnsent();
    return this.#phone.app !== null && rows.every(({ state }) => state === 'needs_person');
  }

  /** After a last pull the phone has what the service has, and nothing waits to be seen. */
  async #checkCache(): Promise<void> {
    const app = this.#phone.app;
    if (!app) return;
    const stored = (await this.options.space.readBundles()).length;
    let cached = -1;
    for (let tries = 0; tries < 600 && cached !== stored; tries += 1) {
      // The feed holds back what an older transaction anywhere on the server may still precede: that is real time.
      if (tries > 0) await new Promise((resolve) => setTimeout(resolve, 100));
      this.#phone.nudge('button');
      await this.#clock.runUntil(() => false, minute);
      cached = await countKept(app.store, app.scope, 'transaction_bundles');
    }
    if (cached !== stored)
      this.#truth.misreported.add(`the phone shows ${cached} bundles, the service has ${stored}`);
    const rows = await this.#phone.rows();
    const unseen = rows.filter(({ kind, state }) => kind === 'bundle_create' && state === 'acked');
    if (unseen.length > 0)
      this.#truth.misreported.add(`${unseen.length} sent rows were never seen in a pull`);
  }

  /** Nobody's edit of the team was overwritten. Without If-Match only the service could promise that. */
  async #checkTeam(waiting: ReadonlySet<string>): Promise<void> {
    const { space, hasKeys } = this.options;
    if (!hasKeys) return;
    const headers = { authorization: `Bearer ${await space.issueToken(space.people.eve)}` };
    const read = await space.handle({ method: 'GET', url: `/api/teams/${space.teamId}`, headers });
    const { data }: { data: { team: { name: string; description?: string } } } = JSON.parse(read.text);
    if (this.#description !== null && data.team.description !== this.#description)
      this.#truth.misreported.add('an edit of the team elsewhere was overwritten');
    const sent = [...this.#names].filter(([id]) => !waiting.has(id)).map(([, name]) => name);
    // An edit that was committed in the moment of a power cut may arrive although the screen never said so.
    const may = [...sent, ...this.#unsaidNames];
    if (sent.length > 0 && !may.includes(data.team.name))
      this.#truth.misreported.add('an edit of the team on the phone was lost');
  }

  async end(): Promise<void> {
    await this.#phone.discard();
  }
}

import { applyTransition, listUnsent } from '@/db/outbox/outbox';
import { entityOf } from '@/domain/entity';
import { timestampWithOffset } from '@/domain/bundle';

import { countKept } from '../support/records';
import type { SimulatedDisk } from './disk';
import type { RequestHandler } from './httpTypes';
import { FaultLog, type FaultCounts } from './faults';
import { additionRow, donationRow, teamEditRow } from './actors';
import { Phone } from './phone';
import { createRandom, type Random } from './random';
import type { Mechanism } from './mutations';
import { serviceUrl, tokenUrl, type SimSpace } from './service';
import { SimSignIn } from './signIn';
import { Oracle, type Findings } from './oracle';
import { createVirtualClock, type VirtualClock } from './virtualClock';
import { createNetwork } from './network';

export type SeedOptions = {
  seed: number;
  space: SimSpace;
  disk: SimulatedDisk;
  /** Whether the service supports idempotency keys (its extensions are on). */
  hasKeys: boolean;
  off: Mechanism | null;
};

export type SeedResult = Findings & {
  seed: number;
  faults: FaultCounts;
  saved: number;
  /** How often the disabled mechanism would have been used. */
  mutationsUsed: number;
};

const minute = 60_000;
/**
 * Everything has to be settled this long after the last fault: twice the longest backoff, lease and settle
 * times.
 */
const maxRecoveryMinutes = 30;

/** One schedule: faults while users work, then none, then the comparison with the oracle. */
export async function runSeed(options: SeedOptions): Promise<SeedResult> {
  const schedule = new Schedule(options);
  try {
    await schedule.start();
    await schedule.injectFaults();
    return await schedule.settle();
  } finally {
    await schedule.end();
  }
}

class Schedule {
  readonly #random: Random;
  readonly #clock: VirtualClock = createVirtualClock();
  readonly #log = new FaultLog();
  readonly #oracle = new Oracle();
  readonly #signIn: SimSignIn;
  readonly #phone: Phone;
  /** Failures of the engine that no fault explains. */
  readonly #failures: string[] = [];
  /** The names of the team from edits on the phone. */
  readonly #names = new Map<string, string>();
  /** Names whose edit was not confirmed as saved when the phone was killed. */
  readonly #unconfirmedNames = new Set<string>();
  #description: string | null = null;
  #hasFaults = true;
  #mutationsUsed = 0;
  #uniqueAmount = 1_000_001;
  readonly #intensity: number;

  constructor(private readonly options: SeedOptions) {
    const { seed, space, disk, hasKeys, off } = options;
    this.#random = createRandom(seed);
    this.#intensity = this.#random.pick([0.03, 0.1, 0.25, 0.5]);
    this.#signIn = new SimSignIn(this.#clock, this.#random.fork('sign-in'), space);
    const fetch = createNetwork({
      clock: this.#clock,
      random: this.#random.fork('wire'),
      log: this.#log,
      handle: this.#handle,
      intensity: () => (this.#hasFaults ? this.#intensity : 0),
      hasKeys,
    });
    this.#phone = new Phone(
      {
        clock: this.#clock,
        random: this.#random.fork('phone'),
        disk,
        fetch,
        spaceId: space.spaceId,
        // As in the app, in every second schedule.
        isAlone: this.options.seed % 2 === 1,
        off,
        onMutation: () => (this.#mutationsUsed += 1),
        onFailure: (failure) =>
          this.#failures.push(
            failure instanceof Error ? (failure.stack ?? failure.message) : String(failure)
          ),
      },
      space.people.ana
    );
  }

  readonly #handle: RequestHandler = async (request) => {
    if (request.url.startsWith(tokenUrl)) return this.#signIn.door(request);
    const response = await this.options.space.handle({
      ...request,
      url: request.url.replace(serviceUrl, '/api'),
    });
    const token = (request.headers.authorization ?? '').replace('Bearer ', '');
    this.#oracle.observe(request, response, this.#signIn.userOf(token));
    // A service that announces keys and does not support them.
    if (this.options.off === 'dedupe' && request.url.endsWith('/health'))
      return { ...response, text: response.text.replace('"extensions":[]', '"extensions":["idempotency_key"]') };
    return response;
  };

  async start(): Promise<void> {
    const { space, disk } = this.options;
    const { ana, ben } = space.people;
    for (const userId of [ana, ben]) this.#phone.sessions.set(userId, await this.#signIn.signIn(userId));
    disk.clear();
    void this.#phone.boot().catch((failure: unknown) => this.#failures.push(String(failure)));
  }

  #takenAt(): string {
    return timestampWithOffset(this.#clock.now(), 60);
  }

  /** Users save records, and faults happen at random times. */
  async injectFaults(): Promise<void> {
    const faultyMs = this.#random.between(3, 12) * minute;
    const plan = this.#random.fork('plan');
    const upTo = (most: number, run: () => void | Promise<void>) => {
      for (let times = plan.between(0, most); times > 0; times -= 1)
        this.#clock.after(plan.between(0, faultyMs), run);
    };
    const attemptUpTo = (most: number, act: () => void | Promise<void>) =>
      upTo(most, () => this.#attempt(act));
    for (let captures = plan.between(2, 8); captures > 0; captures -= 1)
      this.#clock.after(plan.between(0, faultyMs), () => this.#attempt(() => this.#capture()));
    attemptUpTo(2, () => this.#add());
    attemptUpTo(2, () => this.#editTeam());
    attemptUpTo(4, () => this.#kill());
    attemptUpTo(1, () => this.#startSecondDrain());
    attemptUpTo(2, () => this.#jumpClock());
    attemptUpTo(1, () => this.#switchUser());
    attemptUpTo(2, () => this.#goOffline());
    attemptUpTo(2, () => this.#goToBackground());
    attemptUpTo(3, () => this.#phone.requestRound('button'));
    // These happen away from the phone: the clock waits for them.
    upTo(2, () => this.#editTeamElsewhere());
    upTo(2, () => this.#expireToken());
    for (let at = minute / 2; at < faultyMs; at += minute)
      this.#clock.after(at, () => this.#attempt(() => this.#checkRows()));
    await this.#clock.runUntil(() => this.#oracle.hasDuplicate, faultyMs);
  }

  /** Starts something that may never end, because the process may be killed during it. */
  #attempt(act: () => void | Promise<void>): void {
    void (async () => act())().catch((failure: unknown) => this.#failures.push(String(failure)));
  }

  async #capture(): Promise<void> {
    if (!this.#phone.app) return;
    const owner = this.#phone.userId;
    const row = donationRow(this.#random, this.options.space.contactIds, this.#takenAt());
    await this.#phone.save(row);
    // The screen shows saved only after this line.
    this.#oracle.saved.set(row.id, { id: row.id, owner, amount: row.amount });
  }

  /** Adds to a bundle that is on the phone, before or after it was sent. */
  async #add(): Promise<void> {
    const rows = (await this.#phone.rows()).filter(({ kind }) => kind === 'bundle_create');
    if (rows.length === 0 || !this.#phone.app) return;
    const target = this.#random.pick(rows);
    const entity = target.serverId === null ? target.entity : entityOf('bundle', target.serverId);
    const { data }: { data: unknown } = JSON.parse(target.body ?? '');
    const amount = this.#uniqueAmount++;
    const row = additionRow(this.#random, entity, data, amount);
    await this.#phone.save(row);
    this.#oracle.additions.set(row.id, amount);
  }

  async #editTeam(): Promise<void> {
    const app = this.#phone.app;
    if (!app) return;
    const name = `Team ${this.#random.between(1, 1_000_000)}`;
    const row = await teamEditRow(this.#random, app.store, app.scope, this.options.space.teamId, { name });
    if (!row || !this.#phone.app) return;
    this.#unconfirmedNames.add(name);
    await this.#phone.save(row);
    this.#unconfirmedNames.delete(name);
    this.#names.set(row.id, name);
  }

  async #editTeamElsewhere(): Promise<void> {
    const { space } = this.options;
    const authorization = `Bearer ${await space.issueToken(space.people.eve)}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const read = await space.handle({ method: 'GET', url: `/api/teams/${space.teamId}`, headers });
    const { data }: { data: { team: Record<string, unknown> } } = JSON.parse(read.text);
    const description = `Meets at ${this.#random.between(1, 1_000_000)}`;
    const body = JSON.stringify({ data: { team: { ...data.team, description } } });
    const response = await space.handle({ method: 'PATCH', url: '/api/teams', headers, body });
    if (response.status !== 200) throw new Error(`the edit elsewhere was answered with ${response.status}`);
    this.#description = description;
    this.#log.count('team_edited_elsewhere');
  }

  #kill(): void {
    const losesPower = this.#random.is(0.4);
    this.#log.count(losesPower ? 'power_lost' : 'process_killed');
    this.#phone.killAfter(this.#random.between(1, 200), losesPower);
    // Something has to run for the process to reach its last step.
    this.#phone.requestRound('button');
  }

  async #startSecondDrain(): Promise<void> {
    if (!this.#phone.app) return;
    this.#log.count('two_drains');
    await this.#phone.startSecondEngine();
  }

  #jumpClock(): void {
    const ms = this.#random.between(1, 72 * 60) * minute;
    const isForward = this.#random.is(0.5);
    this.#log.count(isForward ? 'clock_forward' : 'clock_back');
    this.#clock.jump(isForward ? ms : -ms);
  }

  async #switchUser(): Promise<void> {
    const { ana, ben } = this.options.space.people;
    this.#log.count('other_user_signed_in');
    await this.#phone.switchUser(this.#phone.userId === ana ? ben : ana);
  }

  async #expireToken(): Promise<void> {
    const session = this.#phone.sessions.get(this.#phone.userId);
    if (!session) return;
    this.#log.count('token_expired');
    await this.options.space.revokeToken(session.accessToken);
  }

  #goOffline(): void {
    this.#log.count('network_gone');
    this.#phone.online.set(false);
    this.#clock.after(this.#random.between(1, 300) * 1_000, () => this.#phone.online.set(true));
  }

  #goToBackground(): void {
    this.#log.count('sent_to_background');
    this.#phone.foreground.set(false);
    this.#clock.after(this.#random.between(1, 300) * 1_000, () => this.#phone.foreground.set(true));
  }

  async #checkRows(): Promise<void> {
    this.#oracle.checkRows(await this.#phone.rows());
  }

  /** The faults are over. Each user signs in again; wrongly refused rows are sent again. */
  async settle(): Promise<SeedResult> {
    const { seed, space, hasKeys } = this.options;
    this.#hasFaults = false;
    this.#phone.stopKilling();
    this.#phone.online.set(true);
    this.#phone.foreground.set(true);

    const waiting = [];
    for (const userId of [space.people.ana, space.people.ben]) {
      await this.#signInAgain(userId);
      for (let passed = 0; passed < maxRecoveryMinutes && !this.#oracle.hasDuplicate; passed += 1) {
        await this.#clock.runUntil(() => false, minute);
        await this.#sendRefusedAgain();
        if (await this.#isSettled()) break;
      }
      await this.#checkRows();
      waiting.push(...(await this.#listUnsent()));
    }
    if (!this.#oracle.hasDuplicate) {
      await this.#checkCache();
      await this.#checkTeam(new Set(waiting.map(({ id }) => id)));
    }
    for (const failure of this.#failures) this.#oracle.misreported.add(`the engine failed: ${failure}`);
    const findings = this.#oracle.findFailures(await space.readBundles(), waiting, hasKeys);
    return {
      ...findings,
      seed,
      faults: this.#log.counts,
      saved: this.#oracle.saved.size,
      mutationsUsed: this.#mutationsUsed,
    };
  }

  async #signInAgain(userId: number): Promise<void> {
    for (let passed = 0; passed < 10 && !this.#phone.app; passed += 1)
      await this.#clock.runUntil(() => false, minute);
    // Faults may have used up a refresh token, so the user signs in.
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
    if (refused.length > 0) this.#phone.requestRound('write');
  }

  async #listUnsent() {
    const app = this.#phone.app;
    return app ? listUnsent(app.store, app.scope) : [];
  }

  async #isSettled(): Promise<boolean> {
    const rows = await this.#listUnsent();
    return this.#phone.app !== null && rows.every(({ state }) => state === 'needs_person');
  }

  /** After a last pull the phone has what the service has, and all acked rows are confirmed. */
  async #checkCache(): Promise<void> {
    const app = this.#phone.app;
    if (!app) return;
    const stored = (await this.options.space.readBundles()).length;
    let cached = -1;
    for (let tries = 0; tries < 600 && cached !== stored; tries += 1) {
      // The feed delays changes that an older open transaction may precede: this needs real time.
      if (tries > 0) await new Promise((resolve) => setTimeout(resolve, 100));
      this.#phone.requestRound('button');
      await this.#clock.runUntil(() => false, minute);
      cached = await countKept(app.store, app.scope, 'transaction_bundles');
    }
    if (cached !== stored)
      this.#oracle.misreported.add(`the phone shows ${cached} bundles, the service has ${stored}`);
    const rows = await this.#phone.rows();
    const unseen = rows.filter(({ kind, state }) => kind === 'bundle_create' && state === 'acked');
    if (unseen.length > 0)
      this.#oracle.misreported.add(`${unseen.length} sent rows were never seen in a pull`);
  }

  /** No edit of the team was overwritten. Only If-Match can ensure that. */
  async #checkTeam(waiting: ReadonlySet<string>): Promise<void> {
    const { space, hasKeys } = this.options;
    if (!hasKeys) return;
    const headers = { authorization: `Bearer ${await space.issueToken(space.people.eve)}` };
    const read = await space.handle({ method: 'GET', url: `/api/teams/${space.teamId}`, headers });
    const { data }: { data: { team: { name: string; description?: string } } } = JSON.parse(read.text);
    if (this.#description !== null && data.team.description !== this.#description)
      this.#oracle.misreported.add('an edit of the team elsewhere was overwritten');
    const sent = [...this.#names].filter(([id]) => !waiting.has(id)).map(([, name]) => name);
    // An edit committed just before a power cut may arrive although the screen never confirmed it.
    const may = [...sent, ...this.#unconfirmedNames];
    if (sent.length > 0 && !may.includes(data.team.name))
      this.#oracle.misreported.add('an edit of the team on the phone was lost');
  }

  async end(): Promise<void> {
    await this.#phone.discard();
  }
}

import { Device } from './device';
import type { SimulatedDisk } from './disk';
import { Elsewhere } from './elsewhere';
import { FaultLog, type FaultCounts } from './faults';
import { drawProfile, plainProfile, type HostileProfile } from './hostileProfile';
import { HostileService } from './hostileService';
import type { RequestHandler } from './httpTypes';
import type { Mechanism } from './mutations';
import { createNetwork } from './network';
import { Oracle, type Findings } from './oracle';
import { Person } from './person';
import { Phone } from './phone';
import { makePromise, movePromiseDay, payPromised } from './promiser';
import { checkInAtTeam } from './checkIns';
import { countAgain, handleCash, handOverByCode, receiveByCode } from './cashier';
import { addContact } from './contacts';
import { Merger } from './merger';
import { createRandom, type Random } from './random';
import { RequestBudget, type Peaks } from './budget';
import { ScopeChanges } from './scopeChanges';
import { readScreens } from './screens';
import { serviceUrl, tokenUrl, type SimSpace } from './service';
import { settle } from './settle';
import type { EdgeCounts } from './sharpEdges';
import { SimSignIn } from './signIn';
import { Treasurer } from './treasurer';
import { ViewOracle } from './viewOracle';
import { askContact } from './asker';
import { visitDoor } from './visitor';
import { createVirtualClock, type VirtualClock } from './virtualClock';
import type { World } from './world';

export type SeedOptions = {
  seed: number;
  space: SimSpace;
  disk: SimulatedDisk;
  /** Whether the service supports idempotency keys (its extensions are on). */
  hasKeys: boolean;
  /** Whether the service and its surroundings behave as in `hostileProfile.ts`. */
  isHostile: boolean;
  off: Mechanism | null;
};

export type SeedResult = Findings & {
  seed: number;
  faults: FaultCounts;
  edges: EdgeCounts;
  peaks: Peaks;
  profile: HostileProfile;
  saved: number;
  /** How often the screens were compared with the truth. */
  looks: number;
  /** How often the disabled mechanism would have been used. */
  mutationsUsed: number;
};

const minute = 60_000;

/** One schedule: faults while users work, then none, then the comparison with the oracle. */
export async function runSeed(options: SeedOptions): Promise<SeedResult> {
  const schedule = new Schedule(options);
  try {
    await schedule.start();
    await schedule.injectFaults();
    return await schedule.finish();
  } finally {
    await schedule.end();
  }
}

class Schedule {
  readonly #random: Random;
  readonly #clock: VirtualClock = createVirtualClock();
  readonly #log = new FaultLog();
  readonly #oracle: Oracle;
  readonly #signIn: SimSignIn;
  readonly #world: World;
  readonly #views: ViewOracle;
  readonly #budget = new RequestBudget(this.#clock);
  readonly #hostile: HostileService;
  /** Failures of the engine that no fault explains. */
  readonly #failures: string[] = [];
  readonly #person: Person;
  readonly #elsewhere: Elsewhere;
  readonly #device: Device;
  readonly #scopes: ScopeChanges;
  readonly #treasurer: Treasurer;
  readonly #merger: Merger;
  readonly #intensity: number;
  #hasFaults = true;
  #mutationsUsed = 0;
  /** The app whose screens are about to be read. */
  #lookingAt: object | null = null;

  constructor(private readonly options: SeedOptions) {
    const { seed, space, disk, hasKeys, isHostile, off } = options;
    this.#random = createRandom(seed);
    this.#intensity = this.#random.pick([0.03, 0.1, 0.25, 0.5]);
    const profile = isHostile ? drawProfile(this.#random.fork('profile'), hasKeys) : plainProfile;
    this.#oracle = new Oracle(profile);
    this.#signIn = new SimSignIn(this.#clock, this.#random.fork('sign-in'), space);
    this.#hostile = new HostileService(profile, this.#clock, this.#service);
    const network = createNetwork({
      clock: this.#clock,
      random: this.#random.fork('wire'),
      log: this.#log,
      handle: this.#handle,
      intensity: () => (this.#hasFaults ? this.#intensity : 0),
      hasKeys: hasKeys && profile.withoutExtensions.length === 0,
      veryLate: isHostile ? 0.2 : 0,
      onSent: this.#budget.count,
      onStoredTwice: ({ headers }) => this.#oracle.countResent(headers['idempotency-key'] ?? ''),
      onVeryLate: ({ headers }) => this.#oracle.late.add(headers['idempotency-key'] ?? ''),
    });
    const phone = new Phone(
      {
        clock: this.#clock,
        random: this.#random.fork('phone'),
        disk,
        fetch: network.fetch,
        spaceId: space.spaceId,
        books: space.books,
        // As in the app, in every second schedule.
        isAlone: seed % 2 === 1,
        off,
        onMutation: () => (this.#mutationsUsed += 1),
        onFailure: (failure) => this.#fail(failure),
        onCommit: () => this.#attempt(() => this.#look()),
      },
      space.people.ana
    );
    this.#world = {
      clock: this.#clock,
      random: this.#random,
      log: this.#log,
      oracle: this.#oracle,
      space: {
        ...space,
        restore: async (backup) => {
          await space.restore(backup);
          this.#hostile.releaseFeed();
        },
      },
      signIn: this.#signIn,
      phone,
      inFlight: network.inFlight,
    };
    this.#person = new Person(this.#world);
    this.#elsewhere = new Elsewhere(this.#world);
    this.#device = new Device(this.#world);
    this.#scopes = new ScopeChanges(this.#world);
    this.#treasurer = new Treasurer(this.#world);
    this.#merger = new Merger(this.#world);
    const time = () => `${Math.round(this.#clock.monotonic() / 1_000)} s`;
    this.#views = new ViewOracle(this.#oracle, profile, time);
  }

  readonly #handle: RequestHandler = (request) =>
    request.url.startsWith(tokenUrl) ? this.#signIn.door(request) : this.#hostile.handle(request);

  readonly #service: RequestHandler = async (request) => {
    const { space, off } = this.options;
    const response = await space.handle({ ...request, url: request.url.replace(serviceUrl, '/api') });
    const token = (request.headers.authorization ?? '').replace('Bearer ', '');
    this.#oracle.observe(request, response, this.#signIn.userOf(token));
    // A service that announces keys and does not support them.
    if (off === 'dedupe' && request.url.endsWith('/health'))
      return {
        ...response,
        text: response.text.replace('"extensions":[]', '"extensions":["idempotency_key"]'),
      };
    return response;
  };

  #fail(failure: unknown): void {
    const isExpected = this.#world.phone.isDiskFull;
    if (isExpected) return;
    this.#failures.push(failure instanceof Error ? (failure.stack ?? failure.message) : String(failure));
  }

  /** Starts something that may never end, because the process may be killed during it. */
  #attempt(act: () => void | Promise<void>): void {
    void (async () => act())().catch((failure: unknown) => this.#fail(failure));
  }

  async start(): Promise<void> {
    const { space, disk } = this.options;
    const { ana, ben } = space.people;
    const { phone } = this.#world;
    for (const userId of [ana, ben]) phone.sessions.set(userId, await this.#signIn.signIn(userId));
    disk.clear();
    this.#attempt(() => phone.boot());
  }

  /** Compares the screens with the truth. Commits that happen before a look begins are part of it. */
  async #look(): Promise<void> {
    const { phone, clock } = this.#world;
    const app = phone.app;
    if (!app || app === this.#lookingAt) return;
    this.#lookingAt = app;
    const { contactIds, teamId, actionId } = this.options.space;
    const screens = await phone.look((source, cache) => {
      this.#lookingAt = null;
      return readScreens(source, cache, { now: clock.now(), contactIds, teamId, actionId });
    });
    if (screens) this.#views.check(screens);
  }

  /** Users save records, and faults happen at random times. */
  async injectFaults(): Promise<void> {
    const person = this.#person;
    const device = this.#device;
    const elsewhere = this.#elsewhere;
    const { isHostile } = this.options;
    const faultyMs = this.#random.between(3, 12) * minute;
    const plan = this.#random.fork('plan');
    const upTo = (most: number, run: () => void | Promise<void>) => {
      for (let times = plan.between(0, most); times > 0; times -= 1)
        this.#clock.after(plan.between(0, faultyMs), run);
    };
    // Apart from the plan, so that the other schedules stay the same.
    const walk = this.#random.fork('visits');
    for (let visits = walk.between(0, 5); visits > 0; visits -= 1)
      this.#clock.after(walk.between(0, faultyMs), () => this.#attempt(() => visitDoor(this.#world, walk)));
    const asking = this.#random.fork('answers');
    for (let times = asking.between(0, 3); times > 0; times -= 1)
      this.#clock.after(asking.between(0, faultyMs), () =>
        this.#attempt(() => askContact(this.#world, asking))
      );
    const arriving = this.#random.fork('check-ins');
    for (let times = arriving.between(1, 6); times > 0; times -= 1)
      this.#clock.after(arriving.between(0, faultyMs), () =>
        this.#attempt(() => checkInAtTeam(this.#world, arriving))
      );
    const promising = this.#random.fork('promises');
    for (const [most, act] of [
      [4, makePromise],
      [6, payPromised],
      [2, movePromiseDay],
    ] as const)
      for (let times = promising.between(0, most); times > 0; times -= 1)
        this.#clock.after(promising.between(0, faultyMs), () =>
          this.#attempt(() => act(this.#world, promising))
        );
    const counting = this.#random.fork('recounts');
    for (let times = counting.between(0, 8); times > 0; times -= 1)
      this.#clock.after(counting.between(0, faultyMs), () =>
        this.#attempt(() => countAgain(this.#world, counting))
      );
    for (let times = counting.between(0, 8); times > 0; times -= 1)
      this.#clock.after(counting.between(0, faultyMs), () =>
        this.#attempt(() => handOverByCode(this.#world, this.#treasurer, counting))
      );
    const receiving = this.#random.fork('received cash');
    for (let times = receiving.between(0, 4); times > 0; times -= 1)
      this.#clock.after(receiving.between(0, faultyMs), () =>
        this.#attempt(() => receiveByCode(this.#world, this.#treasurer, receiving))
      );
    const meeting = this.#random.fork('contacts');
    for (let times = meeting.between(0, 3); times > 0; times -= 1)
      this.#clock.after(meeting.between(0, faultyMs), () =>
        this.#attempt(() => addContact(this.#world, meeting))
      );
    for (let times = meeting.between(0, 3); times > 0; times -= 1)
      this.#clock.after(meeting.between(0, faultyMs), () => this.#attempt(() => person.editContact(meeting)));
    if (this.#hasScopes) {
      const { random } = this.#scopes;
      await this.#scopes.begin();
      for (let changes = random.between(0, 5); changes > 0; changes -= 1)
        this.#clock.after(random.between(0, faultyMs), () =>
          this.#scopes.change((act) => this.#attempt(act))
        );
      const merges = this.#merger.random;
      for (let times = merges.between(0, 4); times > 0; times -= 1)
        this.#clock.after(merges.between(0, faultyMs), () => this.#merger.merge());
    }
    if (this.options.hasKeys) {
      const { random } = this.#treasurer;
      for (let times = random.between(0, 8); times > 0; times -= 1)
        this.#clock.after(random.between(0, faultyMs), () => this.#treasurer.act());
    }
    const attemptUpTo = (most: number, act: () => void | Promise<void>) =>
      upTo(most, () => this.#attempt(act));
    attemptUpTo(2, () => person.capture());
    for (let captures = plan.between(2, 6); captures > 0; captures -= 1)
      this.#clock.after(plan.between(0, faultyMs), () => this.#attempt(() => person.capture()));
    attemptUpTo(3, () => handleCash(this.#world));
    attemptUpTo(2, () => person.add());
    attemptUpTo(2, () => person.comment());
    const repair = this.#random.fork('repairs');
    for (let times = repair.between(0, 3); times > 0; times -= 1)
      this.#clock.after(repair.between(0, faultyMs), () => this.#attempt(() => person.change()));
    for (let times = repair.between(0, 2); times > 0; times -= 1)
      this.#clock.after(repair.between(0, faultyMs), () => this.#attempt(() => person.cancel()));
    attemptUpTo(2, () => person.editTeam());
    attemptUpTo(1, () => person.editProfile());
    attemptUpTo(4, () => device.kill());
    attemptUpTo(1, () => device.startSecondDrain());
    attemptUpTo(2, () => device.jumpClock());
    attemptUpTo(1, () => device.switchUser());
    attemptUpTo(2, () => device.goOffline());
    attemptUpTo(2, () => device.goToBackground());
    attemptUpTo(3, () => this.#world.phone.requestRound('button'));
    attemptUpTo(10, () => person.fix());
    attemptUpTo(10, () => person.answer());
    // These happen away from the phone: the clock waits for them.
    upTo(2, () => elsewhere.editTeam());
    upTo(2, () => device.expireToken());
    if (isHostile) {
      if (plan.is(0.2)) upTo(1, () => device.openForSeconds(plan.between(3, 10)));
      if (plan.is(0.3)) upTo(1, () => device.fillDisk());
      if (plan.is(0.03))
        this.#clock.after(plan.between(0, minute), () => this.#attempt(() => this.#fillQueue()));
      upTo(2, () => elsewhere.repeatGift());
      if (plan.is(0.3)) upTo(1, () => elsewhere.deleteGift());
      if (plan.is(0.3)) {
        const at = plan.between(0, faultyMs);
        this.#clock.after(at, () => elsewhere.backUp());
        this.#clock.after(at + plan.between(1_000, faultyMs), () => elsewhere.restore());
      }
    }
    for (let at = minute / 4; at < faultyMs; at += minute / 2)
      this.#clock.after(at, () => this.#attempt(() => this.#look()));
    await this.#clock.runUntil(() => this.#oracle.hasDuplicate, faultyMs);
  }

  /** Scopes are compared where the service has a feed and nothing restores it. */
  get #hasScopes(): boolean {
    return this.options.hasKeys && !this.options.isHostile;
  }

  /** A day without signal: many rows wait. */
  async #fillQueue(): Promise<void> {
    this.#log.count('long_queue');
    for (let count = 0; count < 100; count += 1) await this.#person.capture();
  }

  async finish(): Promise<SeedResult> {
    const { seed, space, hasKeys, isHostile } = this.options;
    this.#hasFaults = false;
    const settled = await settle(this.#world, {
      person: this.#person,
      elsewhere: this.#elsewhere,
      scopes: this.#hasScopes ? this.#scopes : null,
      treasurer: hasKeys ? this.#treasurer : null,
      hasKeys,
      isHostile,
    });
    const { waiting } = settled;
    for (const failure of this.#failures) this.#oracle.misreported.add(`the engine failed: ${failure}`);
    const findings = this.#oracle.findFailures(await space.readBundles(), waiting, hasKeys);
    findings.stuck.push(...this.#budget.findExcess());
    const visits = this.#oracle.visits.findFailures(await space.readVisits(), settled.local);
    findings.lost.push(...visits.lost);
    findings.doubled.push(...visits.doubled);
    const answers = this.#oracle.answers.findFailures(await space.readAnswers(), settled.local);
    findings.lost.push(...answers.lost);
    findings.doubled.push(...answers.doubled);
    const contacts = this.#oracle.contacts.findFailures(await space.readAddedContacts(), settled.local);
    findings.lost.push(...contacts.lost);
    findings.doubled.push(...contacts.doubled);
    const cash = this.#oracle.cash.findFailures(await space.readCashRecords(), settled.local);
    findings.lost.push(...cash.lost);
    findings.doubled.push(...cash.doubled, ...(await space.findWrongBatches()));
    // A restored service has other records.
    if (!isHostile) findings.doubled.push(...this.#treasurer.findWrongMonths());
    findings.doubled.push(...this.#oracle.judgeReceipts(await space.findDoubledReceipts()));
    return {
      ...findings,
      seed,
      faults: this.#log.counts,
      edges: this.#oracle.edges.counts,
      peaks: this.#budget.peaks,
      profile: this.#hostile.profile,
      saved: this.#oracle.gifts.length,
      looks: this.#views.steps,
      mutationsUsed: this.#mutationsUsed,
    };
  }

  async end(): Promise<void> {
    await this.#world.phone.discard();
  }
}

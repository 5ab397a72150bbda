import { problem } from '@/contract/problem';
import { listDoubledBundles } from '@/db/ledger/doubled';
import { listOutbox } from '@/db/outbox/outbox';
import type { Exchange } from '@/domain/outcome';
import { createRoundMemory, runRound, type RoundMemory, type Trigger } from '@/sync/round';
import { createSettleTimes } from '@/sync/settleTimes';
import type { Call } from '@/sync/transport';

import type { Guide } from './choices';
import { Killed, type ExploredPhone } from './phone';
import { ModelService, respond, type ServiceKind } from './service';

/** How much goes wrong in one run. */
export type Budget = { faults: number; kills: number; otherWriters: number };

/** A request on its way. Its response reaches the phone only while the phone waits for it. */
type Copy = {
  gift: string;
  body: string;
  sentAt: number;
  response: Exchange | null;
  hasArrived: boolean;
  reply: ((exchange: Exchange) => void) | null;
};

type Read = { call: Call; reply: (exchange: Exchange) => void };

/** Between two rounds; a request is in flight for at most 80 s, so it survives one of them. */
const betweenRoundsMs = 60_000;
const maxFlightMs = 80_000;
const maxRounds = 25;
const longAgoMs = 10 * 60_000;

const failed: Exchange = { kind: 'failed', cause: 'network' };

/** Responses that do not come from the service. */
const foreign = {
  'a firewall answers': respond(403, undefined),
  'a proxy answers with a problem': respond(403, problem('forbidden')),
  'a proxy answers with 500': respond(500, undefined),
} satisfies Record<string, Exchange>;

const foreignAnswers = Object.keys(foreign) as (keyof typeof foreign)[];

/** One run: a phone with the real engine, a network and a model of a service; the guide decides what happens next. */
export class World {
  readonly #service: ModelService;
  readonly #clock: { now: number };
  readonly #left: Budget;
  #copies: Copy[] = [];
  #read: Read | null = null;
  #memory: RoundMemory = createRoundMemory();
  #settleTimes = createSettleTimes();
  #processes = 1;
  #isDead = false;
  #rejectAll: (() => void)[] = [];
  /** The gifts that the HTTP stack sent twice automatically. */
  readonly #resent = new Set<string>();

  constructor(
    private readonly phone: ExploredPhone,
    private readonly guide: Guide,
    options: { kind: ServiceKind; budget: Budget; startsAt: number }
  ) {
    this.#service = new ModelService(options.kind);
    this.#clock = { now: options.startsAt };
    this.#left = { ...options.budget };
  }

  async run(): Promise<void> {
    await this.phone.reset();
    this.phone.disk = {
      isDead: () => this.#isDead,
      atCommit: (when) => {
        if (this.#left.kills === 0) return;
        const death = `killed ${when} a commit` as const;
        if (this.guide.choose(['goes on', death]) === 'goes on') return;
        this.#die();
        throw new Killed();
      },
    };
    for (let round = 1; !(await this.#isOver()); round += 1) {
      if (round > maxRounds) throw new Error('A gift is stuck.');
      await this.#round();
      await this.#checkRows();
      this.#passTime();
      this.guide.reach(await this.#describe());
    }
    // A request that is still on its way must not change anything any more.
    for (const copy of this.#copies)
      if (!copy.hasArrived) this.#service.write({ key: copy.gift, body: copy.body });
    this.#copies = [];
    this.#left.faults = this.#left.kills = this.#left.otherWriters = 0;
    await this.#round();
    await this.#checkRows();
    await this.#checkEnd();
  }

  /** One round of the engine, up to its end or its death. */
  async #round(): Promise<void> {
    let isRunning = true;
    const triggers = new Set<Trigger>(['button']);
    if (this.#memory.pulledAt === null) triggers.add('start');
    const context = this.phone.contextOf(
      `process ${this.#processes}`,
      this.#clock,
      { send: (call) => this.#send(call) },
      this.#settleTimes
    );
    const ended = runRound(context, this.#memory, triggers, new AbortController().signal).then(
      () => (isRunning = false),
      (failure: unknown) => {
        isRunning = false;
        if (!this.#isDead) throw failure;
      }
    );
    ended.catch(() => undefined);
    for (;;) {
      // Everything that the phone does between two messages consists of resolved promises.
      await new Promise<void>((resolve) => setImmediate(resolve));
      if (!isRunning) break;
      if (!this.#isDead) this.#step();
    }
    await ended;
    if (!this.#isDead) return;
    this.#isDead = false;
    this.#processes += 1;
    this.#memory = createRoundMemory();
    this.#settleTimes = createSettleTimes();
  }

  #send(call: Call): Promise<Exchange> {
    if (this.#isDead) return Promise.reject(new Killed());
    return new Promise((resolve, reject) => {
      this.#rejectAll.push(() => reject(new Killed()));
      const reply = (exchange: Exchange) => resolve(exchange);
      if (call.endpoint === 'createBundle') {
        const [gift, body] = [call.idempotencyKey ?? '', call.body ?? ''];
        this.#copies.push({ gift, body, sentAt: this.#clock.now, response: null, hasArrived: false, reply });
      } else if (call.endpoint === 'listBundles' || call.endpoint === 'listChanges')
        this.#read = { call, reply };
      else resolve(this.#service.read(call));
    });
  }

  #die(): void {
    this.#left.kills -= 1;
    this.#isDead = true;
    this.#read = null;
    for (const copy of this.#copies) copy.reply = null;
    this.#copies = this.#copies.filter(({ hasArrived }) => !hasArrived);
    for (const reject of this.#rejectAll.splice(0)) reject();
  }

  /** One thing happens in the network, at the service or to the process. */
  #step(): void {
    const actions = this.#actions();
    const [first, ...others] = [...actions.keys()];
    if (first === undefined) throw new Error('Nothing can happen, and the phone waits.');
    actions.get(this.guide.choose([first, ...others]))?.();
  }

  #actions(): Map<string, () => void> {
    const actions = new Map<string, () => void>();
    const awaited = this.#copies.find(({ reply }) => reply !== null);
    const late = this.#copies.filter(({ reply }) => reply === null);
    if (awaited?.response) {
      const { response } = awaited;
      actions.set('the response arrives', () => this.#answer(awaited, response));
    } else if (awaited) actions.set('the request arrives', () => this.#arrive(awaited));
    const read = this.#read;
    if (read) actions.set('a list is read', () => this.#answerRead(read));
    if (awaited && this.#left.faults > 0) this.#addFaults(actions, awaited);
    const isBeforeService = read !== null || awaited?.response === null;
    for (const [index, copy] of late.entries())
      actions.set(`late request ${index + 1} arrives`, () => this.#arrive(copy));
    if (isBeforeService && this.#left.otherWriters > 0)
      actions.set('another phone writes', () => {
        this.#left.otherWriters -= 1;
        this.#service.writeOther(this.phone.gifts[0]?.body ?? '');
      });
    if (this.#service.kind === 'gains_keys' && !this.#service.hasKeys)
      actions.set('the service has keys', () => {
        this.#service.hasKeys = true;
      });
    if (this.#left.kills > 0) actions.set('killed', () => this.#die());
    return actions;
  }

  #addFaults(actions: Map<string, () => void>, copy: Copy): void {
    const fault = (name: string, happen: () => void) =>
      actions.set(name, () => {
        this.#left.faults -= 1;
        happen();
      });
    const when = copy.response ? 'after the service' : 'before the service';
    for (const name of foreignAnswers) fault(`${name} ${when}`, () => this.#answer(copy, foreign[name]));
    fault(copy.response ? 'the response is lost' : 'the request is lost', () => this.#answer(copy, failed));
    fault(`sent again silently ${when}`, () => {
      this.#resent.add(copy.gift);
      this.#copies.push({ ...copy, response: null, hasArrived: false });
      copy.reply = null;
      if (copy.hasArrived) this.#remove(copy);
    });
    if (copy.response) return;
    fault('the connection is cut and the request stays on its way', () => {
      copy.reply?.(failed);
      copy.reply = null;
    });
    if (!this.#service.refuses)
      fault('the user loses the right to write', () => {
        this.#service.refuses = true;
      });
  }

  #arrive(copy: Copy): void {
    copy.hasArrived = true;
    const response = this.#service.write({ key: copy.gift, body: copy.body });
    if (copy.reply === null) this.#remove(copy);
    else copy.response = this.phone.off === 'key returned' ? { ...response, key: copy.gift } : response;
  }

  #answer(copy: Copy, exchange: Exchange): void {
    this.#remove(copy);
    const isForged = this.phone.off === 'key returned' && exchange.kind === 'answered';
    copy.reply?.(isForged ? { ...exchange, key: copy.gift } : exchange);
  }

  #answerRead({ call, reply }: Read): void {
    this.#read = null;
    reply(this.#service.read(call));
  }

  #remove(copy: Copy): void {
    this.#copies = this.#copies.filter((other) => other !== copy);
  }

  /** Requests that have been on their way for long arrive or are lost. With keys they may take as long as they like. */
  #passTime(): void {
    this.#clock.now += betweenRoundsMs;
    for (const copy of [...this.#copies]) {
      const mayStay = this.#service.kind === 'keyed' || this.#clock.now - copy.sentAt <= maxFlightMs;
      if (mayStay) continue;
      if (
        this.guide.choose(['a late request is lost', 'a late request arrives']) === 'a late request arrives'
      )
        this.#arrive(copy);
      else this.#remove(copy);
    }
  }

  #rows() {
    return listOutbox(this.phone.store, this.phone.scope, {});
  }

  async #isOver(): Promise<boolean> {
    const rows = await this.#rows();
    const isFinal = rows.every(({ state }) => state === 'parked' || state === 'needs_person');
    return isFinal && (this.#service.kind === 'keyed' || this.#copies.length === 0);
  }

  async #checkRows(): Promise<void> {
    const rows = new Map((await this.#rows()).map((row) => [row.id, row]));
    for (const { id } of this.phone.gifts) {
      const [state, count] = [rows.get(id)?.state, this.#service.countOf(id)];
      const mayBeDoubled = this.#service.kind !== 'keyed' && this.#resent.has(id);
      if (count > 1 && !mayBeDoubled) throw new Error(`A gift is stored ${count} times.`);
      if (state === undefined && count === 0) throw new Error('A gift is deleted and not stored.');
      if (state === 'acked' && count === 0) throw new Error('A gift is shown as sent and not stored.');
      if (state === 'parked' && count > 0) throw new Error('A gift is shown as refused and is stored.');
    }
  }

  async #checkEnd(): Promise<void> {
    const rows = await this.#rows();
    for (const { state } of rows) {
      // Without keys a row is sent three times at most; then a person decides.
      const isAllowed = state === 'parked' || (state === 'needs_person' && this.#service.kind !== 'keyed');
      if (!isAllowed) throw new Error(`A gift ends as ${state}.`);
    }
    const found = new Set((await listDoubledBundles(this.phone.store, this.phone.scope)).flat());
    for (const { id } of this.phone.gifts)
      if (this.#service.countOf(id) > 1) {
        const isFound = this.#service.stored.some(
          (bundle) => bundle.transactions[0]?.delivery_token === id && found.has(bundle.id)
        );
        if (!isFound) throw new Error('A gift is stored twice, and the phone does not notice.');
      }
  }

  /** Everything that decides how the run goes on. Times count from now, up to a limit after which none matters. */
  async #describe(): Promise<string> {
    const { now } = this.#clock;
    const since = (time: number | null) =>
      time === null ? null : Math.max(-longAgoMs, Math.min(longAgoMs, now - time));
    const { engine } = this.phone;
    const rows = (await this.#rows()).map((row) => [
      ...[
        row.id,
        row.state,
        row.attempts,
        row.attemptsWithoutKey,
        row.failedLookups,
        row.serverId,
        row.position,
      ],
      ...[row.problem, row.notes, since(row.sentAt), since(row.ackedAt), since(row.leaseUntil ?? null)],
    ]);
    const { capabilitiesAt, unclearResponses, hasEndedAbandonedClaims, pulledAt } = this.#memory;
    return JSON.stringify([
      rows,
      await engine.all('SELECT id, delivery_token FROM transaction_bundles', []),
      await engine.all("SELECT key, value FROM facts WHERE key IN ('capabilities', 'echoes_markers')", []),
      await engine.all('SELECT * FROM sync_cursors', []),
      await engine.all('SELECT row_id, server_id FROM deliveries', []),
      this.#service.describe(),
      this.#copies.map((copy) => [copy.gift, since(copy.sentAt)]),
      [...this.#resent],
      this.#left,
      [...this.#settleTimes.settledAt].map(([id, { attempts, at }]) => [id, attempts, since(at)]),
      [
        this.#settleTimes.isFirstRound,
        capabilitiesAt === null,
        unclearResponses,
        hasEndedAbandonedClaims,
        pulledAt === null,
      ],
    ]);
  }
}

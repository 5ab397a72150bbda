import type { Random } from './random';
import type { World } from './world';

type Batchable = { id: number; payment_method_kind: string; currency: string };
type Batch = { id: number; state: string };

/** Eve confirms hand-overs, makes batches and takes them to the bank; another treasurer presses the same buttons. */
export class Treasurer {
  readonly #random: Random;

  constructor(private readonly world: World) {
    this.#random = world.random.fork('treasurer');
  }

  get random(): Random {
    return this.#random;
  }

  async #call<Data>(method: 'GET' | 'POST' | 'PATCH', path: string, content?: unknown): Promise<Data | null> {
    const { space } = this.world;
    const authorization = `Bearer ${await space.issueToken(space.people.eve)}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const body = content === undefined ? undefined : JSON.stringify({ data: content });
    const response = await space.handle({ method, url: `/api${path}`, headers, body });
    // Somebody else was faster, or the service has no batches.
    if ([404, 412, 422].includes(response.status)) return null;
    if (response.status !== 200) throw new Error(`the treasurer got ${response.status}: ${response.text}`);
    return (JSON.parse(response.text) as { data: Data }).data;
  }

  async act(): Promise<void> {
    await this.#confirm();
    await this.#make();
    for (let steps = this.#random.between(0, 3); steps > 0; steps -= 1) await this.#step();
  }

  /** Confirms every hand-over that arrived and was not confirmed. */
  async #confirm(): Promise<void> {
    const { space } = this.world;
    for (const key of await space.readOpenHandOvers())
      await this.#call('POST', '/v1/cash_records', {
        cash_record: {
          kind: 'reply',
          key: this.#random.uuid(),
          made_at: '2026-03-01T18:00:00.000Z',
          hand_over: key,
          counted: [],
          is_disputed: false,
        },
      });
  }

  /** Two requests for the same payments at once: at most one is stored. */
  async #make(): Promise<void> {
    const payments = await this.#call<Batchable[]>('GET', '/v1/batchable_transactions');
    const [first] = payments ?? [];
    if (!payments || !first) return;
    const { payment_method_kind, currency } = first;
    const same = payments.filter(
      (payment) => payment.payment_method_kind === payment_method_kind && payment.currency === currency
    );
    const transactions = same.slice(0, this.#random.between(1, 3)).map(({ id }) => id);
    const batch = { payment_method_kind, currency, transactions };
    await Promise.all([
      this.#call('POST', '/v1/batches', { batch }),
      this.#call('POST', '/v1/batches', { batch }),
    ]);
    this.world.log.count('batch_made');
  }

  async #step(): Promise<void> {
    const batches = await this.#call<Batch[]>('GET', '/v1/batches');
    if (!batches || batches.length === 0) return;
    const { id, state } = this.#random.pick(batches);
    const next: Record<string, object> = {
      open: { step: 'close' },
      closed: { step: 'deposit', slip_number: 'S-1', deposited_on: '2026-03-02' },
      deposited: { step: 'reconcile', bank_amount: 0, reason: 'As booked' },
    };
    const step = this.#random.is(0.2) ? undefined : next[state];
    await this.#call('PATCH', `/v1/batches/${id}`, {
      batch: step ?? { step: 'reopen', reason: 'Wrong slip' },
    });
    this.world.log.count('batch_step');
  }
}

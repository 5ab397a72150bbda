import type { HandOver } from '@/contract/cashRecord';

import type { Random } from './random';
import type { World } from './world';

type Batchable = { id: number; payment_method_kind: string; currency: string };
type Batch = { id: number; state: string };
type Month = { sums: { payment_method_kind: string; currency: string; amount: number }[] };

type Scanned = { offer: string; counted: { amount: number; currency: string }[]; isDisputed: boolean };

const sumsText = ({ sums }: Month): string =>
  sums
    .filter(({ amount }) => amount !== 0)
    .map(({ payment_method_kind: kind, currency, amount }) => `${amount} ${currency} in ${kind}`)
    .join(', ');

/** Eve confirms hand-overs, gives cash away, makes batches and takes them to the bank; another treasurer presses the same buttons. */
export class Treasurer {
  readonly #random: Random;
  /** What Eve counted after scanning a code, until it is at the service. */
  readonly #scanned = new Map<string, Scanned & { reply: string }>();
  readonly #given: HandOver[] = [];
  /** The sums of the closed month, as they were when it was closed. */
  #closed: { id: number; sums: string } | null = null;
  readonly #wrong = new Set<string>();

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
    await this.#sendScanned();
    await this.#sendGiven();
    await this.#confirm();
    await this.#make();
    if (this.#random.is(0.3)) await this.#stepMonth();
    await this.#checkMonth();
    for (let steps = this.#random.between(0, 3); steps > 0; steps -= 1) await this.#step();
  }

  /** Eve scans the code of a hand-over and counts. Returns the key of her record, which she sends when she acts. */
  scan(handOver: string, scanned: Scanned): string {
    const reply = this.#scanned.get(handOver)?.reply ?? this.#random.uuid();
    if (!this.#scanned.has(handOver)) this.#scanned.set(handOver, { ...scanned, reply });
    return reply;
  }

  /** Eve gives cash away. Her record is sent when she acts, at times never. */
  give(handOver: HandOver): void {
    if (!this.#random.is(0.2)) this.#given.push(handOver);
  }

  async #sendGiven(): Promise<void> {
    for (const handOver of this.#given)
      await this.#call('POST', '/v1/cash_records', { cash_record: handOver });
  }

  async #sendScanned(): Promise<void> {
    for (const [handOver, { reply, offer, counted, isDisputed }] of this.#scanned)
      await this.#call('POST', '/v1/cash_records', {
        cash_record: {
          kind: 'reply',
          key: reply,
          made_at: '2026-03-01T18:00:00.000Z',
          hand_over: handOver,
          counted,
          cheques: 0,
          is_disputed: isDisputed,
          offer,
        },
      });
  }

  /** Closes the month of the records, or reopens it. */
  async #stepMonth(): Promise<void> {
    const id = 202603;
    const isOpen = this.#closed === null;
    const step = isOpen ? { step: 'close' } : { step: 'reopen', reason: 'A batch was missing' };
    const data = await this.#call<{ month: Month }>('PATCH', `/v1/months/${this.#closed?.id ?? id}`, {
      month: step,
    });
    if (data === null) return;
    this.#closed = isOpen ? { id, sums: sumsText(data.month) } : null;
    this.world.log.count('month_step');
  }

  /** The amounts of a closed month never change. */
  async #checkMonth(): Promise<void> {
    if (this.#closed === null) return;
    const { id, sums } = this.#closed;
    const data = await this.#call<{ month: Month }>('GET', `/v1/months/${id}`);
    const now = data === null ? sums : sumsText(data.month);
    if (now !== sums) this.#wrong.add(`the closed month ${id} had ${sums} and has ${now}`);
  }

  /** Months that changed after they were closed. */
  findWrongMonths(): string[] {
    return [...this.#wrong];
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
          cheques: 0,
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

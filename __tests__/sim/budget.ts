import type { SimRequest } from './httpTypes';
import type { VirtualClock } from './virtualClock';

const hour = 60 * 60_000;

/** The most requests in any hour: for one row, and for all of the phone. */
export type Peaks = { row: number; phone: number };

/**
 * More is `stuck`. A row is sent at most every five minutes once its backoff has grown, and each start of the
 * app, return of the network and press of a button may send it again.
 */
export const budget: Peaks = { row: 40, phone: 1_500 };

/** Counts the requests of the phone in virtual time. */
export class RequestBudget {
  readonly #all: number[] = [];
  readonly #byRow = new Map<string, number[]>();
  /** The last request of every row, by which a person recognises it. */
  readonly #lastOf = new Map<string, string>();

  constructor(private readonly clock: VirtualClock) {}

  readonly count = (request: SimRequest): void => {
    const at = this.clock.monotonic();
    this.#all.push(at);
    const row = request.headers['idempotency-key'];
    if (row === undefined) return;
    this.#lastOf.set(row, `${request.method} ${new URL(request.url).pathname}`);
    const times = this.#byRow.get(row);
    if (times) times.push(at);
    else this.#byRow.set(row, [at]);
  };

  get peaks(): Peaks {
    const rows = [...this.#byRow.values()].map(peakOf);
    return { row: Math.max(0, ...rows), phone: peakOf(this.#all) };
  }

  /** The rows that were sent too often, and the phone if it sent too much. */
  findExcess(): string[] {
    const rows = [...this.#byRow].filter(([, times]) => peakOf(times) > budget.row);
    const phone = peakOf(this.#all);
    return [
      ...rows.map(
        ([id, times]) => `${id} (${this.#lastOf.get(id)}) was sent ${peakOf(times)} times in an hour`
      ),
      ...(phone > budget.phone ? [`the phone sent ${phone} requests in an hour`] : []),
    ];
  }
}

/** The most times within one hour; `times` is in order. */
function peakOf(times: readonly number[]): number {
  let first = 0;
  let most = 0;
  times.forEach((at, index) => {
    while ((times[first] ?? at) <= at - hour) first += 1;
    most = Math.max(most, index - first + 1);
  });
  return most;
}

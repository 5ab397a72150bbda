import { addCounts, type FaultCounts } from './faults';
import type { SeedResult } from './schedule';

/** The last line of a run. */
export type Summary = {
  seeds: number;
  faults: number;
  lost: number;
  doubled: number;
  stuck: number;
  misreported: number;
};

/** Adds up results. */
export class Totals {
  readonly faults: FaultCounts = {};
  saved = 0;
  readonly #summary: Summary = { seeds: 0, faults: 0, lost: 0, doubled: 0, stuck: 0, misreported: 0 };

  add(result: SeedResult): void {
    addCounts(this.faults, result.faults);
    this.saved += result.saved;
    this.#summary.seeds += 1;
    this.#summary.lost += result.lost.length;
    this.#summary.doubled += result.doubled.length;
    this.#summary.stuck += result.stuck.length;
    this.#summary.misreported += result.misreported.length;
  }

  get summary(): Summary {
    const faults = Object.values(this.faults).reduce((sum, count) => sum + count, 0);
    return { ...this.#summary, faults };
  }
}

/** Whether every record arrived once, in time, and was shown correctly. */
export function isClean({
  lost,
  doubled,
  stuck,
  misreported,
}: Pick<SeedResult, 'lost' | 'doubled' | 'stuck' | 'misreported'>): boolean {
  return lost.length + doubled.length + stuck.length + misreported.length === 0;
}

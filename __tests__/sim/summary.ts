import type { Peaks } from './budget';
import { addCounts, type FaultCounts } from './faults';
import type { SeedResult } from './schedule';
import type { EdgeCounts } from './sharpEdges';

/** The last line of a run. */
export type Summary = {
  seeds: number;
  faults: number;
  lost: number;
  doubled: number;
  stuck: number;
  misreported: number;
  /** How many records met a sharp edge, by its name. */
  edges: EdgeCounts;
};

/** Adds up results. */
export class Totals {
  readonly faults: FaultCounts = {};
  readonly peaks: Peaks = { row: 0, phone: 0 };
  saved = 0;
  looks = 0;
  readonly #summary: Summary = {
    seeds: 0,
    faults: 0,
    lost: 0,
    doubled: 0,
    stuck: 0,
    misreported: 0,
    edges: {},
  };

  add(result: SeedResult): void {
    addCounts(this.faults, result.faults);
    this.saved += result.saved;
    this.looks += result.looks;
    this.peaks.row = Math.max(this.peaks.row, result.peaks.row);
    this.peaks.phone = Math.max(this.peaks.phone, result.peaks.phone);
    addEdges(this.#summary.edges, result.edges);
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

function addEdges(sum: EdgeCounts, more: EdgeCounts): void {
  for (const name of Object.keys(more) as (keyof EdgeCounts)[])
    sum[name] = (sum[name] ?? 0) + (more[name] ?? 0);
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

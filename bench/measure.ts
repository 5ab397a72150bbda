/** One line of the table: the work, its time, and the target. */
export type Measure = {
  work: string;
  ours: string;
  against: string;
  ratio: number | null;
  goal: string;
  isMet: boolean | null;
};

export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const tries = 3;

/** The best of a few runs of each turn, because other processes slow down some runs. */
export async function bestTimesOf(
  count: number,
  work: (turn: number) => Promise<unknown>
): Promise<number[]> {
  const [times = []] = await bestTimesInTurn(count, [work]);
  return times;
}

/** The same for several works that alternate, so that other load on the machine affects all of them. */
export async function bestTimesInTurn(
  count: number,
  works: readonly ((turn: number) => Promise<unknown>)[]
): Promise<number[][]> {
  const times = works.map((): number[] => []);
  for (let turn = 0; turn < count; turn += 1) {
    for (const [index, work] of works.entries()) {
      let best = Infinity;
      for (let attempt = 0; attempt < tries; attempt += 1) {
        best = Math.min(best, await timed(() => work(turn)));
      }
      times[index]?.push(best);
    }
  }
  return times;
}

export const milliseconds = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;

export function printTable(measures: readonly Measure[]): void {
  const header = { work: 'work', ours: 'ours', against: 'against', ratio: 'ratio', goal: 'goal', met: 'met' };
  const rows = measures.map((measure) => ({
    ...measure,
    ratio: measure.ratio === null ? '' : measure.ratio.toFixed(2),
    met: measure.isMet === null ? '' : measure.isMet ? 'yes' : 'NO',
  }));
  const columns = ['work', 'ours', 'against', 'ratio', 'goal', 'met'] as const;
  const widths = columns.map((column) => Math.max(...[header, ...rows].map((row) => row[column].length)));
  for (const row of [header, ...rows]) {
    console.log(columns.map((column, index) => row[column].padEnd(widths[index] ?? 0)).join('  '));
  }
}

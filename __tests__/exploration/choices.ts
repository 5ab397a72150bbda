/** Decides what happens next at each choice point. The first option is the ordinary one. */
export type Choose = <T extends string>(options: readonly [T, ...T[]]) => T;

/** What a run gets: the decisions, and the states that other runs have reached. */
export type Guide = {
  choose: Choose;
  /** Ends the run if another one has reached this state: everything that can follow is explored from there. */
  reach: (state: string) => void;
};

class KnownState extends Error {}

export type Exploration = {
  /** Different sequences of choices. */
  interleavings: number;
  /** Those that ended in a state of another one. */
  joined: number;
  /** What the first failing sequence was, and why. */
  failure: { choices: string[]; error: Error } | null;
};

/**
 * Runs `run` with every sequence of choices, depth first. A run repeats the choices of the one before up to the last
 * point with an option left, and takes that option; so it must be deterministic.
 */
export async function explore(run: (guide: Guide) => Promise<void>): Promise<Exploration> {
  const path: { index: number; count: number }[] = [];
  const exploration: Exploration = { interleavings: 0, joined: 0, failure: null };
  const states = new Set<string>();
  for (;;) {
    const labels: string[] = [];
    const repeated = path.length;
    const choose: Choose = (options) => {
      const depth = labels.length;
      const point = (path[depth] ??= { index: 0, count: options.length });
      const option = options[point.index];
      if (option === undefined || point.count !== options.length)
        throw new Error(`A repeated run had other options: ${options.join(', ')} after ${labels.join(', ')}`);
      labels.push(option);
      return option;
    };
    const reach = (state: string) => {
      // Up to its new choice a run repeats another one.
      if (labels.length < repeated) return;
      if (states.has(state)) throw new KnownState();
      states.add(state);
    };
    exploration.interleavings += 1;
    try {
      await run({ choose, reach });
    } catch (error) {
      if (!(error instanceof KnownState))
        return { ...exploration, failure: { choices: labels, error: error as Error } };
      exploration.joined += 1;
    }
    path.length = labels.length;
    for (let last = path.at(-1); last && last.index + 1 >= last.count; last = path.at(-1)) path.pop();
    const last = path.at(-1);
    if (!last) return exploration;
    last.index += 1;
  }
}

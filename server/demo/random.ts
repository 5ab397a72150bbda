/** A pseudorandom generator with the same sequence on every machine. */
export type Random = {
  /** From 0 (included) to 1 (excluded). */
  next(): number;
  /** An integer from least to most, both included. */
  integer(least: number, most: number): number;
  pick<T>(values: readonly T[]): T;
  chance(probability: number): boolean;
};

/** A separate generator per record, so that a record does not depend on the number of the others. */
export function randomFor(seed: string, index = 0): Random {
  let state = index >>> 0;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 2654435761) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const integer = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    integer,
    pick: (values) => {
      const value = values[integer(0, values.length - 1)];
      if (value === undefined) throw new Error('there is nothing to pick from');
      return value;
    },
    chance: (probability) => next() < probability,
  };
}

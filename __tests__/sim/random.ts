/** A seeded source of random numbers: the same seed gives the same run. */
export type Random = {
  /** In [0, 1). */
  unit: () => number;
  /** An integer from `low` to `high`, both included. */
  between: (low: number, high: number) => number;
  /** True with this probability. */
  is: (probability: number) => boolean;
  pick: <T>(items: readonly T[]) => T;
  /** A random UUID. */
  uuid: () => string;
  /** An independent source that depends only on the seed and the name. */
  fork: (name: string) => Random;
};

export function createRandom(seed: number, name = ''): Random {
  let state = mix(seed, name);
  const unit = () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(unit() * (high - low + 1));
  return {
    unit,
    between,
    is: (probability) => unit() < probability,
    pick: (items) => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    uuid: () => {
      const hex = Array.from({ length: 32 }, () => between(0, 15).toString(16)).join('');
      const version = `4${hex.slice(13, 16)}`;
      const variant = `${'89ab'.charAt(between(0, 3))}${hex.slice(17, 20)}`;
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${version}-${variant}-${hex.slice(20)}`;
    },
    fork: (inner) => createRandom(seed, `${name}/${inner}`),
  };
}

function mix(seed: number, name: string): number {
  let hash = seed | 0;
  for (const character of name)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x9e3779b1) ^ (hash >>> 13);
  return hash;
}

/** What has to notice a mutation: a test file, with a part of a title where the whole file is slow, or the simulation. */
export type Check = { file: string; title?: string } | { seeds: number; extensions: 'on' | 'off' };

/** A mechanism that is switched off by replacing a text of the source. */
export type Mutation = {
  name: string;
  file: string;
  /** Has to occur exactly once in the file. */
  from: string;
  to: string;
  check: Check;
};

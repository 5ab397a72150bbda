import { wordsOf } from '../fold';

/** How many letters differ between two words: added, missing, or another one. Stops counting above `most`. */
function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let line = 1; line <= one.length; line += 1) {
    const next = [line];
    for (let place = 1; place <= other.length; place += 1) {
      const replaced = (row[place - 1] ?? 0) + (one[line - 1] === other[place - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[place] ?? 0) + 1, (next[place - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

const shortestTypo = 4;
const longWord = 7;

/** 1 for the same word, less for one with a typing error and for an initial; 0 for others. */
function likeWord(one: string, other: string): number {
  if (one === other) return 1;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length < shortestTypo) return long.startsWith(short) ? 0.7 : 0;
  const typos = distance(one, other, 2);
  if (typos === 1) return 0.8;
  return typos === 2 && short.length >= longWord ? 0.7 : 0;
}

/** How much two names have in common, from 0 to 1: in any order, with typing errors and missing names. */
export function likeName(one: string, other: string): number {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const best = words.map((word) => Math.max(0, ...others.map((each) => likeWord(word, each))));
  return best.reduce((sum, each) => sum + each, 0) / Math.max(1, words.length, others.length);
}

/** Whether one may be the other with a typing error; not the same. */
export function isTypoOf(one: string, other: string): boolean {
  const most = one.length >= 2 * longWord ? 2 : 1;
  return one.length >= longWord && one !== other && distance(one, other, most) <= most;
}

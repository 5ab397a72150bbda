/** As many as SQLite keeps in six bytes. */
const bits = 47;
const half = 24;
/** Letters of a word that are looked at. Version 3 of the layout counts the same for what was stored before it. */
const depth = 3;

/**
 * The beginnings of some words, of one, two and three letters, as a set of bits in one number. Two beginnings may share
 * a bit: that a word is missing is certain, that it is there is not.
 */
export function prefixBits(words: readonly string[]): number {
  let low = 0;
  let high = 0;
  for (const word of words) {
    let bit = 0;
    let seen = 0;
    for (const letter of word) {
      if (seen === depth) break;
      seen += 1;
      bit = (bit * 31 + (letter.codePointAt(0) ?? 0)) % bits;
      if (bit < half) low |= 1 << bit;
      else high |= 1 << (bit - half);
    }
  }
  return high * 2 ** half + low;
}

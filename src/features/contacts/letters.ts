import { type LetterPosition, noName } from '@/db/contacts';

/** Shorter lists have no letters: scrolling is enough. */
export const shortestWithLetters = 100;

/** The label of a first letter. Digits share one, and so do contacts without a name. */
function nameOf(letter: string): string {
  if (letter === noName) return '…';
  return /^\d$/.test(letter) ? '#' : letter.toUpperCase();
}

/** The letters at the side of the list, each with the place where it begins. */
export function sideLetters(places: readonly LetterPosition[]): LetterPosition[] {
  const named = places.map(({ letter, place }) => ({ letter: nameOf(letter), place }));
  return named.filter(({ letter }, index) => letter !== named[index - 1]?.letter);
}

/** The letter of a row. */
export function letterAt(letters: readonly LetterPosition[], row: number): number {
  return Math.max(0, letters.filter(({ place }) => place <= row).length - 1);
}

import { type LetterPlace, noName } from '@/db/contacts';

/** Shorter lists are scrolled: the letters would stand closer together than the names. */
export const shortestWithLetters = 100;

/** What a first letter is called at the side of the list. Figures stand together, and so do those without a name. */
function nameOf(letter: string): string {
  if (letter === noName) return '…';
  return /^\d$/.test(letter) ? '#' : letter.toUpperCase();
}

/** The letters at the side of the list, each with the place where it begins. */
export function sideLetters(places: readonly LetterPlace[]): LetterPlace[] {
  const named = places.map(({ letter, place }) => ({ letter: nameOf(letter), place }));
  return named.filter(({ letter }, index) => letter !== named[index - 1]?.letter);
}

/** Which of the letters a row of the list belongs to. */
export function letterAt(letters: readonly LetterPlace[], row: number): number {
  return Math.max(0, letters.filter(({ place }) => place <= row).length - 1);
}

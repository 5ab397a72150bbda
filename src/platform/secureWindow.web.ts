/** A browser makes its pictures of pages by itself and can be told nothing about it; the lock is what helps there. */
export function secureWindow(): void {
  return;
}

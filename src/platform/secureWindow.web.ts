/** A browser has no such setting; the lock covers it. */
export function secureWindow(): void {
  return;
}

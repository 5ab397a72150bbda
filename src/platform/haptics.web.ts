/** A short feel under the finger: done. A browser without it stays still. */
export function vibrateSuccess(): void {
  if (typeof navigator.vibrate === 'function') navigator.vibrate(30);
}

/** Optional: some browsers do not vibrate. */
export function vibrateSuccess(): void {
  if (typeof navigator.vibrate === 'function') navigator.vibrate(30);
}

const BROWSER_DEFAULT_PX = 16;

/** Browsers let people choose a larger text size; sizes in px would ignore it, so it is read and multiplied in. */
export function readTextScale(): number {
  if (typeof document === 'undefined') return 1;
  const px = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Number.isFinite(px) && px > 0 ? px / BROWSER_DEFAULT_PX : 1;
}

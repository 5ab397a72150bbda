const BROWSER_DEFAULT_PX = 16;

/** The text size set in the browser, which sizes in px ignore. */
export function readTextScale(): number {
  if (typeof document === 'undefined') return 1;
  const px = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Number.isFinite(px) && px > 0 ? px / BROWSER_DEFAULT_PX : 1;
}

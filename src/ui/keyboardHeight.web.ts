const room = '--visible-height';

/**
 * Some browsers lay their keyboard over the page and leave the page as tall as it was, so that what stays at the thumb
 * would be under it. While they do, the page is made as tall as what is seen of it; public/index.html and the dialog
 * read the height. Answers the way to stop.
 */
export function trackKeyboardHeight(): () => void {
  const seen = typeof window === 'undefined' ? null : window.visualViewport;
  if (!seen) return () => undefined;
  const page = document.documentElement;
  const fit = () => {
    // Two fingers that make the page larger cover nothing: the rest of it can be moved to.
    const isCovered = seen.scale < 1.01 && window.innerHeight - seen.height > 1;
    if (!isCovered) return page.style.removeProperty(room);
    page.style.setProperty(room, `${Math.round(seen.height)}px`);
    // The browser has moved the page up to show what is typed into; the page now does that itself.
    window.scrollTo(0, 0);
  };
  seen.addEventListener('resize', fit);
  fit();
  return () => {
    seen.removeEventListener('resize', fit);
    page.style.removeProperty(room);
  };
}

const property = '--visible-height';

/**
 * Some browsers show the keyboard over the page without resizing it, which hides the footer. This sets the visible
 * height as a CSS variable for public/index.html and the dialog. Returns a cleanup function.
 */
export function trackKeyboardHeight(): () => void {
  const viewport = typeof window === 'undefined' ? null : window.visualViewport;
  if (!viewport) return () => undefined;
  const page = document.documentElement;
  const update = () => {
    // Pinch zoom also shrinks the viewport, but covers nothing.
    const isCovered = viewport.scale < 1.01 && window.innerHeight - viewport.height > 1;
    if (!isCovered) return page.style.removeProperty(property);
    page.style.setProperty(property, `${Math.round(viewport.height)}px`);
    // The browser has scrolled the page to show the focused field; scrollIntoView.ts does that.
    window.scrollTo(0, 0);
  };
  viewport.addEventListener('resize', update);
  update();
  return () => {
    viewport.removeEventListener('resize', update);
    page.style.removeProperty(property);
  };
}

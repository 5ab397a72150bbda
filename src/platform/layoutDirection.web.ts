/** A page turns round at once: its direction is an attribute of the document, set with the rest of its dress. */
export function setLayoutDirection(direction: 'ltr' | 'rtl'): 'ltr' | 'rtl' {
  return direction;
}

export const reloadApp = (): Promise<void> => Promise.resolve(window.location.reload());

/** A web page changes direction immediately: ui/pageStyle.web.ts sets it on the document. */
export function setLayoutDirection(direction: 'ltr' | 'rtl'): 'ltr' | 'rtl' {
  return direction;
}

export const reloadApp = (): Promise<void> => Promise.resolve(window.location.reload());

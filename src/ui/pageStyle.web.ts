import { type PageStyle } from './pageStyle';

let rules: CSSStyleSheet | null = null;

function sheet(): CSSStyleSheet | null {
  if (rules !== null || typeof document === 'undefined') return rules;
  const element = document.createElement('style');
  document.head.appendChild(element);
  rules = element.sheet;
  return rules;
}

/**
 * What only CSS can say: one focus ring for everything the keyboard reaches, the page's own ground (seen when
 * scrolling past the end), and native controls in the right scheme. Rules go in through the CSSOM, so that a
 * strict content security policy allows them.
 */
export function applyPageStyle({ colors, scheme, direction, language }: PageStyle): void {
  const css = sheet();
  if (css === null) return;
  while (css.cssRules.length > 0) css.deleteRule(0);
  const add = (rule: string) => css.insertRule(rule, css.cssRules.length);
  add(`html { background-color: ${colors.background}; color-scheme: ${scheme}; }`);
  add(`body { background-color: ${colors.background}; }`);
  add(`:focus-visible { outline: 3px solid ${colors.primary}; outline-offset: 2px; }`);
  // A field shows the ring around its whole box.
  add(`input:focus-visible, textarea:focus-visible { outline: none; }`);
  add(`input::placeholder, textarea::placeholder { color: ${colors.inkQuiet}; opacity: 1; }`);
  add(`dialog::backdrop { background: ${colors.scrim}; }`);
  document.documentElement.dir = direction;
  document.documentElement.lang = language;
}

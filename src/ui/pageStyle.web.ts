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
 * Global CSS: the focus ring, the page background (visible when overscrolling), and the color scheme of native controls.
 * Rules are inserted through the CSSOM, which a strict content security policy allows.
 */
export function applyPageStyle({ colors, scheme, direction, language }: PageStyle): void {
  const css = sheet();
  if (css === null) return;
  while (css.cssRules.length > 0) css.deleteRule(0);
  const add = (rule: string) => css.insertRule(rule, css.cssRules.length);
  add(`html { background-color: ${colors.background}; color-scheme: ${scheme}; }`);
  add(`body { background-color: ${colors.background}; }`);
  add(`:focus-visible { outline: 3px solid ${colors.primary}; outline-offset: 2px; }`);
  // TextField renders the ring around its box.
  add(`input:focus-visible, textarea:focus-visible { outline: none; }`);
  add(`input::placeholder, textarea::placeholder { color: ${colors.inkQuiet}; opacity: 1; }`);
  add(`dialog::backdrop { background: ${colors.scrim}; }`);
  document.documentElement.dir = direction;
  document.documentElement.lang = language;
}

import { type Colors } from './tokens';

export interface PageStyle {
  colors: Colors;
  scheme: 'light' | 'dark';
  direction: 'ltr' | 'rtl';
  /** BCP 47. */
  language: string;
}

/** Web only. */
export function applyPageStyle(_style: PageStyle): void {}

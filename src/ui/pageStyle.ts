import { type Colors } from './tokens';

export interface PageStyle {
  colors: Colors;
  scheme: 'light' | 'dark';
  direction: 'ltr' | 'rtl';
}

/** Only a web page has a document to dress. */
export function applyPageStyle(_style: PageStyle): void {}

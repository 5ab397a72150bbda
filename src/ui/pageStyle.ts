import { type Colors } from './tokens';

export interface PageStyle {
  colors: Colors;
  scheme: 'light' | 'dark';
  direction: 'ltr' | 'rtl';
  /** What the words are in, BCP 47. */
  language: string;
}

/** Only a web page has a document to dress. */
export function applyPageStyle(_style: PageStyle): void {}

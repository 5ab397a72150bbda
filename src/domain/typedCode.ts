/** A typed or pasted code without spaces, dashes and direction marks. */
export const withoutSeparators = (typed: string): string =>
  typed.replace(/[\s\u200e\u200f\u061c\u2066-\u2069-]/g, '');

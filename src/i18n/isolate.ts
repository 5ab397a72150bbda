/** A name or a value inside a sentence keeps its own direction: in a text of the other direction its parts stay in order. */
export function isolate(text: string): string {
  return `\u2068${text}\u2069`;
}

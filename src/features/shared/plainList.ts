/** One line of an object that the contract does not describe. */
export type PlainLine = { name: string; value: string };

/** The labels of values. */
type Words = { yes: string; no: string };

/** An object of any shape as a readable list of names and values; nested names are joined. */
export function plainList(value: unknown, words: Words, prefix = ''): PlainLine[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) {
    const isFlat = value.every((item) => typeof item !== 'object' || item === null);
    if (isFlat) return [{ name: prefix, value: value.map((item) => plainValue(item, words)).join(', ') }];
    return value.flatMap((item, index) => plainList(item, words, join(prefix, String(index + 1))));
  }
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([key, inner]) =>
      plainList(inner, words, join(prefix, spaced(key)))
    );
  return [{ name: prefix, value: plainValue(value, words) }];
}

function plainValue(value: unknown, { yes, no }: Words): string {
  if (typeof value === 'boolean') return value ? yes : no;
  return String(value);
}

const join = (prefix: string, name: string) => (prefix === '' ? name : `${prefix} · ${name}`);

/** receipt_footer, receiptFooter → receipt footer */
const spaced = (key: string) =>
  key
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);

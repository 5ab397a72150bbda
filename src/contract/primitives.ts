import { z } from 'zod';

/**
 * The basic shapes of all resources. They define what may be sent and stored; `tolerant.ts` derives the wider shapes
 * that may be read from another service.
 */

/** An identifier: an integer from 0 up to the largest one that JSON carries exactly. */
export const Id = z.int().min(0);

/** An integer that counts or orders. */
export const Count = z.int().min(0);

/** Money in minor units (2000 with eur is €20.00). Never negative, always an integer. */
export const Amount = z.int().min(0);

/** An ISO 4217 code in any case, stored as given. */
export const Currency = z.string().regex(/^[A-Za-z]{3}$/, 'expected three letters');

/**
 * An ISO 8601 timestamp with its zone. Years outside 1000–9998 and offsets beyond 14 hours are refused
 * because no database column stores all of them after conversion to UTC.
 */
export const Timestamp = z.iso
  .datetime({ offset: true })
  .max(40)
  .regex(/^(?!9999)[1-9].*(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/, 'the year or offset is out of range');

/** PostgreSQL stores neither NUL nor half of a surrogate pair, both in text and in jsonb. */
function isStorableText(value: string): boolean {
  return !value.includes('\0') && !/[\uD800-\uDFFF]/u.test(value);
}

/** Text of at most `max` characters that the database can store. */
export function text(max: number) {
  return z.string().max(max).refine(isStorableText, 'holds a character that cannot be stored');
}

/**
 * One line: line breaks, tabs, control characters and repeated spaces become one space. Characters that turn the direction of the text
 * after them are removed; joiners stay, because Persian and emoji need them.
 */
export function oneLine(value: string): string {
  return value
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .trim();
}

/** Names, cities, labels. */
export const Name = text(200);
/** The name of a person, team or action, as it is written: changed to one line, never refused for its characters alone. */
export const WrittenName = z.string().overwrite(oneLine).max(200).refine(isStorableText);
/** Descriptions and other short free text. */
export const ShortText = text(1_000);
/** Comments, form responses. */
export const LongText = text(10_000);
/** Lists and drawings that the service stores as one string. */
export const SerialisedText = text(1_000_000);
/** Phone numbers are stored as typed. */
export const Phone = text(50);

/** A valid e-mail address. */
export const Mail = z.email().max(254);

/** A web address. Other schemes (javascript:, data:) are not allowed as an image source. */
export const WebAddress = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .refine(isStorableText);

/** An object whose content the interface does not document: stored as it is. */
export const OpaqueObject = z.record(z.string(), z.unknown());

const DEEPEST = 20;
const LARGEST = 20_000;

function isStorableJson(value: unknown, depth = 0): boolean {
  if (value === null || typeof value === 'boolean') return true;
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth >= DEEPEST) return false;
  return Object.entries(value).every(([key, item]) => isStorableText(key) && isStorableJson(item, depth + 1));
}

/** An opaque object that a client may send: bounded in depth and size, and storable as jsonb. */
export const StorableObject = OpaqueObject.refine(
  (value) => isStorableJson(value) && JSON.stringify(value).length <= LARGEST,
  'too large, too deep, or holds what cannot be stored'
);

/**
 * An integer in a path or a query string. Only plain digits count: `Number('')` and `Number('0x10')`
 * are numbers too.
 */
export function integerText(min: number, max = Number.MAX_SAFE_INTEGER) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value),
    z.int().min(min).max(max)
  );
}

/** A boolean in a query string. */
export function booleanText() {
  return z.preprocess(
    (value) =>
      value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value,
    z.boolean()
  );
}

/** `:id` in a path. */
export const IdParams = z.object({ id: integerText(0) });

/** Page sizes of the /v1 lists. A larger limit is refused, not reduced. */
export const PAGE_DEFAULT = 100;
export const PAGE_MAXIMUM = 1_000;

/** limit and offset of the /v1 lists, in a query string. */
export const PageQuery = z.object({
  limit: integerText(1, PAGE_MAXIMUM).default(PAGE_DEFAULT),
  offset: integerText(0).default(0),
});

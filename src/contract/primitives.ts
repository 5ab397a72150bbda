import { z } from 'zod';

/**
 * The small shapes every resource is made of. They say what may be sent and stored; what may be
 * read from another service is wider, and is derived from them in `tolerant.ts`.
 */

/** An identifier: an integer from 0 up to the largest one that JSON carries exactly. */
export const Id = z.int().min(0);

/** A whole number that counts or orders things. */
export const Count = z.int().min(0);

/** Money in minor units (2000 with eur is €20.00). Never negative, never a fraction. */
export const Amount = z.int().min(0);

/** An ISO 4217 code in any case, kept as given. */
export const Currency = z.string().regex(/^[A-Za-z]{3}$/, 'three letters are due');

/**
 * An ISO 8601 moment with its zone. Years outside 1000–9998 and offsets beyond 14 hours are refused
 * because no database column takes all of them once they are turned into UTC.
 */
export const Timestamp = z.iso
  .datetime({ offset: true })
  .max(40)
  .regex(/^(?!9999)[1-9].*(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/, 'the year or offset is out of range');

/** PostgreSQL stores neither NUL nor half of a surrogate pair, in text and in jsonb alike. */
function isStorableText(value: string): boolean {
  return !value.includes('\0') && !/[\uD800-\uDFFF]/u.test(value);
}

/** Text of at most `max` characters that the database can hold. */
export function text(max: number) {
  return z.string().max(max).refine(isStorableText, 'holds a character that cannot be stored');
}

/** Names, cities, labels: what fits on one line. */
export const Name = text(200);
/** Descriptions and other short free text. */
export const ShortText = text(1_000);
/** Comments, answers to a form. */
export const LongText = text(10_000);
/** Lists and drawings that the service keeps serialised in one string. */
export const SerialisedText = text(1_000_000);
/** Phone numbers are kept as they were typed. */
export const Phone = text(50);

/** A valid e-mail address. */
export const Mail = z.email().max(254);

/** A web address. Other schemes (javascript:, data:) have no place in a picture's source. */
export const WebAddress = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .refine(isStorableText);

/** An object whose inside the interface does not show: kept as it is. */
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
 * are numbers too, and neither is what the caller meant.
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

/** Page sizes of the /v1 lists. More than the maximum is refused, not cut. */
export const PAGE_DEFAULT = 100;
export const PAGE_MAXIMUM = 1_000;

/** limit and offset of the /v1 lists, as they come in a query string. */
export const PageQuery = z.object({
  limit: integerText(1, PAGE_MAXIMUM).default(PAGE_DEFAULT),
  offset: integerText(0).default(0),
});

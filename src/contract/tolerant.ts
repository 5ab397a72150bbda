import { z } from 'zod';

/**
 * Tolerant parsing, derived from the strict schema of a resource.
 *
 * - Unknown fields are preserved, so that a full replace can send them back. They exist at run time
 *   and are absent from the type: a misspelt field stays a compile error.
 * - null and absent are the same: a known field that is null is read as absent.
 * - Every field but the identity is optional. An `id` that the strict schema requires stays
 *   required, in nested items too: an item without an id cannot be sent back.
 * - Types are checked, limits are not: a name longer than the limit is still a name.
 *   Enumerations are parsed as any string.
 * - Other spellings of a value are converted where only one meaning is possible: "12" for an
 *   integer, 12 for a string, 0/1/"true"/"false" for a boolean, one value for a list of one and a
 *   list of one for one value, a timestamp with a space for the T or without its zone (UTC), an
 *   empty timestamp for none. "007" and 3.5 are not integers.
 * - created_at and CreatedAt (updated, deleted) are both checked where the schema has either.
 * - Any other value of a wrong type, at any depth, makes the entire record bad. It is quarantined with the reason (see
 *   `page.ts`): a partial record that is written back would silently lose the other fields.
 *
 * Readers are plain closures and copy only what they change, because a first pull reads tens of
 * thousands of records and the phone's engine cannot compile schemas.
 */

type Read<S> = S extends z.ZodOptional<infer Inner> | z.ZodNullable<infer Inner>
  ? Read<Inner>
  : S extends z.ZodObject<infer Shape>
    ? ReadObject<Shape, 'id'>
    : S extends z.ZodArray<infer Item>
      ? Read<Item>[]
      : S extends z.ZodUnion<infer Options>
        ? Read<Options[number]>
        : S extends z.ZodEnum | z.ZodLiteral<string>
          ? string
          : S extends z.ZodLiteral<boolean>
            ? boolean
            : z.output<S>;

type RequiredKey<Shape, Identity> = {
  [K in keyof Shape]: K extends Identity ? (Shape[K] extends z.ZodOptional ? never : K) : never;
}[keyof Shape];

type ReadObject<Shape, Identity> = {
  [K in RequiredKey<Shape, Identity>]: Read<Shape[K]>;
} & {
  [K in Exclude<keyof Shape, RequiredKey<Shape, Identity>>]?: Read<Shape[K]>;
};

/** What `tolerant(schema, identity)` reads. */
export type Tolerant<S extends z.ZodObject, Identity extends string = 'id'> =
  S extends z.ZodObject<infer Shape>
    ? { [K in keyof ReadObject<Shape, Identity>]: ReadObject<Shape, Identity>[K] }
    : never;

/** Why and where a value is invalid. Never contains the value, which may be personal. */
class Unreadable {
  constructor(
    readonly reason: string,
    readonly path: readonly (string | number)[] = []
  ) {}

  under(key: string | number): Unreadable {
    return new Unreadable(this.reason, [key, ...this.path]);
  }
}

/** Returns the value, null for absent, or the reason why it is invalid. */
type Reader = (value: unknown) => unknown;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The number in a text, if it is written the same way. */
function plainNumber(value: string): number | undefined {
  const number = Number(value);
  return String(number) === value && Number.isFinite(number) ? number : undefined;
}

/** A list of one where one value is expected. */
function only(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

const readInteger: Reader = (value) => {
  if (Number.isSafeInteger(value)) return value;
  const one = only(value);
  const number = typeof one === 'string' ? plainNumber(one) : one;
  return Number.isSafeInteger(number) ? number : new Unreadable('expected an integer');
};

const readNumber: Reader = (value) => {
  const number = typeof value === 'string' ? plainNumber(value) : value;
  return Number.isFinite(number) ? number : new Unreadable('expected a number');
};

const readString: Reader = (value) => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value)
    ? String(value)
    : new Unreadable('expected a string');
};

const readBoolean: Reader = (value) => {
  if (typeof value === 'boolean') return value;
  if (value === 1 || value === 'true') return true;
  if (value === 0 || value === 'false') return false;
  return new Unreadable('expected a boolean');
};

const DAY = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?`;
const EXACT_MOMENT = new RegExp(`^${DAY}(?:T${TIME}(?:Z|[+-]\\d\\d:\\d\\d))?$`);
const LOOSE_MOMENT = new RegExp(`^(${DAY})[T ](${TIME}) ?(?:(Z)|([+-]\\d\\d):?(\\d\\d)?)?$`, 'i');

/** Normalises a timestamp to a form that every engine's Date.parse accepts. */
const readTimestamp: Reader = (value) => {
  if (value === '') return null;
  if (typeof value !== 'string') return new Unreadable('expected a timestamp');
  if (EXACT_MOMENT.test(value)) return value;
  const [, day, time, , hours, minutes] = LOOSE_MOMENT.exec(value) ?? [];
  if (day === undefined || time === undefined) return new Unreadable('expected a timestamp');
  return `${day}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes ?? '00'}`}`;
};

const readOpaque: Reader = (value) => (isObject(value) ? value : new Unreadable('expected an object'));

function listReader(readItem: Reader, isListOfValues: boolean): Reader {
  return (value) => {
    if (!Array.isArray(value)) {
      if (!isListOfValues || isObject(value)) return new Unreadable('expected a list');
      const item = readItem(value);
      return item instanceof Unreadable ? new Unreadable('expected a list') : [item];
    }
    let items: unknown[] = value;
    for (let index = 0; index < value.length; index += 1) {
      const given: unknown = value[index];
      const item = given === null ? null : readItem(given);
      if (item instanceof Unreadable) return item.under(index);
      // The first difference starts a copy; null items are dropped.
      if (item !== given || item === null) items = items === value ? value.slice(0, index) : items;
      if (items !== value && item !== null) items.push(item);
    }
    return items;
  };
}

function unionReader(readers: readonly Reader[]): Reader {
  return (value) => {
    let outcome: unknown = new Unreadable('none of the known kinds');
    for (const read of readers) {
      outcome = read(value);
      if (!(outcome instanceof Unreadable)) return outcome;
    }
    return outcome;
  };
}

interface Field {
  key: string;
  read: Reader;
  isRequired: boolean;
}

function objectReader(fields: readonly Field[]): Reader {
  const known = new Set(fields.map((field) => field.key));
  return (value) => {
    if (!isObject(value)) return new Unreadable('expected an object');
    let result = value;
    let hasNull = false;
    for (const { key, read, isRequired } of fields) {
      const given = value[key];
      if (given === undefined || given === null) {
        if (isRequired) return new Unreadable('missing', [key]);
        if (given === null) hasNull = true;
        continue;
      }
      const outcome = read(given);
      if (outcome === given) continue;
      if (outcome instanceof Unreadable) return outcome.under(key);
      if (outcome === null) hasNull = true;
      if (result === value) result = { ...value };
      result[key] = outcome;
    }
    if (!hasNull) return result;
    return Object.fromEntries(
      Object.entries(result).filter(([key, item]) => item !== null || !known.has(key))
    );
  };
}

const TWINS: Readonly<Record<string, string>> = {
  created_at: 'CreatedAt',
  updated_at: 'UpdatedAt',
  deleted_at: 'DeletedAt',
  CreatedAt: 'created_at',
  UpdatedAt: 'updated_at',
  DeletedAt: 'deleted_at',
};

function fieldsOf(schema: z.ZodObject, identity: readonly string[]): Field[] {
  const fields = Object.entries(schema.shape).map(([key, field]) => ({
    key,
    read: readerOf(field),
    isRequired: identity.includes(key) && !(field instanceof z.ZodOptional),
  }));
  const twins = fields.flatMap(({ key }) => TWINS[key] ?? []).filter((twin) => !(twin in schema.shape));
  return [...fields, ...twins.map((key) => ({ key, read: readTimestamp, isRequired: false }))];
}

function readerOf(schema: z.core.$ZodType): Reader {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return readerOf(schema.unwrap());
  if (schema instanceof z.ZodObject) return objectReader(fieldsOf(schema, ['id']));
  if (schema instanceof z.ZodArray)
    return listReader(readerOf(schema.element), !(schema.element instanceof z.ZodObject));
  if (schema instanceof z.ZodUnion) return unionReader(schema.options.map(readerOf));
  if (schema instanceof z.ZodRecord) return readOpaque;
  if (schema instanceof z.ZodISODateTime) return readTimestamp;
  if (schema instanceof z.ZodNumber) return schema.isInt ? readInteger : readNumber;
  if (schema instanceof z.ZodBoolean) return readBoolean;
  if (schema instanceof z.ZodLiteral) return schema.values.has(true) ? readBoolean : readString;
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat || schema instanceof z.ZodEnum) {
    return readString;
  }
  throw new TypeError(`no tolerant reading of ${schema._zod.def.type}`);
}

/**
 * The reading schema of a resource. `identity` names the fields without which a record cannot be
 * identified; a resource that has none passes an empty list.
 */
export function tolerant<S extends z.ZodObject, const Identity extends string = 'id'>(
  schema: S,
  identity?: readonly Identity[]
): z.ZodType<Tolerant<S, Identity>> {
  const read = objectReader(fieldsOf(schema, identity ?? ['id']));
  return z.transform((input: unknown, context) => {
    const outcome = read(input);
    if (!(outcome instanceof Unreadable)) return outcome as Tolerant<S, Identity>;
    context.issues.push({ code: 'custom', message: outcome.reason, path: [...outcome.path], input });
    return z.NEVER;
  });
}

/** When a record was created, in either spelling. */
export function createdAt(record: { created_at?: string; CreatedAt?: string }): string | undefined {
  return record.created_at ?? record.CreatedAt;
}

/** When a record was last changed, in either spelling. */
export function updatedAt(record: { updated_at?: string; UpdatedAt?: string }): string | undefined {
  return record.updated_at ?? record.UpdatedAt;
}

/** When a record was deleted, in either spelling; absent if it is not deleted. */
export function deletedAt(record: { deleted_at?: string; DeletedAt?: string }): string | undefined {
  return record.deleted_at ?? record.DeletedAt;
}

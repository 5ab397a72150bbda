import { z } from 'zod';

import { fc } from '../support/property';

/**
 * Builds values that a schema accepts, by walking the schema: the tests send what the contract
 * defines. Works for resources, requests, queries and responses.
 */
export function arbitraryOf<S extends z.ZodType>(schema: S): fc.Arbitrary<z.output<S>> {
  const isAccepted = (value: unknown): value is z.output<S> => schema.safeParse(value).success;
  return build(schema).filter(isAccepted);
}

/** Any JSON except null, which a tolerant reader may remove. */
export const jsonWithoutNull: fc.Arbitrary<unknown> = fc.oneof(
  fc.string({ maxLength: 10 }),
  fc.integer(),
  fc.boolean(),
  fc.array(fc.integer(), { maxLength: 3 })
);

const opaqueKey = fc.string({ minLength: 1, maxLength: 10 }).filter((key) => key !== '__proto__');

const MOST_ITEMS = 3;
const LONGEST_TEXT = 30;

function buildObject(schema: z.ZodObject): fc.Arbitrary<unknown> {
  const fields: Record<string, fc.Arbitrary<unknown>> = {};
  const requiredKeys: string[] = [];
  for (const [key, field] of Object.entries(schema.shape)) {
    const isOptional = field instanceof z.ZodOptional || field instanceof z.ZodDefault;
    const inner = field instanceof z.ZodOptional ? field.unwrap() : field;
    if (inner instanceof z.ZodNever) continue;
    fields[key] = build(inner);
    if (!isOptional) requiredKeys.push(key);
  }
  return fc.record(fields, { requiredKeys, noNullPrototype: true });
}

function buildString(schema: z.ZodString | z.ZodStringFormat): fc.Arbitrary<unknown> {
  const pattern = schema.def.checks?.find((check) => check instanceof z.core.$ZodCheckRegex)?._zod.def
    .pattern;
  const minLength = schema.minLength ?? 0;
  const maxLength = Math.min(schema.maxLength ?? LONGEST_TEXT, minLength + LONGEST_TEXT);
  const base = pattern ? fc.stringMatching(pattern) : fc.string({ unit: 'grapheme', minLength, maxLength });
  return base.filter((value) => schema.safeParse(value).success);
}

function buildNumber(schema: z.ZodNumber): fc.Arbitrary<unknown> {
  if (!schema.isInt) return fc.double({ noNaN: true, noDefaultInfinity: true });
  const min = Math.max(schema.minValue ?? -Infinity, Number.MIN_SAFE_INTEGER);
  const max = Math.min(schema.maxValue ?? Infinity, Number.MAX_SAFE_INTEGER);
  return fc.bigInt({ min: BigInt(min), max: BigInt(max) }).map(Number);
}

function buildArray(schema: z.ZodArray): fc.Arbitrary<unknown> {
  const least = schema.def.checks?.find((check) => check instanceof z.core.$ZodCheckMinLength)?._zod.def
    .minimum;
  const minLength = least ?? 0;
  return fc.array(build(schema.element), { minLength, maxLength: minLength + MOST_ITEMS });
}

const timestamp = fc
  .tuple(
    fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
    fc.constantFrom('Z', '+02:00', '-11:30')
  )
  .map(([date, zone]) => date.toISOString().replace('Z', zone));

function build(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodOptional) return fc.option(build(schema.unwrap()), { nil: undefined });
  if (schema instanceof z.ZodNullable) return fc.option(build(schema.unwrap()), { nil: null });
  if (schema instanceof z.ZodDefault) return build(schema.unwrap());
  // A value that is transformed at the end is given as it is sent; a preprocessed one may be given in its output form.
  if (schema instanceof z.ZodPipe && schema.out instanceof z.ZodTransform) return build(schema.in);
  if (schema instanceof z.ZodPipe) return build(schema.out);
  if (schema instanceof z.ZodObject) return buildObject(schema);
  if (schema instanceof z.ZodArray) return buildArray(schema);
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map(build));
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodRecord) {
    return fc.dictionary(opaqueKey, jsonWithoutNull, { maxKeys: MOST_ITEMS, noNullPrototype: true });
  }
  if (schema instanceof z.ZodISODateTime) return timestamp.filter((time) => schema.safeParse(time).success);
  if (schema instanceof z.ZodISODate)
    return timestamp.map((time) => time.slice(0, 10)).filter((day) => schema.safeParse(day).success);
  if (schema instanceof z.ZodEmail) return fc.emailAddress().filter((mail) => schema.safeParse(mail).success);
  if (schema instanceof z.ZodUUID) return fc.uuid();
  if (schema instanceof z.ZodURL) return fc.webUrl().filter((url) => schema.safeParse(url).success);
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return buildString(schema);
  if (schema instanceof z.ZodNumber) return buildNumber(schema);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNull) return fc.constant(null);
  throw new TypeError(`no arbitrary for ${schema._zod.def.type}`);
}

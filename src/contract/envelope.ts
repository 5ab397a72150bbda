import { z } from 'zod';

import { Count } from './primitives';
import { type Page, readPage, reasonOf } from './page';

/** `{status: 'success', data}`, as the service sends it. */
export function envelope<Data extends z.ZodType>(data: Data) {
  return z.object({ status: z.literal('success'), data });
}

/** `{status: 'success', data: […], total}`, as the service sends its finance lists. */
export function envelopeWithTotal<Item extends z.ZodType>(item: Item) {
  return z.object({ status: z.literal('success'), data: z.array(item), total: Count });
}

/** Why a body is not the expected response. */
export interface ReadFailure {
  /**
   * - `not_success`: not an object whose status is success (a login page, another service, an error)
   * - `no_data`: a valid envelope without the expected member
   * - `unreadable`: the requested record cannot be parsed
   */
  kind: 'not_success' | 'no_data' | 'unreadable';
  reason: string;
}

/** The result of parsing a body. Never throws: a proxy may send anything. */
export type Reading<T> = { ok: true; value: T } | { ok: false; failure: ReadFailure };

/** A page with the total number of records, if the service reports it. */
export interface ListPage<T> extends Page<T> {
  total?: number;
}

type BodyReader<T> = (body: unknown) => Reading<T>;

function failure(kind: ReadFailure['kind'], reason: string): { ok: false; failure: ReadFailure } {
  return { ok: false, failure: { kind, reason } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** Opens an envelope without parsing its content. */
export function readEnvelope(body: unknown): Reading<{ data: unknown; total?: number }> {
  if (!isObject(body) || body.status !== 'success') return failure('not_success', 'status is not success');
  if (!('data' in body)) return failure('no_data', 'data is missing');
  const counted = isObject(body.data) ? body.data.count : undefined;
  const total = readCount(body.total) ?? readCount(counted);
  return { ok: true, value: { data: body.data, ...(total === undefined ? {} : { total }) } };
}

function readOne<T>(schema: z.ZodType<T>, value: unknown): Reading<T> {
  const result = schema.safeParse(value);
  return result.success ? { ok: true, value: result.data } : failure('unreadable', reasonOf(result.error));
}

/**
 * null is an empty list, because several services send it. An absent list is a failure: a pull that took it for empty
 * would delete the records of the phone.
 */
function readMany<T>(schema: z.ZodType<T>, value: unknown): Reading<Page<T>> {
  if (value === null) return { ok: true, value: readPage(schema, []) };
  if (!Array.isArray(value)) return failure('no_data', 'expected a list');
  return { ok: true, value: readPage(schema, value) };
}

function memberOf(data: unknown, member: string | undefined): unknown {
  if (member === undefined) return data;
  return isObject(data) ? data[member] : undefined;
}

/** Reads `data`, or `data.<member>`, as one value. */
export function envelopedOne<T>(schema: z.ZodType<T>, member?: string): BodyReader<T> {
  return (body) => {
    const opened = readEnvelope(body);
    if (!opened.ok) return opened;
    const value = memberOf(opened.value.data, member);
    return value === undefined || value === null
      ? failure('no_data', `${member ?? 'data'} is missing`)
      : readOne(schema, value);
  };
}

/** Reads `data`, or `data.<member>`, as a list. */
export function envelopedList<T>(schema: z.ZodType<T>, member?: string): BodyReader<ListPage<T>> {
  return (body) => {
    const opened = readEnvelope(body);
    if (!opened.ok) return opened;
    const { data, total } = opened.value;
    const list = readMany(schema, memberOf(data, member));
    if (!list.ok) return list;
    return { ok: true, value: { ...list.value, ...(total === undefined ? {} : { total }) } };
  };
}

/** Reads `data`, or `data.<member>`, as one value or a list, because the interface allows both. */
export function envelopedOneOrMany<T>(schema: z.ZodType<T>, member?: string): BodyReader<Page<T>> {
  return (body) => {
    const opened = readEnvelope(body);
    if (!opened.ok) return opened;
    const value = memberOf(opened.value.data, member);
    return readMany(schema, isObject(value) ? [value] : value);
  };
}

/** Reads a body that is the record itself. */
export function bareOne<T>(schema: z.ZodType<T>): BodyReader<T> {
  return (body) => readOne(schema, body);
}

/** Reads a body that is the list itself. */
export function bareList<T>(schema: z.ZodType<T>): BodyReader<ListPage<T>> {
  return (body) => readMany(schema, body);
}

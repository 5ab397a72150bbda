import type { z } from 'zod';

/** An unreadable record, quarantined so that it can be counted and inspected. */
export interface BadRecord {
  index: number;
  id?: number;
  /** Where and why, without the value: safe for diagnostics. `raw` may be personal. */
  reason: string;
  raw: unknown;
}

/** A page parsed record by record: one bad record does not fail the page. */
export interface Page<T> {
  good: T[];
  bad: BadRecord[];
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** The identity of a record that could not be read, if it has one. */
function identityOf(raw: unknown): number | undefined {
  const id = fieldOf(raw, 'id') ?? fieldOf(fieldOf(raw, 'Action'), 'id');
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : undefined;
}

/** The first error, as `path.to.field: what was expected`. */
export function reasonOf(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'unreadable';
  return issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`;
}

/** Parses each record of a list separately. */
export function readPage<T>(schema: z.ZodType<T>, records: readonly unknown[]): Page<T> {
  const page: Page<T> = { good: [], bad: [] };
  for (const [index, raw] of records.entries()) {
    const result = schema.safeParse(raw);
    if (result.success) {
      page.good.push(result.data);
      continue;
    }
    const id = identityOf(raw);
    page.bad.push({ index, ...(id === undefined ? {} : { id }), reason: reasonOf(result.error), raw });
  }
  return page;
}

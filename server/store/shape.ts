/** Omits an empty column from a response. */
export function optional<T>(value: T | null): T | undefined {
  return value ?? undefined;
}

/** A timestamp in the format of the interface. */
export function iso(date: Date): string {
  return date.toISOString();
}

/** A timestamp that may be missing. */
export function isoOptional(date: Date | null): string | undefined {
  return date === null ? undefined : date.toISOString();
}

/** Groups rows by a key. */
export function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => number): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

/** Removes undefined values. */
export function present<T>(values: readonly (T | undefined)[]): T[] {
  return values.filter((value): value is T => value !== undefined);
}

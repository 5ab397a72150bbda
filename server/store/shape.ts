/** Leaves an empty column out of an answer. */
export function optional<T>(value: T | null): T | undefined {
  return value ?? undefined;
}

/** A timestamp in the format of the interface. */
export function iso(moment: Date): string {
  return moment.toISOString();
}

/** A timestamp that may be missing. */
export function isoOptional(moment: Date | null): string | undefined {
  return moment === null ? undefined : moment.toISOString();
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

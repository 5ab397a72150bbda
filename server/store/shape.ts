/** A column that may be empty, as an answer says it: by leaving the field out. */
export function optional<T>(value: T | null): T | undefined {
  return value ?? undefined;
}

/** A moment as the interface writes it. */
export function iso(moment: Date): string {
  return moment.toISOString();
}

/** A moment that may be missing. */
export function isoOptional(moment: Date | null): string | undefined {
  return moment === null ? undefined : moment.toISOString();
}

/** Rows by the record they belong to. */
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

/** A list without those that are missing. */
export function present<T>(values: readonly (T | undefined)[]): T[] {
  return values.filter((value): value is T => value !== undefined);
}

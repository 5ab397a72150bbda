import type { FieldConflict } from './merge';

/** Which side's value a conflicting field gets. */
export type ConflictSide = 'mine' | 'theirs';

/**
 * Applies a person's choices to the fields that both sides changed, so that the next three-way merge has no conflict in
 * them. For "mine" the service's value becomes the base; for "theirs" it becomes the new value. All other fields are
 * still merged against what the service has when the edit is sent.
 */
export function settleConflict<Base extends object, Mine extends object>(
  edit: { base: Base; mine: Mine },
  conflicts: readonly FieldConflict[],
  choices: Readonly<Record<string, ConflictSide>>
): { base: Base; mine: Mine } {
  let { base, mine } = edit;
  for (const { field, theirs } of conflicts) {
    if (choices[field] === 'mine') base = withField(base, field, theirs);
    else mine = withField(mine, field, theirs);
  }
  return { base, mine };
}

/** A copy with one field set; `address.street` is a field of the address. */
function withField<T extends object>(record: T, field: string, value: unknown): T {
  const [first = field, second] = field.split('.');
  if (second === undefined) return { ...record, [first]: value };
  const inner: unknown = Reflect.get(record, first);
  return { ...record, [first]: { ...Object(inner), [second]: value } };
}

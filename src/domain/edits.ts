import { isSame } from './merge';

type Fields = Readonly<Record<string, unknown>>;

/** What a person saw of a record, and what they made of it. */
export type Edit = { base: Fields; mine: Fields };

/** Set by the service. */
const ofService = new Set(['id', 'created_at', 'updated_at', 'CreatedAt', 'UpdatedAt']);

/** Whether a record has every field that an edit changes. What `later` edits change again does not count. */
export function showsEdit(record: Fields, edit: Edit, later: readonly Edit[]): boolean {
  const shown = flatten(record);
  const changedAgain = new Set(later.flatMap((other) => [...changesIn(other).keys()]));
  return [...changesIn(edit)].every(
    ([field, value]) => changedAgain.has(field) || isSame(value, shown.get(field))
  );
}

/**
 * Whether a record still has the values that a person changed. A service may drop fields and normalise values, so only
 * what it returns, unchanged, shows that an edit has not arrived.
 */
export function showsBefore(record: Fields, edit: Edit, later: readonly Edit[]): boolean {
  const [shown, before] = [flatten(record), flatten(edit.base)];
  const changedAgain = new Set(later.flatMap((other) => [...changesIn(other).keys()]));
  const left = [...changesIn(edit).keys()].filter((field) => !changedAgain.has(field));
  const returned = left.filter((field) => !isSame(shown.get(field), undefined));
  return returned.length > 0 && returned.every((field) => isSame(before.get(field), shown.get(field)));
}

function changesIn({ base, mine }: Edit): Map<string, unknown> {
  const [before, after] = [flatten(base), flatten(mine)];
  const fields = new Set([...before.keys(), ...after.keys()]);
  const changed = [...fields].filter((field) => !isSame(before.get(field), after.get(field)));
  return new Map(changed.map((field) => [field, after.get(field)]));
}

/** Each part of an address and each person of a list is a field: two edits can change different ones. */
function flatten(record: Fields): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const [name, value] of Object.entries(record)) {
    if (ofService.has(name)) continue;
    if (Array.isArray(value) && value.every(isReference))
      for (const { id } of value) fields.set(`${name}.${id}`, true);
    else if (typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const [inner, part] of Object.entries(value)) fields.set(`${name}.${inner}`, part);
    else fields.set(name, value);
  }
  return fields;
}

const isReference = (value: unknown): value is { id: number } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number';

import { type LedgerEntry } from '../filters';
import { isSelectable } from '../statusChange';

interface Press {
  key: string;
  /** The row that was pressed before, of a press with Shift: all rows from there to this one become as this one. */
  from: string | null;
}

/** The selection after a row was pressed. */
export function withPressed(
  entries: readonly LedgerEntry[],
  selected: ReadonlySet<string>,
  { key, from }: Press
): ReadonlySet<string> {
  const placeOf = (wanted: string | null) => entries.findIndex((entry) => entry.key === wanted);
  const [start, end] = [placeOf(from), placeOf(key)].sort((one, other) => one - other) as [number, number];
  const pressed = start < 0 ? [key] : rowsBetween(entries, start, end);
  const next = new Set(selected);
  for (const each of pressed) {
    if (selected.has(key)) next.delete(each);
    else next.add(each);
  }
  return next;
}

const rowsBetween = (entries: readonly LedgerEntry[], start: number, end: number) =>
  entries
    .slice(start, end + 1)
    .filter(isSelectable)
    .map(({ key }) => key);

import { countContacts, countContactsBefore, listContactsAt, type ContactLine } from '@/db/contacts';
import { type Runtime } from '@/features/shared/runtime';

/** A window is larger than the screen; the ones before and after it are read too. */
export const windowSize = 100;

/** A window of the list, read in one transaction. */
export interface ListWindow {
  /** The length of the complete list. */
  count: number;
  /** The index of the first row. */
  from: number;
  lines: readonly ContactLine[];
  /** How far the rows near the screen have moved since the list was opened: the key of a row is its index without that. */
  shift: number;
}

/** Reads windows of the list around the screen. */
export interface ListWindows {
  /** Sets the first row on the screen, by its key. */
  show(key: number): void;
  read(window: number): Promise<ListWindow>;
}

/**
 * During a first download names arrive by the hundred, most of them above the screen. The row that is first on the
 * screen is looked up again with each read, and the keys are counted from there: rows have stable keys, and the
 * list stays at its scroll position. At the start of the list nothing is anchored.
 */
export function readWindows({ store, scope }: Pick<Runtime, 'store' | 'scope'>): ListWindows {
  let last: ListWindow | null = null;
  let shown = 0;

  const held = (): ContactLine | undefined => {
    const place = shown + (last?.shift ?? 0);
    return place <= 0 ? undefined : last?.lines[place - last.from];
  };

  return {
    show: (key) => {
      shown = key;
    },
    read: (window) =>
      store.read(async (reader) => {
        const line = held();
        const place = line ? await countContactsBefore(reader, scope, line) : window * windowSize;
        const from = Math.max(0, Math.floor(place / windowSize) - 1) * windowSize;
        last = {
          count: await countContacts(reader, scope),
          from,
          lines: await listContactsAt(reader, scope, { offset: from, limit: 3 * windowSize }),
          shift: line ? place - shown : (last?.shift ?? 0),
        };
        return last;
      }),
  };
}

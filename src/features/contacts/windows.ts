import { countContacts, countContactsBefore, listContactsAt, type ContactLine } from '@/db/contacts';
import { type Runtime } from '@/features/shared/runtime';

/** The screen is well inside one window; the one before it and the one behind it are read too. */
export const windowSize = 100;

/** Part of the whole list as it was at one moment. */
export interface ListWindow {
  /** All who are in the list. */
  count: number;
  /** The place of the first line. */
  from: number;
  lines: readonly ContactLine[];
  /** How far everybody near the screen has moved since the list was opened: a row is known by its place without that. */
  shift: number;
}

/** Reads the list in stretches around the screen. */
export interface ListWindows {
  /** Says which row is the first on the screen, by its place without the shift. */
  show(key: number): void;
  read(window: number): Promise<ListWindow>;
}

/**
 * During a first fetch names come by the hundred, most of them somewhere above the screen. The row that is first on the
 * screen is looked up anew with each reading, and the rows are numbered from there: they stay who they are, and the
 * list can keep them where they are. At the beginning nobody is held: who comes first is shown.
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

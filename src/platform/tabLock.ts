/** Whether this tab may open the database. */
export type TabLock =
  | { kind: 'acquired' }
  /**
   * `takeOver` requests that the other tab closes the database, and resolves when this tab may open it: false if the
   * other tab does not respond in time.
   */
  | { kind: 'held_by_other_tab'; takeOver: () => Promise<boolean> };

/** A phone runs one instance of the app. `_close` is for the web: it closes the database when another tab takes over. */
export function acquireTabLock(_close: () => Promise<void>): Promise<TabLock> {
  return Promise.resolve({ kind: 'acquired' });
}

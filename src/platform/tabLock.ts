/** Who may open the database. A phone runs the app once, so it always may. */
export type TabLock =
  | { kind: 'owner' }
  /** Another tab has it. `takeOver` asks that tab to let go and resolves once this one may open. */
  | { kind: 'elsewhere'; takeOver: () => Promise<void> };

/** `letGo` is called when another tab takes over; the database must be closed when it resolves. */
export function acquireTabLock(_letGo: () => Promise<void>): Promise<TabLock> {
  return Promise.resolve({ kind: 'owner' });
}

import { createStore as createState } from 'zustand/vanilla';
import { type Scope } from '@/db/scopes';
import { type Store } from '@/db/store';
import { getUser } from '@/db/users';
import { type KnownRole, type RoleControls } from '@/features/shared/runtime';

/** Reads the user's role before the first screen renders, so that no control appears late, and updates it after pulls. */
export async function watchRole(
  store: Store,
  scope: Scope
): Promise<{ role: RoleControls; stop: () => void }> {
  const state = createState<{ role: KnownRole }>(() => ({ role: null }));
  const read = async () => {
    const user = await getUser(store, scope, scope.userId);
    const type = user?.role_data?.type;
    const { role } = state.getState();
    if ((user === null) !== (role === null) || type !== role?.type)
      state.setState({ role: user && { type } });
  };
  // After a failed read the last role stays.
  const update = () => read().catch(() => undefined);
  const stop = store.onTablesChanged((tables) => {
    if (tables.has('users')) void update();
  });
  await update();
  return { role: { get: () => state.getState().role, subscribe: state.subscribe }, stop };
}

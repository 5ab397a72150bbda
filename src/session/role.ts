import { createStore as createState } from 'zustand/vanilla';
import { type Scope } from '@/db/scopes';
import { type Store } from '@/db/store';
import { getUser } from '@/db/users';
import { type KnownRole, type RoleControls } from '@/features/shared/runtime';

/**
 * Reads the role of the person with this phone before any screen is drawn, and follows what pulls bring from there:
 * what a screen offers stands on it from its first moment, and nothing moves under a thumb.
 */
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
  // What cannot be read stands in nobody's way: the role that was known stays, at first none.
  const look = () => read().catch(() => undefined);
  const stop = store.onTablesChanged((tables) => {
    if (tables.has('users')) void look();
  });
  await look();
  return { role: { get: () => state.getState().role, subscribe: state.subscribe }, stop };
}

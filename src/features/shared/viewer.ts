import { getUser } from '@/db/users';
import { permissionsOf } from '@/domain/permissions';
import { type Viewer } from '@/domain/team';

import { type Runtime } from './runtime';

/** The person who holds the phone, as far as showing other people is concerned. */
export async function getViewer({ store, scope }: Pick<Runtime, 'store' | 'scope'>): Promise<Viewer> {
  const user = await getUser(store, scope, scope.userId);
  const roleType = user?.role_data?.type;
  // Where the service does not say who somebody is, what is hidden stays hidden.
  const isManager = roleType !== undefined && permissionsOf({ id: scope.userId, roleType }).canCreateTeams;
  return { userId: scope.userId, isManager };
}

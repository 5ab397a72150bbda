import { type Scope } from '@/db/scopes';
import { type Reader } from '@/db/store';
import { getUser } from '@/db/users';
import { permissionsOf } from '@/domain/permissions';
import { type Viewer } from '@/domain/team';

/** The person with this phone, as far as showing other people is concerned. */
export async function getViewer(reader: Reader, scope: Scope): Promise<Viewer> {
  const user = await getUser(reader, scope, scope.userId);
  const roleType = user?.role_data?.type;
  // If the service does not return the current user, hidden members stay hidden.
  const isManager = roleType !== undefined && permissionsOf({ id: scope.userId, roleType }).canCreateTeams;
  return { userId: scope.userId, isManager };
}

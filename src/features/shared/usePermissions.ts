import { useSyncExternalStore } from 'react';

import { permissionsOf, type Permissions } from '@/domain/permissions';

import { useRuntime } from './runtime';

// A role that is not known yet offers nothing: what is not there cannot be pressed in vain.
const nothing = permissionsOf({ id: -1, roleType: 'user' });

/** What the person with this phone may do here, by the role the service last gave them. */
export function usePermissions(): Permissions {
  const { role: controls, scope } = useRuntime();
  const role = useSyncExternalStore(controls.subscribe, controls.get, controls.get);
  return role === null ? nothing : permissionsOf({ id: scope.userId, roleType: role.type });
}

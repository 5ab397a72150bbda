import { useSyncExternalStore } from 'react';

import { permissionsOf, type Permissions } from '@/domain/permissions';

import { useRuntime } from './runtime';

// Nothing is permitted before the role is loaded: a hidden button cannot be pressed in vain.
const nothing = permissionsOf({ id: -1, roleType: 'user' });

/** The permissions of the person with this phone, by the role in the last response of the service. */
export function usePermissions(): Permissions {
  const { role: controls, scope } = useRuntime();
  const role = useSyncExternalStore(controls.subscribe, controls.get, controls.get);
  return role === null ? nothing : permissionsOf({ id: scope.userId, roleType: role.type });
}

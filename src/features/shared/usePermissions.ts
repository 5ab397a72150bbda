import { useSyncExternalStore } from 'react';

import { permissionsOf, type Permissions } from '@/domain/permissions';

import { useRuntime, useSyncStatus } from './runtime';

// Nothing is permitted before the role is loaded: a hidden button cannot be pressed in vain.
const nothing = permissionsOf({ id: -1, roleType: 'user' });

/** The permissions of the person with this phone, by the role in the last response of the service. */
export function usePermissions(): Permissions {
  const { scope } = useRuntime();
  const role = useRole();
  return role === null ? nothing : permissionsOf({ id: scope.userId, roleType: role.type });
}

/** Whether the service has said what the person may do. */
export function useIsRoleKnown(): boolean {
  const { lastPulledAt } = useSyncStatus();
  return useRole() !== null || lastPulledAt !== null;
}

function useRole() {
  const { subscribe, get } = useRuntime().role;
  return useSyncExternalStore(subscribe, get, get);
}

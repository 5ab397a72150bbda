import { queryOptions, useQuery } from '@tanstack/react-query';

import { getUser } from '@/db/users';
import { permissionsOf, type Permissions } from '@/domain/permissions';

import { useRuntime, type Runtime } from './runtime';

const me = ({ store, scope }: Pick<Runtime, 'store' | 'scope'>) =>
  queryOptions({
    queryKey: ['people', scope.id, 'permissions'],
    queryFn: async () => {
      const user = await getUser(store, scope, scope.userId);
      // A role that is not known yet offers nothing: what is not there cannot be pressed in vain.
      return user === null ? null : { roleType: user.role_data?.type };
    },
  });

const nothing = permissionsOf({ id: -1, roleType: 'user' });

/** What the person with this phone may do here, by the role the service last gave them; null while it is read. */
export function useKnownPermissions(): Permissions | null {
  const runtime = useRuntime();
  const { data, isPending } = useQuery(me(runtime));
  if (isPending) return null;
  return data ? permissionsOf({ id: runtime.scope.userId, roleType: data.roleType }) : nothing;
}

/** The same for what a screen offers: nothing for the moment that reading takes. */
export function usePermissions(): Permissions {
  return useKnownPermissions() ?? nothing;
}

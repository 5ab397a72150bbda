import { queryOptions } from '@tanstack/react-query';

import { listOutbox } from '@/db/outbox/outbox';
import { countQuarantined, listQuarantined } from '@/db/quarantine';
import { countRecords, getOldest, getStoreSize } from '@/db/usage';
import { getUser } from '@/db/users';
import { type Runtime } from '@/features/shared/runtime';
import { getSpace } from '@/features/shared/space';

type Source = Pick<Runtime, 'store' | 'scope'>;

/** Keys begin with `settings`, which every step of a pull and every set-aside record makes stale. */
export const settingsQueries = {
  account: ({ store, scope }: Source) =>
    queryOptions({
      queryKey: ['settings', scope.id, 'account'],
      queryFn: () =>
        store.read(async (reader) => ({
          user: await getUser(reader, scope, scope.userId),
          space: (await getSpace(reader, scope))?.name ?? null,
        })),
      staleTime: 0,
    }),
  /** What the device answered when the app was opened. */
  persistence: ({ scope, device }: Pick<Runtime, 'scope' | 'device'>) =>
    queryOptions({ queryKey: ['settings', scope.id, 'persistence'], queryFn: () => device.persistence() }),
  biometrics: ({ scope, lock }: Pick<Runtime, 'scope' | 'lock'>) =>
    queryOptions({ queryKey: ['settings', scope.id, 'biometrics'], queryFn: () => lock.hasBiometrics() }),
  usage: ({ store, scope }: Source) =>
    queryOptions({
      queryKey: ['settings', scope.id, 'usage'],
      queryFn: () =>
        store.read(async (reader) => ({
          counts: await countRecords(reader, scope),
          size: await getStoreSize(reader),
          oldest: await getOldest(reader, scope),
        })),
      // Records come and go without these queries being told: read anew whenever somebody looks.
      staleTime: 0,
    }),
  trouble: ({ store, scope }: Source) =>
    queryOptions({
      queryKey: ['settings', scope.id, 'trouble'],
      queryFn: () =>
        store.read(async (reader) => ({
          setAside: await countQuarantined(reader, scope),
          reasons: (await listQuarantined(reader, scope)).map(({ list, reason }) => ({ list, reason })),
          outbox: await listOutbox(reader, scope),
        })),
      staleTime: 0,
    }),
};

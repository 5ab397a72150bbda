import { type Runtime } from '@/features/shared/runtime';
import { tableQuery } from '@/queries/query';

/** Properties of the device; they do not change while the app is open. */
export const lockQueries = {
  biometrics: ({ lock }: Pick<Runtime, 'lock'>) =>
    tableQuery({ queryKey: ['device', 'biometrics'], tables: [], queryFn: () => lock.hasBiometrics() }),
};

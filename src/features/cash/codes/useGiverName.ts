import { useQuery } from '@tanstack/react-query';

import type { Received } from '@/db/cash/myCash';
import { useRuntime } from '@/features/shared/runtime';
import { usePersonName } from '@/features/shared/usePersonName';

import { codeQueries } from './queries';

/** Who gave what this person received; empty while it is read. */
export function useGiverName({ userId, reply }: Received): string {
  const { data: found } = useQuery({
    ...codeQueries.giver(useRuntime(), reply.hand_over),
    enabled: userId === null,
  });
  const giver = userId ?? found;
  const name = usePersonName(giver ?? 0);
  return giver === undefined ? '' : name;
}

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { type Action } from '@/contract/action';
import { readAddress } from '@/domain/address';
import { houseKey, listDoors, type Door } from '@/domain/walkList';
import { useRuntime } from '@/features/shared/runtime';
import { contactQueries } from '@/queries/contacts';
import { visitQueries } from '@/queries/visits';

/** The doors of an action; null until the visits are read. */
export function useDoors(action: Action): { doors: Door[]; isAccepted: boolean } | null {
  const runtime = useRuntime();
  const addresses = useMemo(() => (action.Addresses ?? []).map(readAddress), [action.Addresses]);
  const houses = useMemo(() => [...new Set(addresses.map(houseKey))], [addresses]);
  const visits = useQuery(visitQueries.ofAction(runtime, action.id)).data;
  const residents = useQuery(contactQueries.residents(runtime, action.id, houses)).data;
  return useMemo(
    () =>
      visits === undefined
        ? null
        : { doors: listDoors(addresses, visits.visits, residents ?? []), isAccepted: visits.isAccepted },
    [addresses, visits, residents]
  );
}

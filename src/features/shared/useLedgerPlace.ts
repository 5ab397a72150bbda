import { useQuery } from '@tanstack/react-query';

import { giftsHeld } from '@/domain/buckets';
import { bucketQueries } from '@/queries/buckets';

import { useRuntime } from './runtime';

const places = { all: 'ledger', teams: 'teamGifts', own: 'ownGifts' } as const;

/** The ledger by its name: it contains the gifts of everyone, of the teams that the person leads, or their own. */
export function useLedgerPlace(): (typeof places)[keyof typeof places] {
  const { data: buckets = null } = useQuery(bucketQueries.current(useRuntime()));
  return places[giftsHeld(buckets)];
}

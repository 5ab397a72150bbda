import { useQuery } from '@tanstack/react-query';

import { isBlindCount } from '@/domain/cash/cash';
import { cashInHand } from '@/domain/cash/cashChain';
import { cashQueries } from '@/queries/cash';
import { catalogueQueries } from '@/queries/catalogue';

import { useRuntime } from './runtime';

/**
 * The cash of one currency that the person has not handed over, without these of their records. Null while it is read, and
 * where the space counts blind.
 */
export function useCashInHand(
  currency: string | null,
  without: readonly (string | null)[] = []
): number | null {
  const runtime = useRuntime();
  const { data: cash } = useQuery(cashQueries.mine(runtime));
  const { data: settings } = useQuery(catalogueQueries.settings(runtime));
  if (cash === undefined || isBlindCount(settings)) return null;
  const code = currency?.toUpperCase();
  const entries = cash.entries.filter(({ id }) => !without.includes(id));
  const sums = cashInHand(entries, cash.chain);
  return sums.find((sum) => sum.currency.toUpperCase() === code)?.amount ?? 0;
}

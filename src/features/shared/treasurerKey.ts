import { queryOptions } from '@tanstack/react-query';

import { getFact, removeFact, setFact } from '@/db/facts';
import { getTreasurerKeyOfSpace } from '@/db/settings';
import { type Scope } from '@/db/scopes';
import { type Reader, type Transaction } from '@/db/store';
import { tidyAgeKey } from '@/domain/ageKey';

import { type Runtime } from './runtime';

/** Whom an export is sealed to, and who said so. */
export type TreasurerKey = { key: string; from: 'space' | 'phone' };

const factKey = 'treasurer_key';

/** The key of the space where the service has one; else the one that a person gave this phone. */
export async function getTreasurerKey(reader: Reader, scope: Scope): Promise<TreasurerKey | null> {
  const ofSpace = await getTreasurerKeyOfSpace(reader, scope);
  if (ofSpace !== null) return { key: ofSpace, from: 'space' };
  const ofPhone = tidyAgeKey(await getFact(reader, scope, factKey));
  return ofPhone === null ? null : { key: ofPhone, from: 'phone' };
}

/** Keeps a key on this phone; null forgets it. */
export async function setTreasurerKey(tx: Transaction, scope: Scope, key: string | null): Promise<void> {
  if (key === null) await removeFact(tx, scope, factKey);
  else await setFact(tx, scope, factKey, key);
}

export const treasurerKeyQuery = ({ store, scope }: Pick<Runtime, 'store' | 'scope'>) =>
  queryOptions({
    queryKey: ['facts', scope.id, 'treasurer-key'],
    queryFn: () => store.read((reader) => getTreasurerKey(reader, scope)),
    // The settings of the space may bring another one.
    staleTime: 0,
  });

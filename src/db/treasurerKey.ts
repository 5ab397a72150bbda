import { tidyAgeKey } from '@/domain/ageKey';

import { getFact, removeFact, setFact } from './facts';
import { getTreasurerKeyOfSpace } from './settings';
import { type Scope } from './scopes';
import { type Reader, type Transaction } from './store';

/** The public key that exports are encrypted for, and its origin. */
export type TreasurerKey = { key: string; from: 'space' | 'phone' };

const factKey = 'treasurer_key';

/** The key of the space where the service has one; else the one that a person entered on this phone. */
export async function getTreasurerKey(reader: Reader, scope: Scope): Promise<TreasurerKey | null> {
  const ofSpace = await getTreasurerKeyOfSpace(reader, scope);
  if (ofSpace !== null) return { key: ofSpace, from: 'space' };
  const ofPhone = tidyAgeKey(await getFact(reader, scope, factKey));
  return ofPhone === null ? null : { key: ofPhone, from: 'phone' };
}

/** Stores a key on this phone; null deletes it. */
export async function setTreasurerKey(tx: Transaction, scope: Scope, key: string | null): Promise<void> {
  if (key === null) await removeFact(tx, scope, factKey);
  else await setFact(tx, scope, factKey, key);
}

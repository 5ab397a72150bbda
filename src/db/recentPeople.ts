import { getFact, setFact } from './facts';
import { type Scope } from './scopes';
import { type Transaction } from './store';

const mostRecent = 8;

/** Puts contacts first among those whom this phone recorded, marked or opened last. Only on this phone. */
export async function addRecentPeople(tx: Transaction, scope: Scope, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const before = (await getFact(tx, scope, 'recent_people')) ?? [];
  const recent = [...new Set([...ids, ...before])].slice(0, mostRecent);
  await setFact(tx, scope, 'recent_people', recent);
}

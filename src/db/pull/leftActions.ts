import { actionOfBucket } from '@/domain/buckets';

import { getAction } from '../actions';
import { getFact, removeFact, setFact } from '../facts';
import { type Scope } from '../scopes';
import { type Reader, type Transaction } from '../store';
import { type DroppedBucket } from './buckets';

/** An action whose people are not on this phone any more. Its name is null where the action went too. */
export type LeftAction = { name: string | null; people: number };

/** Stores which actions lost their people, so that a screen can say it once. */
export async function addLeftActions(
  tx: Transaction,
  scope: Scope,
  dropped: readonly DroppedBucket[]
): Promise<void> {
  const left: LeftAction[] = [];
  for (const { bucket, contacts } of dropped) {
    const id = actionOfBucket(bucket);
    if (id === null || contacts === 0) continue;
    left.push({ name: (await getAction(tx, scope, id))?.Action.name ?? null, people: contacts });
  }
  if (left.length > 0)
    await setFact(tx, scope, 'left_actions', [...(await listLeftActions(tx, scope)), ...left]);
}

export async function listLeftActions(reader: Reader, scope: Scope): Promise<LeftAction[]> {
  return (await getFact(reader, scope, 'left_actions')) ?? [];
}

export const clearLeftActions = (tx: Transaction, scope: Scope) => removeFact(tx, scope, 'left_actions');

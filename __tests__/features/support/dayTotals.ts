import { setFact } from '@/db/facts';
import { findSeal } from '@/db/sealing/rowSeal';
import { type Scope } from '@/db/scopes';
import { type Transaction } from '@/db/store';
import { takingFact } from '@/features/shared/dayTotals';

/** Counts a capture without saving one. */
export async function noteTaking(
  tx: Transaction,
  scope: Scope,
  counted: Parameters<typeof takingFact>[1]
): Promise<void> {
  const { key, value } = await takingFact(await findSeal(tx, scope), counted);
  await setFact(tx, scope, key, value);
}

/** Pages of batches, as a manager opens them. */
import { type BatchDetail } from '@/contract/batch';
import { setFact } from '@/db/facts';

import { openOrganiser, withSpace } from '../support/organiser';

export const payment = (
  id: number,
  part: Partial<NonNullable<BatchDetail['transactions']>[number]> = {}
) => ({
  id,
  bundle_id: 100 + id,
  date: '2026-11-14T10:00:00Z',
  amount: 2_000,
  user_id: 4,
  recorder: 'Amina Berger',
  name: `Payer ${id}`,
  ...part,
});
export const batch: BatchDetail = {
  id: 7,
  number: 'B-12',
  payment_method_kind: 'cheque',
  currency: 'eur',
  state: 'open',
  count: 2,
  amount: 4_000,
  created_at: '2026-11-14T10:00:00Z',
  transactions: [payment(1), payment(2)],
  steps: [{ id: 1, step: 'make', at: '2026-11-14T10:00:00Z', user_id: 1, name: 'Marc Dulac', amount: 4_000 }],
};
export const pageOf = <Item>(...good: Item[]) => ({ good, bad: [] });

export async function openBatches(path: string, role: 'manager' | 'user' = 'manager') {
  const test = await withSpace(role);
  await test.runtime.store.write((tx) => setFact(tx, test.runtime.scope, 'capabilities', ['batches']));
  return { ...test, show: (timeZone?: string) => openOrganiser(test.runtime, path, timeZone) };
}

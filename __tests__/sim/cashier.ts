import { expectedCash } from '@/domain/cash';
import { closeShift, handOver, takeBack } from '@/features/cash/mutations';
import { cashQueries } from '@/queries/cash';

import type { World } from './world';

const draftKey = 'cash';

/**
 * Counts and closes the open shift, with a difference at times; without one, hands over what is counted, or takes an offer
 * back.
 */
export async function handleCash({ phone, random, oracle }: World): Promise<void> {
  const runtime = phone.runtime();
  if (!runtime) return;
  const owner = phone.userId;
  const { shift, entries, chain } = await cashQueries.mine(runtime).queryFn();
  const key = random.uuid();
  const intend = (counted: number, isShown = true) =>
    oracle.intend(key, () => oracle.cash.save(key, { owner, counted, isShown }));
  const offered = chain.handOvers.find(({ state }) => state === 'offered');
  let result;
  if (shift !== null) {
    const amount = (expectedCash(entries)[0]?.amount ?? 0) + random.pick([0, 0, 100]);
    const records = entries.map(({ id }) => id);
    const draft = { version: 1 as const, key, records, typed: {}, there: [], reason: '', witness: '' };
    intend(amount);
    const sums = [{ currency: 'eur', amount }];
    result = await closeShift(runtime, { shiftId: shift.id, draftKey, draft, sums });
  } else if (chain.kept.length > 0) {
    intend(0);
    result = await handOver(runtime, { key, kept: chain.kept, to: { name: 'Amina' }, draftKey });
  } else if (offered) {
    intend(0, false);
    result = await takeBack(runtime, { key, handOver: offered.handOver });
  }
  if (result !== 'saved') return;
  oracle.adopt(key);
  phone.requestRound('write');
}

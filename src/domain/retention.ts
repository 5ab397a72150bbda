import { type Action } from '@/contract/action';

import { readAddress, streetKey } from './address';

/** How long after the end of an action the people who live where it went stay on the phones of those who went. */
export const retentionAfterActionMs = 30 * 24 * 60 * 60_000;

type InTime = Pick<Action, 'end' | 'Addresses'>;

/**
 * The streets of which the phone no longer needs to know who lives there: an action went there and ended long ago, and
 * none that runs, comes, or has ended only lately goes there too. Where no action ever went, nothing ages.
 */
export function streetsToPrune(actions: readonly InTime[], now: number): Set<string> {
  const ended = new Set<string>();
  const needed = new Set<string>();
  for (const { end, Addresses = [] } of actions) {
    const isOver = end !== undefined && Date.parse(end) + retentionAfterActionMs < now;
    for (const address of Addresses.map(readAddress)) {
      if (address.street !== '') (isOver ? ended : needed).add(streetKey(address));
    }
  }
  return new Set([...ended].filter((key) => !needed.has(key)));
}

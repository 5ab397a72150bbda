import { type Action } from '@/contract/action';

import { readAddress, streetKey } from './address';

/** How long contacts on the streets of an action stay on the phones after its end. */
export const retentionAfterActionMs = 30 * 24 * 60 * 60_000;

type InTime = Pick<Action, 'end' | 'Addresses'>;

/**
 * Streets whose contacts can be deleted: an action there ended long ago, and no current, upcoming or recently
 * ended action includes them. Streets without any action are not affected.
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

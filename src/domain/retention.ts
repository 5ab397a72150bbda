import { type Action } from '@/contract/action';

import { readAddress } from './address';

/** How long after the end of an action the people who live where it went stay on the phones of those who went. */
export const keptAfterActionMs = 30 * 24 * 60 * 60_000;

/** A street as two people would agree that it is the same one: without capitals, accents and extra space. */
export function streetKey(raw: object): string | null {
  const { street, city } = readAddress(raw);
  if (street === '') return null;
  const fold = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[\s'’.,-]+/gu, ' ')
      .trim();
  return `${fold(street)}|${fold(city)}`;
}

type InTime = Pick<Action, 'end' | 'Addresses'>;

/**
 * The streets of which the phone no longer needs to know who lives there: an action went there and ended long ago, and
 * none that runs, comes, or has ended only lately goes there too. Where no action ever went, nothing ages.
 */
export function streetsToForget(actions: readonly InTime[], now: number): Set<string> {
  const ended = new Set<string>();
  const needed = new Set<string>();
  for (const { end, Addresses = [] } of actions) {
    const isOver = end !== undefined && Date.parse(end) + keptAfterActionMs < now;
    for (const address of Addresses) {
      const key = streetKey(address);
      if (key !== null) (isOver ? ended : needed).add(key);
    }
  }
  return new Set([...ended].filter((key) => !needed.has(key)));
}

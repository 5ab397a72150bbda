import { isCash } from '@/domain/cash/cash';
import type { Banked } from '@/domain/cash/receivedCash';

import { type Scope } from '../scopes';
import { type Reader } from '../store';

import { type CountedLine, listCountedLines } from './countedLines';

/** The arrived bundle of a counted record, who received its money, what of its cash is at the bank, and since when it is there. */
export type CountedBundle = {
  key: string;
  bundleId: number;
  receivedBy: number | null;
  banked: number;
  bankedAt: string | null;
  /** Whether any payment of the bundle is at the bank. */
  isAtBank: boolean;
};

/** Those of these captures that have arrived, by their keys. */
export const listCountedBundles = async (reader: Reader, scope: Scope, keys: readonly string[]) =>
  bundlesIn(await listCountedLines(reader, scope, keys));

/** Of a gift that arrived twice the later bundle. */
export function bundlesIn(lines: readonly CountedLine[]): Map<string, CountedBundle> {
  const found = new Map<string, CountedBundle>();
  for (const { key, bundleId, receivedBy, paymentMethodKind, banked, bankedAt } of lines) {
    let bundle = found.get(key);
    if (bundle?.bundleId !== bundleId) {
      bundle = { key, bundleId, receivedBy, banked: 0, bankedAt: null, isAtBank: false };
      found.set(key, bundle);
    }
    bundle.isAtBank ||= banked !== null;
    if (bankedAt !== null && bankedAt > (bundle.bankedAt ?? '')) bundle.bankedAt = bankedAt;
    if (banked !== null && isCash(paymentMethodKind)) bundle.banked += banked;
  }
  return found;
}

/** The records that are at the bank. */
export const bankedIn = (bundles: ReadonlyMap<string, CountedBundle>): Map<string, Banked> =>
  new Map([...bundles].filter(([, { isAtBank }]) => isAtBank));

import { isCash } from '@/domain/cash/cash';

import { type Scope } from '../scopes';
import { type Reader } from '../store';

import { type CountedLine, listCountedLines } from './countedLines';

/** The arrived bundle of a counted record, who received its money, what of its cash is at the bank and since when. */
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
    if (banked === null || !isCash(paymentMethodKind)) continue;
    bundle.banked += banked;
    if (bankedAt !== null && bankedAt > (bundle.bankedAt ?? '')) bundle.bankedAt = bankedAt;
  }
  return found;
}

/** The cash at the bank of each record that is there; 0 for a cheque. */
export const bankedIn = (bundles: ReadonlyMap<string, CountedBundle>): Map<string, number> =>
  new Map([...bundles.values()].flatMap(({ key, isAtBank, banked }) => (isAtBank ? [[key, banked]] : [])));

import { type TFunction } from 'i18next';

import { common } from '@/i18n/messages/en/common';

type KnownMethod = keyof typeof common.paymentMethod;

function asKnownMethod(kind: string): KnownMethod | null {
  const key = kind.toLowerCase();
  return Object.hasOwn(common.paymentMethod, key) ? (key as KnownMethod) : null;
}

/** "Cash". A kind that only this space has is shown unchanged. */
export function methodWord(t: TFunction, kind: string): string {
  const known = asKnownMethod(kind);
  return known === null ? kind : t(`common.paymentMethod.${known}`);
}

/** "in cash" */
export function byMethod(t: TFunction, kind: string): string {
  const known = asKnownMethod(kind);
  return known === null ? kind : t(`common.paidBy.${known}`);
}

import { type TFunction } from 'i18next';

import { en } from '@/i18n/messages/en';

type KnownMethod = keyof typeof en.common.paymentMethod;

function asKnownMethod(kind: string): KnownMethod | null {
  const key = kind.toLowerCase();
  return Object.hasOwn(en.common.paymentMethod, key) ? (key as KnownMethod) : null;
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

import { type TFunction } from 'i18next';

import { STATUS_KINDS } from '@/contract/status';

/** "Failed at the bank". A kind that only this service has is shown unchanged. */
export function statusKindWord(t: TFunction, kind: string): string {
  const known = STATUS_KINDS.find((candidate) => candidate === kind);
  return known === undefined ? kind : t(`catalogue.statusKind.${known}`);
}

import { type TFunction } from 'i18next';

import { STATUS_KINDS } from '@/contract/status';

/** Money that did not come, or went back. */
const notReceived = new Set(['unpaid', 'reimbursed', 'bank_error', 'cancel']);

/** Whether a status of this kind says that the money came. What no status says otherwise of, came. */
export const isReceived = (kind: string | undefined): boolean => !notReceived.has(kind ?? '');

/** "Failed at the bank". A kind that only this service knows is shown as it is written there. */
export function statusKindWord(t: TFunction, kind: string): string {
  const known = STATUS_KINDS.find((candidate) => candidate === kind);
  return known === undefined ? kind : t(`catalogue.statusKind.${known}`);
}

import { type TFunction } from 'i18next';

import { BATCH_STATES, type BatchDetail } from '@/contract/batch';
import { type Format } from '@/i18n/format';
import { batches } from '@/i18n/messages/en/batches';

export interface BatchWords {
  t: TFunction;
  format: Format;
}

/** A state of a batch; one of a newer service is shown unchanged. */
export function stateWord(t: TFunction, state: string | undefined): string {
  const known = BATCH_STATES.find((each) => each === state);
  return known === undefined ? (state ?? '') : t(`batches.state.${known}`);
}

/** What happened to a batch. */
export function stepWord(t: TFunction, step: string | undefined): string {
  const isKnown = step !== undefined && Object.hasOwn(batches.did, step);
  return isKnown ? t(`batches.did.${step as keyof typeof batches.did}`) : (step ?? '');
}

/** The number and the bank of a cheque, or another detail of the payment. */
export function methodDetail(method: Record<string, unknown> | undefined): string {
  return Object.values(method ?? {})
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .join(' · ');
}

/** What the bank booked minus what the batch adds up to; null before it was reconciled. */
export function bankDifference({
  amount = 0,
  bank_amount: bank,
}: Pick<BatchDetail, 'amount' | 'bank_amount'>): number | null {
  return bank === undefined ? null : bank - amount;
}

/** The difference in words: a sign at the end of a line is easily overlooked. */
export function differenceWords({ t, format }: BatchWords, difference: number, currency: string): string {
  const amount = format.money(Math.abs(difference), currency);
  return t(difference < 0 ? 'batches.less' : 'batches.more', { amount });
}

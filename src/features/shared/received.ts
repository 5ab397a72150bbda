/** Money that did not come, or went back. */
const notReceived = new Set(['unpaid', 'reimbursed', 'bank_error', 'cancel']);

/** Whether a status of this kind says that the money came. What no status says otherwise of, came. */
export const isReceived = (kind: string | undefined): boolean => !notReceived.has(kind ?? '');

/** Money that was recorded, and what of it went back or never came; each of them alone, or all together. */
type Recorded = { amount?: number; reimbursed?: number; unpaid?: number };

/** What of recorded money is there: nothing where its status says that it did not come. */
export function receivedOf({ amount = 0, reimbursed = 0, unpaid = 0 }: Recorded, hasCome: boolean): number {
  return hasCome ? amount - reimbursed - unpaid : 0;
}

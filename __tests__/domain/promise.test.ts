import { freezeBundle, readFrozenBundle, type Capture } from '@/domain/bundle';
import { changeTo } from '@/domain/bundleChange';
import { findCaptureErrors } from '@/domain/captureRules';
import { moneyParts } from '@/domain/moneyParts';
import {
  dividePromise,
  dueOf,
  methodOfPromise,
  paysPromise,
  promiseDetails,
  promiseIn,
  withoutPromise,
} from '@/domain/promise';

const promised = (amount: number, more: Partial<Capture> = {}): Capture => ({
  id: 'capture-1',
  externalId: 42,
  takenAt: '2026-11-14T15:24:00+01:00',
  currency: 'EUR',
  payer: { kind: 'contact', contactId: 7 },
  paymentMethodKind: 'transfer',
  items: [{ kind: 'donation', beneficiary: { kind: 'contact', contactId: 7 }, amount }],
  promise: { callBack: '2026-11-21' },
  ...more,
});
const bundleOf = (capture: Capture) => readFrozenBundle(freezeBundle(capture))!;

describe('a promise', () => {
  it('is sent as a payment of which nothing is received, with its day in the payment details', () => {
    const [payment] = bundleOf(promised(5_000)).transactions;
    expect(payment).toMatchObject({
      amount: 5_000,
      unpaid_amount: 5_000,
      payment_method: { promised: true, call_back: '2026-11-21' },
    });
    expect(moneyParts({ amount: payment!.amount, unpaid: payment!.unpaid_amount }, 'valid').received).toBe(0);
    expect(promiseIn(payment!)).toEqual({ callBack: '2026-11-21' });
  });

  it('is paid by a correction of a payment of which nothing was paid, not of one that was paid in part', () => {
    const transactions = [{ at: 0, unpaid_amount: 0, payment_method_kind: 'cash', date: '2026-11-21' }];
    const seen = (unpaid: number) => ({ transactions: [{ id: 9, amount: 2_000, unpaid_amount: unpaid }] });
    expect(paysPromise({ transactions }, seen(2_000))).toBe(true);
    expect(paysPromise({ transactions: [{ ...transactions[0], at: undefined, id: 9 }] }, seen(2_000))).toBe(
      true
    );
    expect(paysPromise({ transactions }, seen(500))).toBe(false);
    expect(paysPromise({ transactions }, null)).toBe(false);
  });

  it('ends with the first payment, and is none without its mark', () => {
    const details = promiseDetails({ callBack: null });
    const unpaid = { amount: 5_000, unpaid_amount: 5_000, payment_method: details };
    expect(promiseIn(unpaid)).toEqual({ callBack: null });
    expect(promiseIn({ ...unpaid, unpaid_amount: 4_999 })).toBeNull();
    expect(promiseIn({ ...unpaid, unpaid_amount: 0 })).toBeNull();
    expect(promiseIn({ ...unpaid, amount: 6_000, reimbursed_amount: 1_000 })).toEqual({ callBack: null });
    expect(promiseIn({ ...unpaid, payment_method: withoutPromise({ ...details, bank: 'A' }) })).toBeNull();
    expect(withoutPromise({ ...details, bank: 'A' })).toEqual({ bank: 'A' });
    expect(promiseIn({ ...unpaid, payment_method: { promised: true, call_back: 'soon' } })).toEqual({
      callBack: null,
    });
  });

  const left = (amounts: number[], payment: { before?: number; amount: number; left: number }) =>
    dividePromise(amounts, { before: 0, ...payment }).map((part) => part.left);

  it('paid in part leaves the last of what was promised, and nothing else', () => {
    expect(dividePromise([2_000], { before: 0, amount: 2_000, left: 1_500 })).toEqual([
      { promised: 2_000, kept: 500, left: 1_500 },
    ]);
    expect(left([3_000, 2_000], { amount: 5_000, left: 1_500 })).toEqual([0, 1_500]);
    expect(left([3_000, 2_000], { amount: 5_000, left: 4_500 })).toEqual([2_500, 2_000]);
    expect(left([3_000, 2_000], { amount: 5_000, left: 0 })).toEqual([0, 0]);
    // Added later: not promised.
    expect(left([2_000, 9_000], { amount: 2_000, left: 1_500 })).toEqual([1_500, 0]);
    expect(dividePromise([2_000, 9_000], { before: 0, amount: 2_000, left: 0 })[1]).toEqual({
      promised: 0,
      kept: 9_000,
      left: 0,
    });
    // Another payment of the same gift comes first.
    expect(left([2_000, 3_000, 700], { before: 2_000, amount: 3_000, left: 1_000 })).toEqual([0, 1_000, 0]);
    // Never more than the items have, or than was promised.
    expect(left([1_000], { amount: 2_000, left: 1_500 })).toEqual([1_000]);
    expect(left([1_000, 2_000], { before: 1_000, amount: 2_000, left: 9_000 })).toEqual([0, 2_000]);
    expect(left([1_000], { before: 1_000, amount: 2_000, left: 1_500 })).toEqual([0]);
  });

  it('stays unpaid as a whole when its amount is corrected', () => {
    const change = changeTo(bundleOf(promised(5_000)), bundleOf(promised(4_000)));
    expect(change?.transactions).toEqual([{ at: 0, amount: 4_000, unpaid_amount: 4_000 }]);
    const gift = { promise: undefined };
    const other = changeTo(bundleOf(promised(5_000, gift)), bundleOf(promised(4_000, gift)));
    expect(other?.transactions).toEqual([{ at: 0, amount: 4_000 }]);
  });

  it('is no cash, whatever method it has to have', () => {
    const settings = { additional_settings: { rules: { largest_cash_gift: 100 } }, currency: 'EUR' };
    const known = { settings, priceOf: () => null };
    const inCash = { paymentMethodKind: 'cash' };
    expect(findCaptureErrors(promised(5_000, inCash), known)).toEqual([]);
    expect(findCaptureErrors(promised(5_000, { ...inCash, promise: undefined }), known)).toMatchObject([
      { kind: 'cash_too_large' },
    ]);
    expect(methodOfPromise(['cash', 'cheque', 'bank_transfer'])).toBe('bank_transfer');
    expect(methodOfPromise(['cash', 'cheque'])).toBe('cheque');
    expect(methodOfPromise(['cash'])).toBe('cash');
  });

  it('is to be called by its day', () => {
    const due = (callBack: string | null) => dueOf({ callBack }, '2026-11-14');
    expect([due('2026-11-13'), due('2026-11-14'), due('2026-11-15'), due(null)]).toEqual([
      'overdue',
      'today',
      'later',
      'open',
    ]);
  });
});

import type { Mutation } from './mutation';

const mutationsTest = { file: '__tests__/features/promises/mutations.test.ts' };
const capture = 'src/features/capture/mutations.ts';
const gifts = 'src/db/gifts.ts';

/** Mutations of promises: each would count money that nobody has, or lose a promise. */
export const promiseMutations: readonly Mutation[] = [
  {
    name: 'a promise counts in the day and the shift',
    file: capture,
    from: '  else await insertDayEntry(',
    to: '  await insertDayEntry(',
    check: mutationsTest,
  },
  {
    name: 'a promise gets a receipt',
    file: capture,
    from: 'promise ? null : by.signer',
    to: 'by.signer',
    check: mutationsTest,
  },
  {
    name: 'a payment of a promise gets no receipt',
    file: 'src/features/promises/mutations.ts',
    from: '...(receipt === null ? {} : { receipt }),',
    to: '',
    check: mutationsTest,
  },
  {
    name: 'the rest of a promise that is paid in part is not expected any more',
    file: 'src/features/promises/mutations.ts',
    from: 'if (left === 0) return;',
    to: 'return;',
    check: mutationsTest,
  },
  {
    name: 'the rest of a promise is taken from a donation that was added to it',
    file: 'src/domain/promise.ts',
    from: 'const end = Math.min(before + amount, total);',
    to: 'const end = total;',
    check: mutationsTest,
  },
  {
    name: 'the payment of a promise dates a donation that was added to it',
    file: 'src/features/promises/rest.ts',
    from: '(part.promised === 0 ? [] : [changed(part, at)])',
    to: '[changed(part, at)]',
    check: mutationsTest,
  },
  {
    name: 'a payment that is taken back leaves its rest promised too',
    file: 'src/features/shared/cancelRecord.ts',
    from: "result === 'cancelled' && restId !== null",
    to: "result === 'counted' && restId !== null",
    check: mutationsTest,
  },
  {
    name: 'the service stores a receipt of another sum than a promise was paid with',
    file: 'server/routes/bundles.ts',
    from: 'receipt && certifies(receipt, paidIn(items.transactions, change.transactions))',
    to: 'receipt',
    check: { file: '__tests__/server/receipts.test.ts' },
  },
  {
    name: 'a promise counts in the sums of the outbox',
    file: capture,
    from: '...(promise ? {} : { currency',
    to: '...(promise === null ? {} : { currency',
    check: mutationsTest,
  },
  {
    name: 'correcting the amount of a promise makes a part of it received',
    file: 'src/domain/bundleChange.ts',
    from: "!(name === 'unpaid_amount' && promiseIn(after) !== null)",
    to: 'true',
    check: { file: '__tests__/domain/promise.test.ts' },
  },
  {
    name: 'the form makes a sent promise into a gift',
    file: capture,
    from: '!view || !update || !isSameKind',
    to: '!view || !update',
    check: mutationsTest,
  },
  {
    name: 'a payment that is taken back leaves a promise in the day',
    file: gifts,
    from: 'if (view === null || (await getPromise(tx, scope, view)) !== null) return',
    to: 'if (view === null) return',
    check: mutationsTest,
  },
  {
    name: 'an open promise counts as cancelled',
    file: gifts,
    from: '&&\n    (await getPromise(reader, scope, view)) === null',
    to: '',
    check: mutationsTest,
  },
  {
    name: 'a cancelled promise stays in the call-back list',
    file: 'src/features/shared/cancelRecord.ts',
    from: 'payment_method: withoutPromise(details)',
    to: 'payment_method: { ...details }',
    check: mutationsTest,
  },
  {
    name: 'a promise is lost where the service does not return it',
    file: gifts,
    from: 'callBack === undefined ? null',
    to: 'callBack !== null ? null',
    check: mutationsTest,
  },
  {
    name: 'a paid promise counts on the day it was made',
    file: gifts,
    from: '(isPaidNow ? now : (row?.createdAt ?? now))',
    to: '(row?.createdAt ?? now)',
    check: mutationsTest,
  },
];

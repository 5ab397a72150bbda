import type { Mutation } from './mutation';

const partsTest = { file: '__tests__/domain/moneyParts.test.ts' };
const monthsTest = { file: '__tests__/system/ledgerMonths.test.ts' };
const figuresTest = { file: '__tests__/system/cashByPerson.test.ts' };
const batchTest = { file: '__tests__/features/cash/NewBatchScreen.test.tsx' };

/** Mutations of what the treasurer adds up and selects. */
export const moneyMutations: readonly Mutation[] = [
  {
    name: 'what is unpaid is received',
    file: 'src/domain/moneyParts.ts',
    from: 'amount - reimbursed - unpaid',
    to: 'amount - reimbursed',
    check: partsTest,
  },
  {
    name: 'a payment that was refunded as a whole is cancelled',
    file: 'src/domain/moneyParts.ts',
    from: `kind === 'reimbursed' ? amount : reimbursed`,
    to: 'reimbursed',
    check: partsTest,
  },
  {
    name: 'a cancelled promise is still promised',
    file: 'src/domain/moneyParts.ts',
    from: `isReceived(kind) || kind === 'unpaid' ? pledged : 0`,
    to: 'pledged',
    check: partsTest,
  },
  {
    name: 'charts have the months of the phone, not those that are closed',
    file: 'src/db/ledger/breakdown.ts',
    from: 'substr(line.date, 1, 7)',
    to: 'substr(line.day, 1, 7)',
    check: monthsTest,
  },
  {
    name: 'who counts sees what a blind count expects',
    file: 'src/features/cash/CashDeskScreen.tsx',
    from: '(settings === undefined || isBlindCount(settings))',
    to: 'settings === undefined',
    check: { file: '__tests__/features/cash/HandOverScreens.test.tsx', title: 'not counted yet' },
  },
  {
    name: 'cash at the bank is not counted yet',
    file: 'src/domain/cash/cashFigures.ts',
    from: 'sum.uncounted += recorded - banked',
    to: 'sum.uncounted += recorded',
    check: figuresTest,
  },
  {
    name: 'a hand-over that was taken back counts as given',
    file: 'src/domain/cash/cashFigures.ts',
    from: `state !== 'taken_back'`,
    to: `state !== 'taken_away'`,
    check: figuresTest,
  },
  {
    name: 'what was at the bank before a hand-over is missing from it',
    file: 'src/domain/cash/cashFigures.ts',
    from: 'bankedAt !== null && Date.parse(bankedAt)',
    to: "bankedAt === 'never' && Date.parse(bankedAt)",
    check: figuresTest,
  },
  {
    name: 'the rest of a selection is left after its first batch',
    file: 'src/features/cash/batches/NewBatchScreen.tsx',
    from: 'if (hasNext) {',
    to: 'if (!hasNext) {',
    check: batchTest,
  },
  {
    name: 'a count that matches has the reason of a difference',
    file: 'src/features/cash/countForm.ts',
    from: 'replaces !== null || differences(expected, sums).length > 0',
    to: 'replaces !== null || differences(expected, sums).length >= 0',
    check: { file: '__tests__/features/cash/mutations.test.ts' },
  },
  {
    name: 'a batch from selected payments takes all that there are',
    file: 'src/features/cash/batches/NewBatchScreen.tsx',
    from: 'asked.length === 0 ?',
    to: 'asked.length >= 0 ?',
    check: batchTest,
  },
  {
    name: 'a cheque that was not there at its count is ticked for a batch',
    file: 'src/features/cash/batches/NewBatchScreen.tsx',
    from: 'is_absent === true ||',
    to: '',
    check: { ...batchTest, title: 'does not tick a cheque' },
  },
  {
    name: 'the count of somebody else marks a cheque as not there',
    file: 'server/store/batches.ts',
    from: 'absent.user_id = made.created_by AND ',
    to: '',
    check: { file: '__tests__/server/batchable.test.ts', title: 'say which cheque was not there' },
  },
  {
    name: 'a shift is closed without a question about cheques that are not ticked',
    file: 'src/features/cash/CountScreen.tsx',
    from: 'if (isDifferent || unticked.length > 0) setAsking(true)',
    to: 'if (isDifferent) setAsking(true)',
    check: {
      file: '__tests__/features/cash/CashScreens.test.tsx',
      title: 'asks before it closes without a cheque',
    },
  },
  {
    name: 'a selected payment that is in another batch has no reason',
    file: 'src/features/cash/batches/leftOut.ts',
    from: 'if (line.batch !== null) return',
    to: `if (line.batch === '') return`,
    check: batchTest,
  },
];

import type { Mutation } from './mutation';

const reconciliationTest = { file: '__tests__/server/reconciliation.test.ts' };
const promisesTest = { file: '__tests__/server/reconciledPromises.test.ts' };

/** Mutations of what proves where the cash is. */
export const reconciliationMutations: readonly Mutation[] = [
  {
    name: 'everybody reconciles the cash of everybody',
    file: 'server/store/migrations/0021-reconciliation.sql',
    from: 'AND doorstep_sees_board(s.user_id)',
    to: '',
    check: { ...reconciliationTest, title: 'shows managers everyone' },
  },
  {
    name: 'a count contains the records of another person',
    file: 'server/store/migrations/0021-reconciliation.sql',
    from: 'AND c.user_id IN (coalesce(b.received_by, b.created_by),',
    to: 'AND c.user_id IN (c.user_id,',
    check: { ...reconciliationTest, title: 'leaves the records of others' },
  },
  {
    name: 'anybody replaces the count of another person',
    file: 'server/store/migrations/0021-reconciliation.sql',
    from: 'WHERE later.user_id = c.user_id AND later.replaces = c.key',
    to: 'WHERE later.replaces = c.key',
    check: { ...reconciliationTest, title: 'gives back what was taken back' },
  },
  {
    name: 'anybody hands over the count of another person',
    file: 'server/store/migrations/0021-reconciliation.sql',
    from: 'AS named USING (user_id, key)',
    to: 'AS named USING (key)',
    check: { ...reconciliationTest, title: 'gives back what was taken back' },
  },
  {
    name: 'two recounts of the same cash count twice at the service',
    file: 'server/store/migrations/0021-reconciliation.sql',
    from: 'c.key, cash.first FROM cash JOIN',
    to: 'c.key, c.key FROM cash JOIN',
    check: { ...reconciliationTest, title: 'takes the last of two recounts' },
  },
  {
    name: 'cash that nobody confirmed is with its receiver for certain',
    file: 'server/store/reconciliation.ts',
    from: 'part.amount, g.reply IS NOT NULL AS is_confirmed',
    to: 'part.amount, true AS is_confirmed',
    check: { ...reconciliationTest, title: 'says who has the handed-over cash' },
  },
  {
    name: 'a blind count shows its sums to everybody',
    file: 'server/store/migrations/0021-reconciliation.sql',
    from: 'SELECT doorstep_is_manager() OR NOT EXISTS (SELECT FROM transaction_settings s',
    to: 'SELECT true OR NOT EXISTS (SELECT FROM transaction_settings s',
    check: { ...reconciliationTest, title: 'shows sums to managers only' },
  },
  {
    name: 'a disputed hand-over adds up',
    file: 'server/store/reconciliation.ts',
    from: `coalesce(h.reply -> 'counted', h.content -> 'cash')`,
    to: `h.content -> 'cash'`,
    check: { ...reconciliationTest, title: 'says which record is missing' },
  },
  {
    name: 'a deposit that the bank counted short adds up',
    file: 'server/store/reconciliation.ts',
    from: 'bank_amount - amount FROM bank',
    to: '0 FROM bank',
    check: { ...reconciliationTest, title: 'says which record is missing' },
  },
  {
    name: 'a counted record that has not arrived is recorded',
    file: 'server/store/migrations/0021-reconciliation.sql',
    from: 'WHEN c.bundle_id IS NULL THEN 0 ELSE c.amount END AS recorded',
    to: 'ELSE c.amount END AS recorded',
    check: { ...reconciliationTest, title: 'says which record is missing' },
  },
  {
    name: 'differences that cancel each other out add up',
    file: 'src/features/cash/reconciliation/ReconciliationScreen.tsx',
    from: 'problems.length === 0 && wrong.length === 0',
    to: 'wrong.length === 0',
    check: { file: '__tests__/features/cash/ReconciliationScreen.test.tsx' },
  },
  {
    name: 'cash of a promise belongs to who recorded the promise',
    file: 'server/store/migrations/0015-batches.sql',
    from: 'SET received_by = doorstep_user()',
    to: 'SET received_by = created_by',
    check: { ...promisesTest, title: 'has the cash of a promise' },
  },
  {
    name: 'a gift that was cancelled by mistake gives its cash to whoever takes that back',
    file: 'server/store/migrations/0015-batches.sql',
    from: "s.id = OLD.status_id AND s.kind = 'cancel'",
    to: "s.id = OLD.status_id AND s.kind = ''",
    check: { ...promisesTest, title: 'leaves cash with its receiver' },
  },
  {
    name: 'a counted cheque that was paid in cash to another person is missing',
    file: 'server/store/migrations/0021-reconciliation.sql',
    from: "<> 'cash' THEN b.created_by END",
    to: "<> 'cash' THEN NULL::bigint END",
    check: { ...promisesTest, title: 'does not miss a counted cheque' },
  },
  {
    name: 'cash of a promise belongs to who recorded the promise, on the phone',
    file: 'src/db/ledger/bundles.ts',
    from: 'bundle.received_by ?? bundle.created_by',
    to: 'bundle.created_by',
    check: { file: '__tests__/system/cashByPerson.test.ts', title: 'have the cash of a promise' },
  },
  {
    name: 'unpaid cash that a correction makes received is in no hand',
    file: 'src/db/gifts.ts',
    from: '{ now, isPaidNow });',
    to: '{ now, isPaidNow: isPaidNow && false });',
    check: {
      file: '__tests__/features/promises/mutations.test.ts',
      title: 'of another person is in the hand',
    },
  },
];

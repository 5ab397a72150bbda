import type { Mutation } from './mutation';

const receivedTest = { file: '__tests__/domain/cash/receivedCash.test.ts' };
const serviceTest = { file: '__tests__/server/handedOn.test.ts' };
const migration = 'server/store/migrations/0021-reconciliation.sql';

/** Mutations of cash that its receiver hands on. */
export const handedOnMutations: readonly Mutation[] = [
  {
    name: 'what was handed on stays in the hand',
    file: 'src/domain/cash/receivedCash.ts',
    from: "handedOnWith !== null ? 'given'",
    to: "handedOnWith === '' ? 'given'",
    check: { ...receivedTest, title: 'is in hand until it is handed on' },
  },
  {
    name: 'what the giver took back before is handed on',
    file: 'src/domain/cash/receivedCash.ts',
    from: 'if (decided?.key !== reply.key)',
    to: 'if (first.size < 0)',
    check: { ...receivedTest, title: 'is not the person’s' },
  },
  {
    name: 'received cash stays in the hand when it is at the bank',
    file: 'src/domain/cash/receivedCash.ts',
    from: 'if (atBank.length === 0) return all;',
    to: 'if (atBank.length >= 0) return all;',
    check: { ...receivedTest, title: 'is no longer in hand' },
  },
  {
    name: 'what was at the bank before is taken out of the hand again',
    file: 'src/domain/cash/receivedCash.ts',
    from: '.filter(({ key }) => !isBefore(banked.get(key), content.madeAt))',
    to: '',
    check: { ...receivedTest, title: 'was no part of the hand-over' },
  },
  {
    name: 'somebody hands on what another person received',
    file: migration,
    from: "AND r.kind = 'reply' AND r.user_id = next.user_id",
    to: "AND r.kind = 'reply'",
    check: { ...serviceTest, title: 'only with one of its receiver' },
  },
  {
    name: 'people who hand cash round keep the reconciliation busy for ever',
    file: migration,
    from: 'WHERE onward.next <> ALL (path)',
    to: 'WHERE cardinality(path) < 100000',
    check: { ...serviceTest, title: 'ends where people hand it round' },
  },
  {
    name: 'a hand-over that has not arrived is a difference',
    file: migration,
    from: 'OR NOT EXISTS (SELECT FROM cash_records h',
    to: 'OR false AND NOT EXISTS (SELECT FROM cash_records h',
    check: { ...serviceTest, title: 'is no difference while the first' },
  },
  {
    name: 'what came to the bank between two hand-overs is missing',
    file: 'server/store/reconciliation.ts',
    from: 'WHERE p.banked_at >= b.made_at',
    to: 'WHERE false AND p.banked_at >= b.made_at',
    check: { ...serviceTest, title: 'leaves out what was taken to the bank' },
  },
  {
    name: 'cash that is handed on is received twice',
    file: 'server/store/reconciliation.ts',
    from: 'THEN found - handed_on ELSE',
    to: 'THEN found ELSE',
    check: { ...serviceTest, title: 'is with the last receiver' },
  },
  {
    name: 'a batch does not say that a leader has the cash',
    file: 'server/store/batches.ts',
    from: 'AND counted.holder NOT IN',
    to: 'AND false AND counted.holder NOT IN',
    check: { ...serviceTest, title: 'says at a batch with whom it is' },
  },
  {
    name: 'what is on its way to somebody counts as confirmed',
    file: 'server/store/reconciliation.ts',
    from: 'CASE WHEN last.is_confirmed THEN 0 WHEN c.hand_over',
    to: 'CASE WHEN true THEN 0 WHEN c.hand_over',
    check: { ...serviceTest, title: 'is with the last receiver' },
  },
  {
    name: 'a sum of which nothing has arrived is shown to who counts blind',
    file: 'server/store/reconciliation.ts',
    from: ' AND doorstep_sees_cash_sums()',
    to: '',
    check: { ...serviceTest, title: 'and not in a blind space' },
  },
  {
    name: 'the later of two hand-overs takes the cash if it arrives first',
    file: migration,
    from: 'ORDER BY r.answered_key, next.made_at,',
    to: 'ORDER BY r.answered_key, next.id,',
    check: { ...serviceTest, title: 'whichever arrives first' },
  },
  {
    name: 'what a manager received looks as if it were still there to who does not know',
    file: 'src/queries/cashByPerson.ts',
    from: 'hasReceived: hasAll || userId === scope.userId',
    to: 'hasReceived: true',
    check: { file: '__tests__/queries/cashByPerson.test.ts', title: 'what became of received cash' },
  },
  {
    name: 'cash of somebody who is no manager is ticked for a batch',
    file: 'src/features/cash/batches/NewBatchScreen.tsx',
    from: 'held_by !== undefined ||',
    to: '',
    check: { file: '__tests__/features/cash/NewBatchScreen.test.tsx', title: 'does not tick cash' },
  },
];

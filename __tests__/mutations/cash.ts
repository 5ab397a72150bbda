import type { Mutation } from './mutation';

const mutationsTest = { file: '__tests__/features/cash/mutations.test.ts' };
const batchesTest = { file: '__tests__/server/batches.test.ts' };
const serviceTest = { file: '__tests__/server/cashRecords.test.ts' };

/** Mutations of the way of the cash. */
export const cashMutations: readonly Mutation[] = [
  {
    name: 'a count does not end the shift',
    file: 'src/db/shifts.ts',
    from: 'UPDATE shifts SET ended_at = ? WHERE scope_id = ?',
    to: 'UPDATE shifts SET ended_at = NULL WHERE ? AND scope_id = ?',
    check: mutationsTest,
  },
  {
    name: 'a capture during the count stays in the closed shift',
    file: 'src/features/cash/mutations.ts',
    from: '    if (later) {',
    to: '    if (later && shift.startedAt < 0) {',
    check: mutationsTest,
  },
  {
    name: 'a capture that replaces another begins a shift',
    file: 'src/db/dayTotals.ts',
    from: 'shiftId ?? (await continueShift',
    to: '(await continueShift',
    check: mutationsTest,
  },
  {
    name: 'retention deletes the captures of an open shift',
    file: 'src/db/dayTotals.ts',
    from: 'DELETE FROM day_entries WHERE ${old} NOT IN (${open})',
    to: 'DELETE FROM day_entries WHERE ${old} NOT IN (SELECT NULL WHERE ?1 < 0)',
    check: mutationsTest,
  },
  {
    name: 'what is handed over stays in the hand',
    file: 'src/domain/cash.ts',
    from: 'isGiven(count, given, all))',
    to: 'isGiven(count, new Set(), all))',
    check: { file: '__tests__/domain/cash.test.ts', title: 'leaves a person with a hand-over' },
  },
  {
    name: 'a cash record is confirmed before it was downloaded',
    file: 'src/sync/confirmAcked.ts',
    from: 'hasCashRecord(tx, scope, id)',
    to: 'Promise.resolve(true)',
    check: { file: '__tests__/sync/cashRecords.test.ts' },
  },
  {
    name: 'everybody of the space sees every cash record',
    file: 'server/store/migrations/0007-cash-records.sql',
    from: 'AND doorstep_sees_cash(user_id, receiver_id, answered_key)',
    to: '',
    check: serviceTest,
  },
  {
    name: 'a reply stays hidden when its hand-over arrives later',
    file: 'server/store/migrations/0007-cash-records.sql',
    from: 'ON r.group_id = changed.group_id AND r.answered_key = changed.key',
    to: 'ON false',
    check: serviceTest,
  },
  {
    name: 'a transaction in two batches',
    file: 'server/store/migrations/0011-batches.sql',
    from: 'PRIMARY KEY (group_id, bundle_id, transaction_id)',
    to: 'PRIMARY KEY (group_id, batch_id, bundle_id, transaction_id)',
    check: batchesTest,
  },
  {
    name: 'a batch number given twice',
    file: 'server/store/migrations/0011-batches.sql',
    from: 'EXIT WHEN NOT EXISTS (SELECT FROM batches WHERE group_id = doorstep_space() AND number = given);',
    to: 'EXIT;',
    check: batchesTest,
  },
  {
    name: 'two treasurers close a batch at once',
    file: 'server/store/batches.ts',
    from: 'WHERE id = $1 FOR UPDATE',
    to: 'WHERE id = $1',
    check: batchesTest,
  },
  {
    name: 'a closed batch loses payments',
    file: 'server/store/migrations/0011-batches.sql',
    from: `FOR DELETE TO doorstep_app
  USING (doorstep_batch_is_open(batch_id))`,
    to: 'FOR DELETE TO doorstep_app USING (true)',
    check: batchesTest,
  },
  {
    name: 'everybody of the space sees the batches',
    file: 'server/store/migrations/0011-batches.sql',
    from: 'USING (group_id = doorstep_space() AND (SELECT doorstep_is_manager()))',
    to: 'USING (group_id = doorstep_space())',
    check: batchesTest,
  },
  {
    name: 'cash at the bank stays in the hand',
    file: 'src/domain/cash.ts',
    from: 'differences(bankedOf(count), count.counted)',
    to: 'count.counted',
    check: { seeds: 25, extensions: 'on' },
  },
  {
    name: 'a hand-over is taken back after it was confirmed',
    file: 'src/features/cash/mutations.ts',
    from: "if (followed?.state !== 'offered') return null;",
    to: '',
    check: mutationsTest,
  },
  {
    name: 'cash of a hand-over that was taken back goes to the bank',
    file: 'server/store/batches.ts',
    from: 'AND back.id < reply.id',
    to: 'AND false',
    check: batchesTest,
  },
  {
    name: 'what is taken back stays with the receiver',
    file: 'src/domain/cash.ts',
    from: "handOvers.filter(({ state }) => state !== 'taken_back')",
    to: 'handOvers',
    check: { file: '__tests__/domain/cash.test.ts' },
  },
];

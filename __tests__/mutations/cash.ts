import type { Mutation } from './mutation';

const mutationsTest = { file: '__tests__/features/cash/mutations.test.ts' };
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
    from: 'counts.filter((count) => !isGiven(count, given, all))',
    to: 'counts.filter((count) => !isGiven(count, new Set(), all))',
    check: { seeds: 30, extensions: 'on' },
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
];

import { insertDayEntry } from '@/db/dayTotals';
import { getOpenShift } from '@/db/cash/shifts';
import { dayOf } from '@/domain/day';
import type { CountDraft } from '@/features/cash/countForm';
import { closeShift } from '@/features/cash/mutations';
import { cashQueries } from '@/queries/cash';

import { dayEntry } from '../support/dayTotals';
import { saturday, type createTestRuntime } from '../support/runtime';

export type Test = Awaited<ReturnType<typeof createTestRuntime>>;

export const hour = 60 * 60_000;

export const takeCash = ({ store, scope }: Test, id: string, amount: number, savedAt = saturday) =>
  store.write((tx) =>
    insertDayEntry(
      tx,
      scope,
      dayEntry({ id, amount, paymentMethodKind: 'cash', savedAt, takenOn: dayOf(savedAt) })
    )
  );

export const draftOf = (records: string[], part: Partial<CountDraft> = {}): CountDraft => ({
  version: 1,
  key: `count of ${records.join()}`,
  records,
  typed: {},
  there: [],
  reason: '',
  witness: '',
  ...part,
});

export const openShiftId = async ({ store, scope }: Test) => (await getOpenShift(store, scope))?.id ?? '';

export async function close(test: Test, records: string[], amount: number) {
  return closeShift(test.runtime, {
    shiftId: await openShiftId(test),
    draftKey: 'count',
    draft: draftOf(records),
    sums: [{ currency: 'EUR', amount }],
  });
}

export const myCash = async ({ runtime }: Test) => cashQueries.mine(runtime).queryFn();

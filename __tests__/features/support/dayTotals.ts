import { insertDayEntry, type DayEntry } from '@/db/dayTotals';
import { type Scope } from '@/db/scopes';
import { type Store } from '@/db/store';
import { dayOf } from '@/domain/day';

/** A donation of 20 euros in cash by default. */
export const dayEntry = (
  fields: Partial<DayEntry> & Pick<DayEntry, 'id' | 'savedAt' | 'takenOn'>
): DayEntry => ({
  amount: 2000,
  currency: 'eur',
  paymentMethodKind: 'cash',
  memberships: 0,
  donations: 1,
  who: null,
  ...fields,
});

/** Five captures of today: enough to know what is usual. */
export const saveFive = (store: Store, scope: Scope, now: number): Promise<void> =>
  store.write(async (tx) => {
    for (const id of ['a', 'b', 'c', 'd', 'e'])
      await insertDayEntry(tx, scope, dayEntry({ id, savedAt: now, takenOn: dayOf(now) }));
  });

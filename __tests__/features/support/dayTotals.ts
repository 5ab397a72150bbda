import { type DayRecord } from '@/db/dayTotals';

/** A donation of 20 euros in cash, unless told otherwise. */
export const dayRecord = (
  fields: Partial<DayRecord> & Pick<DayRecord, 'id' | 'savedAt' | 'takenOn'>
): DayRecord => ({
  amount: 2000,
  currency: 'eur',
  paymentMethodKind: 'cash',
  memberships: 0,
  donations: 1,
  who: null,
  ...fields,
});

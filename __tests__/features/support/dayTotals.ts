import { type DayEntry } from '@/db/dayTotals';

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

import { dayOf } from '@/domain/day';

/** A timestamp as the ledger sorts it (dates arrive with any offset), and its day on this phone's calendar. */
export function splitTimestamp(date: string | undefined): { day: string; date: string } {
  const day = dayOf(date ?? '');
  return { day, date: day === '' ? '' : new Date(date ?? '').toISOString() };
}

import { dayOf } from '@/domain/day';

/** A moment as the ledger sorts it (dates come in any offset), and the day it was on this phone's calendar. */
export function momentOf(date: string | undefined): { day: string; date: string } {
  const day = dayOf(date ?? '');
  return { day, date: day === '' ? '' : new Date(date ?? '').toISOString() };
}

/** A moment as the ledger sorts it (dates come in any offset), and the day it was on this phone's calendar. */
export function momentOf(date: string | undefined): { day: string; date: string } {
  const moment = new Date(date ?? '');
  if (Number.isNaN(moment.getTime())) return { day: '', date: '' };
  const two = (part: number) => String(part).padStart(2, '0');
  return {
    day: `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`,
    date: moment.toISOString(),
  };
}

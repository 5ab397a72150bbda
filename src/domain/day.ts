/** A day of the calendar as forms take it: 2026-12-31. */

/** The moment at which a day begins in UTC; null for what is no day of the calendar, and for a year that was cut short. */
export function readDay(text: string): number | null {
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim());
  if (match === null) return null;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && year >= 1000 ? date.getTime() : null;
}

/** Whether a text is a day that the calendar has, written with all its digits. */
export function isDay(text: string): boolean {
  return text.trim().length === 10 && readDay(text) !== null;
}

/** The day of a moment on this phone's own calendar: 2026-11-14. Empty for a moment that cannot be read. */
export function dayOf(moment: number | string): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return '';
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The day in a timestamp, as it was written: a birthday is not moved by anybody's time zone. */
export function dayInTimestamp(timestamp: string | undefined): string {
  return timestamp === undefined ? '' : timestamp.slice(0, 10);
}

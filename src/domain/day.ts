/** A day of the calendar as forms take it: 2026-12-31. */

/** Whether a text is a day that the calendar has. */
export function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim()) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.toISOString().slice(0, 10) === text.trim() && Number(year) >= 1000;
}

/** The day in a timestamp, as it was written: a birthday is not moved by anybody's time zone. */
export function dayInTimestamp(timestamp: string | undefined): string {
  return timestamp === undefined ? '' : timestamp.slice(0, 10);
}

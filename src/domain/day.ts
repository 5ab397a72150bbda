import { toLatinDigits } from './money';

/** The UTC start of a day like 2026-12-31; null for anything that is not a calendar day. */
export function readDay(text: string): number | null {
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim());
  if (match === null) return null;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && year >= 1000 ? date.getTime() : null;
}

/** Whether a text is a complete calendar day. */
export function isDay(text: string): boolean {
  return text.trim().length === 10 && readDay(text) !== null;
}

/** The start of a day like 2026-12-31 in this phone's time zone, `plus` days later. */
export function startOfDay(day: string, plus = 0): string {
  const [year = 0, month = 1, date = 1] = day.trim().split('-').map(Number);
  return new Date(year, month - 1, date + plus).toISOString();
}

/** The local time of a typed day and a typed time like 15:24; null if either cannot be read. */
export function readMoment(day: string, time: string): number | null {
  const clock = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(toLatinDigits(time).trim());
  if (clock === null || !isDay(day)) return null;
  const [year = 0, month = 1, date = 1] = day.trim().split('-').map(Number);
  return new Date(year, month - 1, date, Number(clock[1]), Number(clock[2])).getTime();
}

/** The local day of a time: 2026-11-14. Empty for an unreadable time. */
export function dayOf(time: number | string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return '';
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The day of a timestamp as written: a birthday has no time zone. */
export function dayInTimestamp(timestamp: string | undefined): string {
  return timestamp === undefined ? '' : timestamp.slice(0, 10);
}

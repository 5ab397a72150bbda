import { dayOf } from './day';

const hour = 60 * 60_000;
const evening = 18;
/** Nobody rings at a door from this hour on. */
const night = 21;

/** The times that people say at a door: in an hour or two unless that is at night, this evening, tomorrow evening. */
export function timesToComeBack(now: number): number[] {
  const eveningIn = (days: number) => {
    const date = new Date(now);
    date.setDate(date.getDate() + days);
    return date.setHours(evening, 0, 0, 0);
  };
  const isToday = (time: number) => dayOf(time) === dayOf(now) && new Date(time).getHours() < night;
  const times = [...[now + hour, now + 2 * hour].filter(isToday), eveningIn(0), eveningIn(1)];
  return [...new Set(times)].filter((time) => time > now);
}

import { checkInMs } from './checkIn';
import { isWholeNumber } from './signedText';
import { withoutSeparators } from './typedCode';

/** What the code of a leader states. It is not signed: a check-in is a courtesy, not a proof. */
export type CheckInFacts = {
  space: number;
  team: number;
  /** When the code was shown, in milliseconds since 1970. */
  time: number;
};

/** Why a code is not accepted; each has a sentence. */
export type CheckInRefusal =
  'unreadable' | 'mistyped' | 'hand_over' | 'receipt' | 'other_space' | 'old' | 'early' | 'other_team';

/** How far two phones' clocks may be apart. */
const clockToleranceMs = 60 * 60_000;

const version = 'c1';
const minuteMs = 60_000;
/** Digits carry the minute without its first ones: enough to tell 69 days apart. */
const minutesLength = 5;
const minutesRange = 10 ** minutesLength;
const checkLength = 2;

/** The code that follows `/check-in#` in the link. */
export const makeCheckInCode = ({ space, team, time }: CheckInFacts): string =>
  [version, space, team, Math.floor(time / 1000)].join('.');

/** Reads a link or the code in it; null for any other text. */
export function readCheckInCode(text: string): CheckInFacts | null {
  const [found, space = '', team = '', time = '', ...rest] = text.slice(text.indexOf('#') + 1).split('.');
  if (found !== version || rest.length > 0 || ![space, team, time].every(isWholeNumber)) return null;
  return { space: Number(space), team: Number(team), time: Number(time) * 1000 };
}

const remainder = (digits: string): number =>
  [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);

/** The code for a phone without a camera. Its last two digits (ISO 7064, MOD 97-10) include the space. */
export function checkInDigits({ space, team, time }: CheckInFacts): string {
  const minutes = String(Math.floor(time / minuteMs) % minutesRange).padStart(minutesLength, '0');
  const digits = `${team}${minutes}`;
  const check = 98 - remainder(`${space}${digits}00`);
  return `${digits}${String(check).padStart(checkLength, '0')}`;
}

/** Whether a code was typed: only a scanned one has letters. */
export const isTypedCode = (text: string): boolean => /^\d+$/.test(withoutSeparators(text));

/** Reads typed digits; null if they are mistyped or of another space. The time is the one closest to now. */
export function readCheckInDigits(space: number, typed: string, now: number): CheckInFacts | null {
  const digits = withoutSeparators(typed);
  const team = digits.slice(0, -minutesLength - checkLength);
  if (!isWholeNumber(team) || Number(team) === 0 || remainder(`${space}${digits}`) !== 1) return null;
  const minutes = Number(digits.slice(team.length, -checkLength));
  const nowMinutes = Math.floor(now / minuteMs);
  const rounds = Math.round((nowMinutes - minutes) / minutesRange);
  return { space, team: Number(team), time: (minutes + rounds * minutesRange) * minuteMs };
}

/** Why these facts do not check a person of these teams in; null if they do. */
export function refusalOf(
  { space, team, time }: CheckInFacts,
  person: { space: number; teams: readonly number[]; now: number }
): CheckInRefusal | null {
  if (space !== person.space) return 'other_space';
  if (!person.teams.includes(team)) return 'other_team';
  if (person.now - time > checkInMs) return 'old';
  if (time - person.now > clockToleranceMs) return 'early';
  return null;
}

/** Whether two codes of a team are the same one, or the other is older: digits have no seconds. */
export const isSameCode = (time: number, shownAt: number): boolean =>
  Math.floor(time / minuteMs) <= Math.floor(shownAt / minuteMs);

import { isCheckedIn } from '@/domain/checkIn';
import {
  checkInDigits,
  type CheckInFacts,
  isSameCode,
  makeCheckInCode,
  readCheckInCode,
  readCheckInDigits,
  refusalOf,
} from '@/domain/checkInCode';

const hour = 60 * 60_000;
const now = Date.parse('2026-11-14T14:02:31.000Z');
const facts: CheckInFacts = { space: 10, team: 7, time: now };
const person = { space: 10, teams: [3, 7], now };

test('a code is read from the link, and alone', () => {
  const code = makeCheckInCode(facts);
  expect(code).toBe(`c1.10.7.${now / 1000}`);
  expect(readCheckInCode(`https://one.example/check-in#${code}`)).toEqual(facts);
  expect(readCheckInCode(code)).toEqual(facts);
});

test.each([
  '',
  'c1',
  'c2.10.7.1',
  'c1.10.7',
  'c1.10.7.1.2',
  'c1.10.-7.1',
  'c1.10.7.1e9',
  'c1..7.1',
  'c1.10.07.1',
  'c1.10.7.99999999999999999',
  'https://one.example/join#base_url=c1.10.7.1',
])('%p is no check-in code', (text) => {
  expect(readCheckInCode(text)).toBeNull();
});

test('digits are read back, whatever the team and the time', () => {
  for (const [space, team] of [
    [1, 1],
    [10, 7],
    [10, 970],
    [97, 97],
    [123_456, 9_876_543],
  ] as const)
    for (const time of [now, now - 11 * hour, now + 50 * 60_000, Date.parse('2027-01-01T00:00:00Z')]) {
      const minute = Math.floor(time / 60_000) * 60_000;
      const digits = checkInDigits({ space, team, time });
      expect(digits).toMatch(/^\d{8,}$/);
      const spaced = digits.replace(/(.{4})(?=.)/g, '$1 ');
      expect(readCheckInDigits(space, ` ${spaced}-`, time + hour)).toEqual({ space, team, time: minute });
    }
});

test('a wrong digit, two swapped digits and another space are noticed', () => {
  const digits = checkInDigits(facts);
  for (let place = 0; place < digits.length; place += 1) {
    for (let digit = 0; digit <= 9; digit += 1) {
      const typed = `${digits.slice(0, place)}${digit}${digits.slice(place + 1)}`;
      if (typed !== digits) expect(readCheckInDigits(10, typed, now)).toBeNull();
    }
    const swapped = `${digits.slice(0, place)}${digits[place + 1] ?? ''}${digits[place]}${digits.slice(place + 2)}`;
    if (swapped !== digits) expect(readCheckInDigits(10, swapped, now)).toBeNull();
  }
  expect(readCheckInDigits(11, digits, now)).toBeNull();
  for (const typed of ['', '1', '1234567', '0000000000', '1'.repeat(60)])
    expect(readCheckInDigits(10, typed, now)).toBeNull();
});

test('a digit code is old after 12 hours, and a day and a month later', () => {
  const digits = checkInDigits(facts);
  for (const later of [12.1, 24, 48, 30 * 24]) {
    const read = readCheckInDigits(10, digits, now + later * hour);
    expect(read && refusalOf(read, { ...person, now: now + later * hour })).toBe('old');
  }
});

test('each refusal', () => {
  expect(refusalOf(facts, person)).toBeNull();
  expect(refusalOf(facts, { ...person, space: 11 })).toBe('other_space');
  expect(refusalOf(facts, { ...person, teams: [3] })).toBe('other_team');
  expect(refusalOf(facts, { ...person, now: now + 12 * hour })).toBeNull();
  expect(refusalOf(facts, { ...person, now: now + 12 * hour + 1 })).toBe('old');
  expect(refusalOf(facts, { ...person, now: now - hour })).toBeNull();
  expect(refusalOf(facts, { ...person, now: now - hour - 1 })).toBe('early');
});

test('a code with seconds and its digits without are the same code; one of a later minute is another', () => {
  const minute = Math.floor(now / 60_000) * 60_000;
  expect(isSameCode(now, minute)).toBe(true);
  expect(isSameCode(minute, now)).toBe(true);
  expect(isSameCode(now - hour, now)).toBe(true);
  expect(isSameCode(now + 60_000, now)).toBe(false);
});

test('a person counts as here for 12 hours', () => {
  expect(isCheckedIn(now, now + 12 * hour - 1)).toBe(true);
  expect(isCheckedIn(now, now + 12 * hour)).toBe(false);
});

import { pinErrorOf, maxWrongPins, mustLock, waitAfterWrong } from '@/domain/lock';

describe('a PIN', () => {
  it.each([
    ['274913', null],
    ['112233445566', null],
    ['27491', 'too_short'],
    ['', 'too_short'],
    ['1122334455667', 'too_long'],
    ['27491a', 'not_digits'],
    ['٢٧٤٩١٣', 'not_digits'],
    ['000000', 'too_easy'],
    ['123456', 'too_easy'],
    ['987654', 'too_easy'],
    ['135791', null],
  ])('%s: %s', (pin, error) => {
    expect(pinErrorOf(pin)).toBe(error);
  });
});

it('each wrong PIN delays the next try at least as long, and the tenth try waits a quarter of an hour', () => {
  const waits = Array.from({ length: maxWrongPins }, (_, wrong) => waitAfterWrong(wrong));
  expect([...waits].sort((one, other) => one - other)).toEqual(waits);
  expect(waits.slice(0, 4)).toEqual([0, 0, 0, 15_000]);
  expect(waits.at(-1)).toBe(900_000);
});

describe('an app that returns to the foreground', () => {
  const minute = 60_000;
  it.each([
    ['locks immediately', 0, 0, 0, true],
    ['stays open within its time', 5, 4 * minute, 4 * minute, false],
    ['locks after its time', 5, 5 * minute, 5 * minute, true],
    ['locks although one clock stopped while the phone slept', 5, 6 * minute, 1_000, true],
    ['locks although the wall clock was set back', 5, -minute, minute, true],
    ['locks although the wall clock was stopped', 5, 1_000, 6 * minute, true],
  ] as const)('%s', (_, after, wallMs, monotonicMs, isLocked) => {
    expect(mustLock(after, { wallMs, monotonicMs })).toBe(isLocked);
  });

  it('never locks if the lock is off', () => {
    expect(mustLock(null, { wallMs: 1e12, monotonicMs: 1e12 })).toBe(false);
  });
});

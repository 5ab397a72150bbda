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
  ])('%s: %s', (pin, fault) => {
    expect(pinErrorOf(pin)).toBe(fault);
  });
});

it('each wrong PIN makes the next try no quicker, and the tenth try waits a quarter of an hour', () => {
  const waits = Array.from({ length: maxWrongPins }, (_, wrong) => waitAfterWrong(wrong));
  expect([...waits].sort((one, other) => one - other)).toEqual(waits);
  expect(waits.slice(0, 4)).toEqual([0, 0, 0, 15_000]);
  expect(waits.at(-1)).toBe(900_000);
});

describe('an app that comes back into sight', () => {
  const minute = 60_000;
  it.each([
    ['locks at once', 0, 0, 0, true],
    ['stays open within its time', 5, 4 * minute, 4 * minute, false],
    ['locks after its time', 5, 5 * minute, 5 * minute, true],
    ['locks although one clock stood still while the phone slept', 5, 6 * minute, 1_000, true],
    ['locks although the clock on the wall was set back', 5, -minute, minute, true],
    ['locks although the clock on the wall was held', 5, 1_000, 6 * minute, true],
  ] as const)('%s', (_, after, wallMs, monotonicMs, isLocked) => {
    expect(mustLock(after, { wallMs, monotonicMs })).toBe(isLocked);
  });

  it('never locks where nobody asked for it', () => {
    expect(mustLock(null, { wallMs: 1e12, monotonicMs: 1e12 })).toBe(false);
  });
});

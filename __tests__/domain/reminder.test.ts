import { reminderAt } from '@/domain/reminder';

import { fc } from '../support/property';

const hours = (count: number) => count * 3_600_000;
const saved = Date.parse('2026-11-14T10:00:00Z');

describe('a reminder of unsent records', () => {
  test('is absent while nothing waits', () => {
    expect(reminderAt({ count: 0, oldestAt: null }, saved)).toBeNull();
  });

  test('is scheduled a day after the oldest record was saved, however many follow', () => {
    expect(reminderAt({ count: 1, oldestAt: saved }, saved)).toBe(saved + hours(24));
    expect(reminderAt({ count: 9, oldestAt: saved }, saved + hours(23))).toBe(saved + hours(24));
  });

  test('repeats once a day, and another attempt never delays it', () => {
    expect(reminderAt({ count: 1, oldestAt: saved }, saved + hours(24))).toBe(saved + hours(48));
    for (const minutes of [0, 15, 30, 600])
      expect(reminderAt({ count: 1, oldestAt: saved }, saved + hours(25) + minutes * 60_000)).toBe(
        saved + hours(48)
      );
  });

  test('is always in the future, and never more than a day ahead, at any clock time', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 42 }),
        fc.integer({ min: 0, max: 2 ** 42 }),
        (oldestAt, now) => {
          const at = reminderAt({ count: 1, oldestAt }, now) ?? 0;
          expect(at).toBeGreaterThan(now);
          expect(at).toBeLessThanOrEqual(now + hours(24));
        }
      )
    );
  });
});

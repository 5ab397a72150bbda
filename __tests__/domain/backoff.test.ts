import { retryAfterDelay, backoffDelay, maxRetryDelay, outageJitter } from '@/domain/backoff';

const always = (value: number) => () => value;

test('delays grow from 2 s to 5 min, with full jitter', () => {
  expect([1, 2, 3, 8, 50, 10_000].map((attempts) => backoffDelay(attempts, always(0.999_999_999)))).toEqual([
    4_000, 8_000, 16_000, 300_000, 300_000, 300_000,
  ]);
  expect([1, 8, 50].map((attempts) => backoffDelay(attempts, always(0)))).toEqual([2_000, 2_000, 2_000]);
});

test('phones return spread over half a minute after an outage', () => {
  expect([outageJitter(always(0)), outageJitter(always(0.5))]).toEqual([0, 15_000]);
  expect(retryAfterDelay(10_000, always(0.5))).toBe(25_000);
});

test('a Retry-After of a month is limited to an hour', () => {
  expect(retryAfterDelay(30 * 86_400_000, always(0))).toBe(3_600_000);
});

test('no attempt is further ahead than the longest delay, so that a clock that was set back can be detected', () => {
  expect(backoffDelay(99, always(1)) + outageJitter(always(1))).toBeLessThanOrEqual(maxRetryDelay);
});

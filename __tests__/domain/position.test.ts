import { feedPassed } from '@/domain/position';

describe('a position in the feed', () => {
  it.each([
    ['a.41', 'a.42', 'passed'],
    ['a.42', 'a.42', 'not_yet'],
    ['a.9', 'a.10', 'passed'],
    ['a.18446744073709551614', 'a.18446744073709551615', 'passed'],
    ['a.b.7', 'a.b.8', 'passed'],
    ['a.41', 'b.42', 'other_epoch'],
  ])('a write at %s and a feed at %s: %s', (write, feed, expected) => {
    expect(feedPassed(write, feed)).toBe(expected);
  });
});

import { feedPassed, lastBefore, laterPosition } from '@/domain/position';

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

  it.each([
    [null, 'a.7', 'a.7'],
    ['a.9', 'a.10', 'a.10'],
    ['a.10', 'a.9', 'a.10'],
    ['a.10', 'b.1', 'b.1'],
  ])('the later of %s and %s is %s', (one, other, expected) => {
    expect(laterPosition(one, other)).toBe(expected);
  });

  it('a feed at a number contains what is before it', () => {
    expect(lastBefore('a.b.18446744073709551616')).toBe('a.b.18446744073709551615');
  });
});

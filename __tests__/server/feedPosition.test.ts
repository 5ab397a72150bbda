import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { type FeedPoint, START, advance, readPosition, writePosition } from '../../server/store/feedPosition';

const point = (number: number, kind: FeedPoint['kind'], id: number): FeedPoint => ({
  number,
  kind,
  id,
});

describe('the position of a reader in the buckets of the feed', () => {
  it('moves every bucket to the last change of the page', () => {
    const points = new Map([
      ['all', START],
      ['space', point(5, 'team', 3)],
    ]);
    const after = advance(points, { ...point(9, 'contact', 4), bucket: 'space' });
    assert.deepEqual(after.get('all'), point(9, 'contact', 4));
    assert.deepEqual(after.get('space'), point(9, 'contact', 4));
  });

  it('moves no bucket back: one that starts over does not repeat the others', () => {
    const points = new Map([
      ['action:2', START],
      ['space', point(500, 'team', 3)],
    ]);
    const after = advance(points, { ...point(100, 'contact', 4), bucket: 'action:2' });
    assert.deepEqual(after.get('action:2'), point(100, 'contact', 4));
    assert.deepEqual(after.get('space'), point(500, 'team', 3));
    // Numbers, not texts: 500 is before 1000.
    assert.deepEqual(
      advance(points, { ...point(1000, 'role', 1), bucket: 'space' }).get('space'),
      point(1000, 'role', 1)
    );
  });

  it('keeps the same record of a later bucket for the next page', () => {
    const points = new Map([
      ['action:1', START],
      ['action:2', START],
    ]);
    const after = advance(points, { ...point(9, 'contact', 4), bucket: 'action:1' });
    assert.deepEqual(after.get('action:1'), point(9, 'contact', 4));
    assert.deepEqual(after.get('action:2'), point(9, 'contact', 3));
  });

  it('is written and read unchanged, short for many buckets that are equally far', () => {
    const same = point(123_456_789, 'transaction_bundle', 98_765);
    const buckets = Array.from({ length: 100 }, (_, index) => `action:${10_000 + index}`);
    const position = {
      epoch: 'e',
      view: '1/2/user',
      points: new Map([...buckets.map((bucket) => [bucket, same] as const), ['space', START] as const]),
    };
    const text = writePosition(position);
    assert.deepEqual(readPosition(text), position);
    assert.ok(text.length < 2_500, `${text.length} characters`);
  });

  it('is not read from anything else', () => {
    for (const text of ['', 'x', 'null', '{}', '{"epoch":"e","view":"v","points":[["x",0,0,["all"]]]}'])
      assert.equal(readPosition(Buffer.from(text).toString('base64url')), null, text);
  });
});

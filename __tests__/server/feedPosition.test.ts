import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateRawSync } from 'node:zlib';

import { ChangesQuery } from '@/contract/changes';

import {
  type BucketPoint,
  START as BEFORE_ALL,
  advance,
  readPosition,
  writePosition,
} from '../../server/store/feedPosition';

const START: BucketPoint = { ...BEFORE_ALL, since: 0 };
const point = (number: number, kind: BucketPoint['kind'], id: number, since = 0): BucketPoint => ({
  number,
  kind,
  id,
  since,
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

  it('keeps where it began in a bucket until it is past it', () => {
    const points = new Map([['all', { ...START, since: 9 }]]);
    const before = advance(points, { ...point(8, 'contact', 4), bucket: 'all' });
    assert.deepEqual(before.get('all'), point(8, 'contact', 4, 9));
    const past = advance(before, { ...point(9, 'contact', 4), bucket: 'all' });
    assert.deepEqual(past.get('all'), point(9, 'contact', 4));
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

  it('of a person with 400 actions, in which they are differently far, is one that the service accepts', () => {
    const points = new Map(
      Array.from({ length: 400 }, (_, index) => [
        `action:${1_000_000 + index * 977}`,
        point((2 ** 40 + index) * 3, 'contact', 98_765 + index * 31, 2 ** 42 + index),
      ])
    );
    const position = { epoch: 'e'.repeat(36), view: '1000/200000/user', points };
    const text = writePosition(position);
    assert.deepEqual(readPosition(text), position);
    assert.ok(ChangesQuery.safeParse({ cursor: text }).success, `${text.length} characters`);
  });

  it('is not read from anything else', () => {
    const written = ['', 'x', 'null', '{}', '{"epoch":"e","view":"v","points":[["x",0,0,0,["all"]]]}'];
    for (const text of written)
      for (const bytes of [Buffer.from(text), deflateRawSync(text)])
        assert.equal(readPosition(bytes.toString('base64url')), null, text);
    const long = { epoch: 'e'.repeat(2_000_000), view: 'v', points: [] };
    assert.equal(readPosition(deflateRawSync(JSON.stringify(long)).toString('base64url')), null, 'too long');
  });
});

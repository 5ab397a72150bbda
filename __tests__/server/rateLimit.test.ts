import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { RateLimiter } from '../../server/http/rateLimit';
import { startTestService } from './harness';

describe('the rate limit', () => {
  it('is a bucket that refills', () => {
    let now = 0;
    const limiter = new RateLimiter(
      { capacity: 3, refillPerSecond: 2 },
      () => undefined,
      () => now
    );
    const take = () => {
      const { allowed, remaining, resetSeconds, waitSeconds } = limiter.count('a');
      return [allowed, remaining, resetSeconds, waitSeconds];
    };
    assert.deepEqual(take(), [true, 2, 1, 1]);
    assert.deepEqual([take()[0], take()[0]], [true, true]);
    assert.deepEqual(take(), [false, 0, 2, 1]);
    assert.equal(limiter.count('b').allowed, true);
    now = 500;
    assert.equal(take()[0], true);
    assert.equal(take()[0], false);
    now = 60_000;
    assert.deepEqual(take(), [true, 2, 1, 1]);
  });

  it('is counted per token, reported in headers, and gives 429 with Retry-After', async () => {
    // The refill is so slow that none happens between two requests on a busy machine.
    const service = await startTestService({ rateLimit: { capacity: 5, refillPerSecond: 0.001 } });
    const { tokens } = await service.createSpace();
    const responses = [];
    for (let turn = 0; turn < 7; turn += 1)
      responses.push(await service.call(tokens.volunteer, 'GET', '/roles'));
    assert.deepEqual(
      responses.slice(0, 5).map(({ status }) => status),
      Array(5).fill(200)
    );
    assert.deepEqual(
      [responses[0]?.headers['x-ratelimit-limit'], responses[0]?.headers['x-ratelimit-remaining']],
      ['5', '4']
    );
    const last = responses[6];
    assert.equal(last?.status, 429);
    assert.equal(last?.body.code, 'too_many_requests');
    assert.ok(Number(last?.headers['retry-after']) >= 1);
    assert.equal((await service.call(tokens.leader, 'GET', '/roles')).status, 200);
    for (let turn = 0; turn < 6; turn += 1) await service.call('guess', 'GET', '/roles');
    assert.equal((await service.call('another guess', 'GET', '/roles')).status, 429);
    assert.equal((await service.call(null, 'GET', '/health')).status, 200);
    await service.close();
  });

  it('limits the lookups of unknown tokens per network address, and does not count valid tokens', async () => {
    const service = await startTestService({ rateLimit: { capacity: 5, refillPerSecond: 0.001 } });
    const { database } = service;
    const find = database.findCaller;
    let lookups = 0;
    database.findCaller = (...given) => {
      lookups += 1;
      return find(...given);
    };
    const { tokens } = await service.createSpace();
    const seenBefore = await service.call(tokens.leader, 'GET', '/roles');
    const good = await Promise.all(
      [tokens.volunteer, tokens.manager, tokens.admin].map((token) => service.call(token, 'GET', '/roles'))
    );
    assert.deepEqual(
      [seenBefore, ...good].map(({ status }) => status),
      Array(4).fill(200)
    );
    assert.equal(lookups, 4);
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => service.call(`guess${index}`, 'GET', '/roles'))
    );
    assert.equal(guesses.filter(({ status }) => status === 401).length, 5);
    assert.equal(guesses.filter(({ status }) => status === 429).length, 15);
    assert.equal(lookups, 9);
    // A cached caller is not affected by the attempts of others from the same address.
    assert.equal((await service.call(tokens.leader, 'GET', '/roles')).status, 200);
    await service.close();
  });
});

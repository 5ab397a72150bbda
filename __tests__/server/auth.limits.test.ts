import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { checkCode, requestCode } from '../../server/auth/oneTimeCodes';
import { hashToken } from '../../server/auth/tokens';
import { type TestService, type TestSpace, runSql, startTestService } from './harness';
import {
  type Browser,
  addPerson,
  asTokens,
  enterMail,
  refreshTokens,
  requestTokens,
  signIn,
  startSignIn,
  submit,
  waitForCode,
} from './signIn';

let service: TestService;
let space: TestSpace;
let origin: string;

before(async () => {
  service = await startTestService({ rateLimit: { capacity: 20, refillPerSecond: 1 } });
  space = await service.createSpace();
  origin = await service.listen();
});
after(() => service.close());

const from = (address: string) => ({ 'x-forwarded-for': address });
const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
let letters = 0;

/** Requests a code and enters a wrong one five times. Returns the status of each. */
async function guess(mail: string, address: string): Promise<number[]> {
  const started = await startSignIn(origin, { headers: from(address) });
  await enterMail(started, mail);
  letters += 1;
  const code = otherCode(await waitForCode(service.config.dataDir, mail, letters));
  const statuses: number[] = [];
  for (let count = 0; count < 5; count += 1) statuses.push((await submit(started, 'code', { code })).status);
  return statuses;
}

async function signInFrom(mail: string, address: string, browser?: Browser) {
  const started = await startSignIn(origin, { headers: from(address), ...(browser ? { browser } : {}) });
  await enterMail(started, mail);
  letters += 1;
  const code = await waitForCode(service.config.dataDir, mail, letters);
  return { browser: started.browser, status: (await submit(started, 'code', { code })).status };
}

describe('wrong codes', () => {
  it('of a stranger lock the stranger out, and not the owner', async () => {
    letters = 0;
    const mail = await addPerson(service, space);
    for (let codes = 0; codes < 3; codes += 1)
      assert.ok((await guess(mail, '203.0.113.1')).every((status) => status === 422));
    assert.ok((await guess(mail, '203.0.113.1')).every((status) => status === 429));
    assert.equal((await signInFrom(mail, '198.51.100.2')).status, 303);
  });

  it('of a stranger in the same network do not lock out a browser that signed in before', async () => {
    letters = 0;
    const mail = await addPerson(service, space);
    const { browser } = await signInFrom(mail, '203.0.113.7');
    for (let codes = 0; codes < 4; codes += 1) await guess(mail, '203.0.113.7');
    assert.equal((await signInFrom(mail, '203.0.113.7', browser)).status, 303);
  });

  const source: { source: string; browser: string | null } = { source: '203.0.113.9', browser: null };
  /** Five wrong codes and the right one, without pages. Returns what the checks return. */
  const check = (mail: string, isRight: boolean, given = source) =>
    service.database.asOwner(async (tx) => {
      const interactionId = `sign-in of ${mail} ${Math.random()}`;
      const created = await requestCode(tx, { interactionId, mail, ...given });
      assert.equal(created.kind, 'created');
      const code = created.kind === 'created' ? created.code : '';
      const kinds: string[] = [];
      for (let count = 0; count < (isRight ? 1 : 5); count += 1)
        kinds.push((await checkCode(tx, interactionId, isRight ? code : otherCode(code), given)).kind);
      return kinds;
    });

  it('are limited per network address over all accounts', async () => {
    for (let account = 0; account < 20; account += 1)
      assert.ok(!(await check(`a${account}@example.org`, false)).includes('too_many'), `account ${account}`);
    assert.deepEqual(new Set(await check('a20@example.org', false)), new Set(['too_many']));
    const elsewhere = { source: '203.0.113.10', browser: null };
    assert.deepEqual(await check('a21@example.org', true, elsewhere), ['right']);
  });

  it('are limited per mail address over all network addresses, but not for a known browser', async () => {
    const mail = 'wanted@example.org';
    const guesses: string[] = [];
    for (let stranger = 0; stranger < 22; stranger += 1) {
      // The number of codes is limited as well.
      const keys = [hashToken(`code-mail:${mail}`)];
      await runSql(service.connectionString, 'DELETE FROM sign_in_limits WHERE key = ANY($1)', [keys]);
      guesses.push(...(await check(mail, false, { source: `198.51.100.${stranger}`, browser: null })));
    }
    assert.equal(guesses.indexOf('too_many'), 100);
    const known = { source: '198.51.100.1', browser: 'known' };
    assert.deepEqual(await check(mail, true, known), ['right']);
  });

  it('are counted, right ones are not', async () => {
    const given = { source: '203.0.113.11', browser: null };
    for (let count = 0; count < 20; count += 1) {
      // The number of codes is limited as well.
      const keys = ['code-pair:right@example.org 203.0.113.11', 'code-mail:right@example.org'].map(hashToken);
      await runSql(service.connectionString, 'DELETE FROM sign_in_limits WHERE key = ANY($1)', [keys]);
      assert.deepEqual(await check('right@example.org', true, given), ['right'], String(count));
    }
  });
});

describe('codes', () => {
  /** Requests codes without pages, and returns how many were created before the first refusal. */
  const countCreated = (requests: readonly { mail: string; source: string; browser?: string }[]) =>
    service.database.asOwner(async (tx) => {
      for (const [created, { browser = null, ...request }] of requests.entries()) {
        const interactionId = `request ${Math.random()}`;
        const { kind } = await requestCode(tx, { interactionId, browser, ...request });
        if (kind === 'too_many') return created;
      }
      return requests.length;
    });
  const many = <T>(count: number, of: (index: number) => T) => Array.from({ length: count }, (_, n) => of(n));

  it('are limited per address and source, and per address over all sources, but not for a known browser', async () => {
    const mail = 'flooded@example.org';
    assert.equal(await countCreated(many(8, () => ({ mail, source: '203.0.113.20' }))), 5);
    assert.equal(await countCreated(many(30, (n) => ({ mail, source: `198.51.100.${n}` }))), 15);
    const known = { mail, source: '203.0.113.20', browser: 'known' };
    assert.equal(await countCreated(many(8, () => known)), 5);
  });

  it('are limited per source over all addresses', async () => {
    const source = '203.0.113.21';
    // One more every ten seconds.
    const created = await countCreated(many(400, (n) => ({ mail: `hall${n}@example.org`, source })));
    assert.ok(created >= 250 && created < 400, String(created));
    assert.equal(await countCreated([{ mail: 'hall0@example.org', source: '203.0.113.22' }]), 1);
  });
});

describe('the token endpoint', () => {
  it('limits how often one device renews its tokens, without signing it out', async () => {
    const mail = await addPerson(service, space);
    let tokens = await signIn(origin, service.config.dataDir, mail);
    const statuses: number[] = [];
    for (let count = 0; count < 40; count += 1) {
      const response = await refreshTokens(origin, tokens.refresh_token);
      statuses.push(response.status);
      if (response.status === 200) tokens = asTokens(response);
      else assert.ok(Number(response.headers.get('retry-after')) > 0, JSON.stringify(response.body));
    }
    assert.deepEqual([...new Set(statuses)].sort(), [200, 429]);
    assert.equal((await service.call(tokens.access_token, 'GET', '/me')).status, 200);
  });

  it('limits requests per network address, whatever an untrusted proxy forwards', async () => {
    const strict = await startTestService({
      connectionString: service.connectionString,
      trustedProxies: ['192.0.2.0/24'],
    });
    try {
      const address = await strict.listen();
      const send = (index: number) =>
        requestTokens(
          address,
          { grant_type: 'refresh_token', refresh_token: 'x'.repeat(43) },
          from(`198.51.100.${index % 250}`)
        );
      const statuses = new Set<number>();
      for (let index = 0; index < 2_000 && !statuses.has(429); index += 20) {
        const responses = await Promise.all(Array.from({ length: 20 }, (_, more) => send(index + more)));
        for (const { status } of responses) statuses.add(status);
      }
      assert.deepEqual([...statuses].sort(), [400, 429]);
    } finally {
      await strict.close();
    }
  });
});

describe('requests', () => {
  it('of all access tokens of one device share a limit, and those of all devices of one person', async () => {
    const mail = await addPerson(service, space);
    const statusesOf = async (tokens: string[], count: number) => {
      const statuses: number[] = [];
      for (let index = 0; index < count; index += 1)
        statuses.push((await service.call(tokens[index % tokens.length] ?? '', 'GET', '/me')).status);
      return statuses;
    };
    const renew = async (): Promise<string[]> => {
      const first = await signIn(origin, service.config.dataDir, mail);
      const second = asTokens(await refreshTokens(origin, first.refresh_token));
      return [first.access_token, second.access_token];
    };
    assert.ok((await statusesOf(await renew(), 30)).includes(429), 'one device');
    const id = Number(
      (await runSql(service.connectionString, 'SELECT id FROM users WHERE mail = $1', [mail])).rows[0]?.id
    );
    const many = await Promise.all(Array.from({ length: 12 }, () => service.createTokenFor(id)));
    assert.ok((await statusesOf(many, 120)).includes(429), 'one person');
  });

  it('that start a sign-in are limited with a trailing slash, too', async () => {
    const statuses = new Set<number>();
    for (let index = 0; index < 2_000 && !statuses.has(429); index += 20) {
      const responses = await Promise.all(
        Array.from({ length: 20 }, () =>
          fetch(`${origin}/api/oidc/auth/?client_id=x`, { redirect: 'manual' })
        )
      );
      for (const { status } of responses) statuses.add(status);
    }
    assert.ok(statuses.has(429), [...statuses].join());
  });
});

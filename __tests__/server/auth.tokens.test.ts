import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { REMOVE_REFRESH_TOKENS } from '../../server/auth/cleanup';
import { type TestService, type TestSpace, runSql, startTestService } from './harness';
import { type Tokens, addPerson, asTokens, refreshTokens, signIn } from './signIn';

let service: TestService;
let space: TestSpace;
let origin: string;

before(async () => {
  service = await startTestService();
  space = await service.createSpace();
  origin = await service.listen();
});
after(() => service.close());

const sqlRun = (text: string, values: unknown[] = []) => runSql(service.connectionString, text, values);

/** Signs in on a device: a new person, or the person with this address. */
async function newDevice(mail?: string, name = 'Pixel 8'): Promise<Tokens & { mail: string }> {
  const address = mail ?? (await addPerson(service, space));
  const given = { parameters: { device_name: name } };
  return { ...(await signIn(origin, service.config.dataDir, address, given)), mail: address };
}

const refresh = (token: string) => refreshTokens(origin, token);
const me = (token: string) => service.call(token, 'GET', '/me');

/** Moves all timestamps of the tokens into the past. */
async function letPass(seconds: number): Promise<void> {
  for (const column of ['used_at', 'arrived_at', 'created_at', 'expires_at']) {
    await sqlRun(`UPDATE refresh_tokens SET ${column} = ${column} - make_interval(secs => $1)`, [seconds]);
  }
}

/** Waits until the service has recorded that the response with this token arrived. */
async function untilNoted(token: string): Promise<void> {
  for (let attempt = 0; attempt < 3_000; attempt += 1) {
    const { rows } = await sqlRun(
      `SELECT 1 FROM access_tokens WHERE token_hash = sha256($1::bytea) AND used_at IS NOT NULL`,
      [token]
    );
    if (rows.length > 0) return;
    await sleep(20);
  }
  throw new Error('the use of the token was not noted');
}

async function assertSignedOut(tokens: { access_token: string; refresh_token: string }): Promise<void> {
  const response = await me(tokens.access_token);
  assert.equal(response.status, 401);
  assert.equal(response.headers['www-authenticate'], 'Bearer error="invalid_token"');
  const refused = await refresh(tokens.refresh_token);
  assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_grant']);
}

describe('a refresh', () => {
  it('returns a new pair each time, and both new tokens work', async () => {
    const first = await newDevice();
    const second = asTokens(await refresh(first.refresh_token));
    assert.notEqual(second.refresh_token, first.refresh_token);
    assert.notEqual(second.access_token, first.access_token);
    assert.equal((await me(second.access_token)).status, 200);
    const third = asTokens(await refresh(second.refresh_token));
    assert.equal((await me(third.access_token)).status, 200);
  });

  it('returns the same successor when the response was lost and the request is repeated', async () => {
    const first = await newDevice();
    const lost = asTokens(await refresh(first.refresh_token));
    const again = asTokens(await refresh(first.refresh_token));
    assert.equal(again.refresh_token, lost.refresh_token);
    const next = asTokens(await refresh(again.refresh_token));
    assert.equal((await me(next.access_token)).status, 200);
  });

  it('returns the same successor after hours offline, as long as the successor is unused', async () => {
    const first = await newDevice();
    const lost = asTokens(await refresh(first.refresh_token));
    await letPass(5 * 3600);
    const again = asTokens(await refresh(first.refresh_token));
    assert.equal(again.refresh_token, lost.refresh_token);
    assert.equal((await me(again.access_token)).status, 200);
  });

  it('returns the same successor within the grace period, even when the successor is in use', async () => {
    const first = await newDevice();
    const second = asTokens(await refresh(first.refresh_token));
    await me(second.access_token);
    await untilNoted(second.access_token);
    // The grace period is a minute: the other half is for a slow machine.
    await letPass(30);
    const again = asTokens(await refresh(first.refresh_token));
    assert.equal(again.refresh_token, second.refresh_token);
  });

  it('signs the device out when an old token is used although its successor is in use', async () => {
    const first = await newDevice();
    const second = asTokens(await refresh(first.refresh_token));
    await me(second.access_token);
    await untilNoted(second.access_token);
    await letPass(61);
    const stolen = await refresh(first.refresh_token);
    assert.deepEqual([stolen.status, stolen.body.error], [400, 'invalid_grant']);
    await assertSignedOut(second);
  });

  it('signs the device out when a token from two refreshes ago is used', async () => {
    const first = await newDevice();
    const second = asTokens(await refresh(first.refresh_token));
    await letPass(61);
    const third = asTokens(await refresh(second.refresh_token));
    const stolen = await refresh(first.refresh_token);
    assert.deepEqual([stolen.status, stolen.body.error], [400, 'invalid_grant']);
    await assertSignedOut(third);
  });

  it('returns one successor to twenty concurrent refreshes of one token, and all access tokens work', async () => {
    const first = await newDevice();
    const responses = await Promise.all(Array.from({ length: 20 }, () => refresh(first.refresh_token)));
    const tokens = responses.map(asTokens);
    assert.equal(new Set(tokens.map(({ refresh_token: token }) => token)).size, 1);
    for (const { access_token: token } of tokens) assert.equal((await me(token)).status, 200);
    const { rows } = await sqlRun(
      `SELECT count(*)::int AS count FROM refresh_tokens r JOIN devices d ON d.id = r.device_id
       JOIN users u ON u.id = d.user_id WHERE u.mail = $1`,
      [first.mail]
    );
    assert.equal(rows[0]?.count, 2);
  });

  it('refuses a token that is unknown, expired, or of a deleted person', async () => {
    const unknown = await refresh('a'.repeat(43));
    assert.deepEqual([unknown.status, unknown.body.error], [400, 'invalid_grant']);
    const missing = await refresh('');
    assert.deepEqual([missing.status, missing.body.error], [400, 'invalid_request']);
    const expired = await newDevice();
    await letPass(90 * 86_400);
    assert.equal((await refresh(expired.refresh_token)).body.error, 'invalid_grant');
    const gone = await newDevice();
    await sqlRun('UPDATE users SET active = false WHERE mail = $1', [gone.mail]);
    assert.equal((await refresh(gone.refresh_token)).body.error, 'invalid_grant');
    assert.equal((await me(gone.access_token)).status, 401);
  });

  it('stores no token in plain text', async () => {
    const first = await newDevice();
    const second = asTokens(await refresh(first.refresh_token));
    const secrets = [first, second].flatMap((tokens) => [tokens.access_token, tokens.refresh_token]);
    for (const table of ['access_tokens', 'refresh_tokens', 'devices', 'sign_in_artifacts', 'service_keys']) {
      const { rows } = await sqlRun(`SELECT t::text AS row FROM ${table} t`);
      for (const secret of secrets) {
        const hex = Buffer.from(secret).toString('hex');
        const found = rows.some(({ row }) => String(row).includes(secret) || String(row).includes(hex));
        assert.ok(!found, `${table} holds a token`);
      }
    }
  });

  it('works in another process on the same database', async () => {
    const first = await newDevice();
    const other = await startTestService({ connectionString: service.connectionString });
    try {
      const address = await other.listen();
      const lost = asTokens(await refreshTokens(address, first.refresh_token));
      const again = asTokens(await refresh(first.refresh_token));
      assert.equal(again.refresh_token, lost.refresh_token);
    } finally {
      await other.close();
    }
  });
});

describe('devices', () => {
  const list = async (token: string) => {
    const response = await service.call(token, 'GET', '/oidc/devices');
    assert.equal(response.status, 200);
    return response.body.data.devices as {
      id: number;
      name: string;
      current: boolean;
      last_used_at: string;
    }[];
  };

  it('are listed per person, by name, with the current one marked', async () => {
    const phone = await newDevice(undefined, 'Pixel 8');
    const tablet = await newDevice(phone.mail, '  The   shared\ttablet ');
    const stranger = await newDevice();
    const devices = await list(phone.access_token);
    assert.deepEqual(devices.map(({ name, current }) => [name, current]).sort(), [
      ['Pixel 8', true],
      ['The shared tablet', false],
    ]);
    assert.deepEqual(
      (await list(stranger.access_token)).map(({ name }) => name),
      ['Pixel 8']
    );
    assert.ok(tablet.access_token);
  });

  it('show the time of their last use', async () => {
    const phone = await newDevice();
    await sqlRun(`UPDATE devices SET last_used_at = now() - interval '2 days'`);
    const second = asTokens(await refresh(phone.refresh_token));
    const [device] = await list(second.access_token);
    assert.ok(Date.now() - Date.parse(device?.last_used_at ?? '') < 3_600_000, 'not two days ago');
  });

  it('are signed out separately, immediately and permanently', async () => {
    const phone = await newDevice(undefined, 'Lost phone');
    const tablet = await newDevice(phone.mail, 'Tablet');
    assert.equal((await me(phone.access_token)).status, 200);
    const lost = (await list(tablet.access_token)).find(({ name }) => name === 'Lost phone');
    const response = await service.call(tablet.access_token, 'DELETE', `/oidc/devices/${lost?.id}`);
    assert.equal(response.status, 200);
    await assertSignedOut(phone);
    assert.equal((await me(tablet.access_token)).status, 200);
    assert.ok(asTokens(await refresh(tablet.refresh_token)));
    assert.deepEqual(
      (await list(tablet.access_token)).map(({ name }) => name),
      ['Tablet']
    );
    const again = await service.call(tablet.access_token, 'DELETE', `/oidc/devices/${lost?.id}`);
    assert.equal(again.status, 404);
  });

  it('of another person cannot be listed or signed out', async () => {
    const mine = await newDevice();
    const theirs = await newDevice();
    const [device] = await list(theirs.access_token);
    const response = await service.call(mine.access_token, 'DELETE', `/oidc/devices/${device?.id}`);
    assert.equal(response.status, 404);
    assert.equal((await me(theirs.access_token)).status, 200);
  });

  it('of a person are all signed out by that person or a manager, and by no other user', async () => {
    const phone = await newDevice();
    const tablet = await newDevice(phone.mail, 'Tablet');
    const { id } = (await me(phone.access_token)).body.data.User;
    const handed = await service.createTokenFor(id);
    const signOut = (token: string) => service.call(token, 'DELETE', `/users/${id}/devices`);
    assert.equal((await signOut(space.tokens.volunteer)).status, 403);
    assert.equal((await me(handed)).status, 200);

    const response = await signOut(space.tokens.manager);
    assert.deepEqual([response.status, response.body.data.devices], [200, 3]);
    await assertSignedOut(phone);
    await assertSignedOut(tablet);
    assert.equal((await me(handed)).status, 401);
    assert.equal((await signOut(space.tokens.manager)).body.data.devices, 0);

    const again = await newDevice(phone.mail);
    assert.equal((await signOut(again.access_token)).status, 200);
    await assertSignedOut(again);
  });

  it('of a person with a wider role or of another space cannot be signed out by a manager', async () => {
    const other = await service.createSpace();
    const { manager } = space.tokens;
    const answerFor = async (id: number) =>
      (await service.call(manager, 'DELETE', `/users/${id}/devices`)).status;
    assert.equal(await answerFor(space.userIds.admin), 403);
    assert.equal(await answerFor(other.userIds.volunteer), 404);
    assert.equal((await me(other.tokens.volunteer)).status, 200);
  });

  it('are listed only with a valid token', async () => {
    assert.equal((await service.call(null, 'GET', '/oidc/devices')).status, 401);
    const phone = await newDevice();
    await list(phone.access_token);
    await sqlRun('UPDATE access_tokens SET revoked_at = now() WHERE token_hash = sha256($1::bytea)', [
      phone.access_token,
    ]);
    assert.equal((await service.call(phone.access_token, 'GET', '/oidc/devices')).status, 401);
    assert.equal((await service.call(space.tokens.admin, 'DELETE', '/oidc/devices/x')).status, 422);
  });

  it('are signed out by revoking either token (RFC 7009)', async () => {
    for (const kind of ['access_token', 'refresh_token'] as const) {
      const phone = await newDevice();
      const response = await fetch(`${origin}/api/oidc/token/revocation`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: 'doorstep', token: phone[kind], token_type_hint: kind }),
      });
      assert.equal(response.status, 200);
      await assertSignedOut(phone);
    }
  });

  it('cannot be signed out by revoking a token for scripts', async () => {
    const response = await fetch(`${origin}/api/oidc/token/revocation`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'doorstep', token: space.tokens.admin }),
    });
    assert.equal(response.status, 200);
    assert.equal((await me(space.tokens.admin)).status, 200);
  });
});

it('finds old refresh tokens by indexes', async () => {
  const { rows } = await sqlRun(`SET enable_seqscan = off; EXPLAIN ${REMOVE_REFRESH_TOKENS}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  assert.match(plan, /refresh_tokens_by_expiry/);
  assert.match(plan, /refresh_tokens_replaced/);
});

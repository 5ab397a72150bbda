import { problem } from '@/contract/problem';
import type { Session } from '@/sync/ports';
import { createTransport, defaultLimits } from '@/sync/transport';

import {
  respond,
  createTestPorts,
  defaultSession,
  runUntilResolved,
  success,
  type Reaction,
  type Script,
} from './support';

const isToken = (path: string) => path.endsWith('/token');
const settings = { endpoint: 'getTransactionSettings' } as const;
const create = { endpoint: 'createBundle', body: '{"data":{}}', idempotencyKey: 'key-1' } as const;

function begin(script: Script, session: Session | null = defaultSession) {
  const ports = createTestPorts(script, session);
  return { ports, transport: createTransport(ports, { ...defaultLimits, space: null }) };
}

test('a call is sent to its endpoint with the token, the frozen body and the key', async () => {
  const { ports, transport } = begin(() => success({}));
  await runUntilResolved(ports, transport.send(create));
  await runUntilResolved(ports, transport.send({ endpoint: 'getContact', params: { id: 7 } }));
  await runUntilResolved(ports, transport.send({ endpoint: 'listUsers', query: { limit: 5, offset: 0 } }));
  expect(ports.sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /v1/transaction_bundles',
    'GET /v1/contacts/7',
    'GET /users?limit=5&offset=0',
  ]);
  expect(ports.sent[0]).toMatchObject({
    body: create.body,
    headers: {
      authorization: 'Bearer first',
      'idempotency-key': 'key-1',
      'content-type': 'application/json',
    },
  });
});

test('a read says the last position that the service returned, of a write or of the end of the feed', async () => {
  const pages = [
    { position: 'a.50', more: true },
    { position: 'a.50', more: false },
  ];
  const { ports, transport } = begin(({ path }) =>
    path.startsWith('/v1/changes')
      ? success(pages.shift())
      : respond(
          200,
          { status: 'success', data: {} },
          path.includes('bundles') ? { 'doorstep-position': 'a.41' } : {}
        )
  );
  const send = (call: Parameters<typeof transport.send>[0]) => runUntilResolved(ports, transport.send(call));
  const feed = { endpoint: 'listChanges', query: { limit: 10 } } as const;
  for (const call of [settings, create, settings, create, feed, settings, feed, settings]) await send(call);
  expect(ports.sent.map(({ headers }) => headers['doorstep-position'])).toEqual([
    undefined,
    undefined,
    'a.41',
    undefined,
    'a.41',
    'a.41',
    'a.41',
    'a.49',
  ]);
});

test('a call without a response times out, even where fetch ignores the signal', async () => {
  const { ports, transport } = begin(() => 'silence');
  expect(await runUntilResolved(ports, transport.send(create))).toEqual({ kind: 'failed', cause: 'timeout' });
  expect(ports.clock.monotonic()).toBe(20_000);
});

test('a call can be aborted', async () => {
  const { ports, transport } = begin(() => 'silence');
  const stop = new AbortController();
  ports.clock.after(1_000, () => stop.abort());
  const sent = transport.send({ ...create, signal: stop.signal });
  expect(await runUntilResolved(ports, sent)).toEqual({ kind: 'failed', cause: 'aborted' });
  expect(await runUntilResolved(ports, transport.send({ ...create, signal: stop.signal }))).toEqual({
    kind: 'offline',
  });
  expect(ports.sent).toHaveLength(1);
});

test('nothing is sent while the phone is offline', async () => {
  const { ports, transport } = begin(() => success({}));
  ports.setOnline(false);
  expect(await runUntilResolved(ports, transport.send(create))).toEqual({ kind: 'offline' });
  expect(ports.sent).toEqual([]);
});

test('a broken connection is a value, not an exception', async () => {
  const { ports, transport } = begin(() => 'lost');
  expect(await runUntilResolved(ports, transport.send(create))).toEqual({ kind: 'failed', cause: 'network' });
});

test.each([
  ['a login page', { status: 200, text: '<html>Welcome to the hotel</html>' }],
  ['half an answer', { status: 200, text: '{"status":"success","data":{"id"' }],
  ['an empty answer', { status: 200, text: '' }],
])('%s has no body', async (_name, reaction: Reaction) => {
  const { ports, transport } = begin(() => reaction);
  expect(await runUntilResolved(ports, transport.send(create))).toMatchObject({
    kind: 'answered',
    body: undefined,
  });
});

test.each([
  ['120', '', 120_000],
  ['Sat, 14 Mar 2026 12:00:30 GMT', 'Sat, 14 Mar 2026 12:00:00 GMT', 30_000],
  ['soon', '', null],
])('Retry-After %s is parsed, relative to the clock of the service', async (value, date, retryAfterMs) => {
  const { ports, transport } = begin(() => respond(503, {}, { 'retry-after': value, date }));
  expect(await runUntilResolved(ports, transport.send(settings))).toMatchObject({
    status: 503,
    retryAfterMs,
  });
});

describe('when the token has expired', () => {
  const expired = (refresh: (count: number) => Reaction): Script => {
    let refreshes = 0;
    return ({ path, headers }) => {
      if (isToken(path)) return refresh((refreshes += 1));
      return headers.authorization === 'Bearer first' ? respond(401, {}) : success({});
    };
  };
  const renewed = respond(200, { access_token: 'second', refresh_token: 'refresh-2' });

  test('concurrent callers share one refresh, and the new pair is stored before it is used', async () => {
    const { ports, transport } = begin(expired(() => renewed));
    const calls = Array.from({ length: 5 }, () => transport.send(settings));
    const exchanges = await runUntilResolved(ports, Promise.all(calls));
    expect(exchanges.map((exchange) => exchange.kind === 'answered' && exchange.status)).toEqual(
      Array(5).fill(200)
    );
    expect(ports.sent.filter(({ path }) => isToken(path))).toHaveLength(1);
    expect(ports.sent.find(({ path }) => isToken(path))?.body).toBe(
      'grant_type=refresh_token&refresh_token=refresh-1&client_id=doorstep'
    );
    expect(ports.stored.session).toMatchObject({ accessToken: 'second', refresh: { token: 'refresh-2' } });
  });

  test('a refresh whose response was lost is repeated with the same refresh token', async () => {
    const { ports, transport } = begin(expired((count) => (count === 1 ? 'lost' : renewed)));
    expect(await runUntilResolved(ports, transport.send(create))).toEqual({ kind: 'refresh_failed' });
    expect(ports.stored.session).toEqual(defaultSession);
    expect(await runUntilResolved(ports, transport.send(create))).toMatchObject({
      kind: 'answered',
      status: 200,
    });
  });

  test.each<[string, Reaction]>([
    ['no network', 'lost'],
    ['a service in trouble', respond(503, {})],
    ['a login page', { status: 200, text: '<html>' }],
  ])('%s during the refresh does not end the session', async (_name, reaction) => {
    const { ports, transport } = begin(expired(() => reaction));
    expect(await runUntilResolved(ports, transport.send(create))).toEqual({ kind: 'refresh_failed' });
    expect(ports.stored.session).toEqual(defaultSession);
    expect(ports.stored.revoked).toEqual([]);
  });

  test('only a refusal by the sign-in service signs out, and only its own error code means revoked', async () => {
    const { ports, transport } = begin(expired(() => respond(400, { error: 'invalid_grant' })));
    expect(await runUntilResolved(ports, transport.send(create))).toEqual({ kind: 'signed_out' });
    expect(ports.stored.revoked).toEqual(['first']);
  });

  test.each([
    ['a service that no longer knows the app', respond(401, { error: 'invalid_client' })],
    ['a firewall in between', respond(403, { error: 'invalid_grant' })],
    ['a service in trouble', respond(500, { error: 'invalid_grant' })],
  ])('%s does not mean that the phone was revoked', async (_name, reaction) => {
    const { ports, transport } = begin(expired(() => reaction));
    await runUntilResolved(ports, transport.send(create));
    expect(ports.stored.revoked).toEqual([]);
  });

  describe('a token that was pasted and cannot be refreshed,', () => {
    const pasted = { ...defaultSession, refresh: null };
    const refused = (reaction: Reaction) => begin(() => reaction, pasted);

    test('is deleted once the service has refused it, and is not tried again', async () => {
      const { ports, transport } = refused(respond(401, problem('unauthenticated')));
      expect(await runUntilResolved(ports, transport.send(create))).toEqual({ kind: 'signed_out' });
      expect(ports.stored.session).toEqual({ ...pasted, accessToken: '' });
      expect(await runUntilResolved(ports, transport.send(create))).toEqual({ kind: 'signed_out' });
      expect(ports.sent).toHaveLength(1);
    });

    test.each([
      ['a firewall', respond(401, {})],
      ['a service of another maker', respond(401, { message: 'who are you?' })],
    ])('stays when %s refused it', async (_name, reaction) => {
      const { ports, transport } = refused(reaction);
      expect(await runUntilResolved(ports, transport.send(create))).toEqual({ kind: 'signed_out' });
      expect(ports.stored.session).toEqual(pasted);
    });
  });

  test('a new token that is refused as well signs out, after one attempt', async () => {
    const { ports, transport } = begin(({ path }) => (isToken(path) ? renewed : respond(401, {})));
    expect(await runUntilResolved(ports, transport.send(create))).toEqual({ kind: 'signed_out' });
    expect(ports.sent).toHaveLength(3);
  });

  test('a token that another tab has refreshed meanwhile is read from the store', async () => {
    const { ports, transport } = begin(expired(() => respond(400, { error: 'invalid_grant' })));
    await runUntilResolved(ports, transport.send({ endpoint: 'getHealth' }));
    ports.stored.session = { ...defaultSession, accessToken: 'third' };
    expect(await runUntilResolved(ports, transport.send(create))).toMatchObject({
      kind: 'answered',
      status: 200,
    });
    expect(ports.sent.some(({ path }) => isToken(path))).toBe(false);
  });

  test('a token that another tab has refreshed long ago is refreshed again', async () => {
    const { ports, transport } = begin(({ path, headers }) => {
      if (isToken(path)) return renewed;
      return headers.authorization === 'Bearer second' ? success({}) : respond(401, {});
    });
    await runUntilResolved(ports, transport.send({ endpoint: 'getHealth' }));
    ports.stored.session = { ...defaultSession, accessToken: 'third' };
    expect(await runUntilResolved(ports, transport.send(settings))).toMatchObject({ status: 200 });
    expect(ports.sent.filter(({ path }) => isToken(path))).toHaveLength(1);
  });

  test('of two parts of the app that refresh at once, both use the pair that is stored', async () => {
    let issued = 0;
    const valid = new Set<string>();
    const ports = createTestPorts(({ path, headers }) => {
      if (!isToken(path)) return valid.has(headers.authorization ?? '') ? success({}) : respond(401, {});
      const token = `token-${(issued += 1)}`;
      valid.add(`Bearer ${token}`);
      const body = { access_token: token, refresh_token: 'refresh-2' };
      return { status: 200, body, afterMs: issued * 100 };
    }, defaultSession);
    const options = { ...defaultLimits, space: null };
    const both = [createTransport(ports, options), createTransport(ports, options)];
    await runUntilResolved(ports, Promise.all(both.map((transport) => transport.send(settings))));
    valid.clear();
    for (const transport of both)
      expect(await runUntilResolved(ports, transport.send(settings))).toMatchObject({ status: 200 });
  });

  test('an expired pasted token, and no token, sign out', async () => {
    const pasted = begin(
      expired(() => renewed),
      { ...defaultSession, refresh: null }
    );
    expect(await runUntilResolved(pasted.ports, pasted.transport.send(create))).toEqual({
      kind: 'signed_out',
    });
    const none = begin(() => success({}), null);
    expect(await runUntilResolved(none.ports, none.transport.send(create))).toEqual({ kind: 'signed_out' });
  });
});

test('a call names the space if there is one, and only together with a token', async () => {
  const ports = createTestPorts(() => success({}));
  const named: { space: number | null } = { space: 12 };
  const transport = createTransport(ports, {
    writeLimitMs: 1_000,
    readLimitMs: 1_000,
    space: () => Promise.resolve(named.space),
  });
  await runUntilResolved(ports, transport.send(settings));
  await runUntilResolved(ports, transport.send({ endpoint: 'getHealth' }));
  named.space = null;
  await runUntilResolved(ports, transport.send(settings));
  expect(ports.sent.map(({ headers }) => headers['doorstep-space'])).toEqual(['12', undefined, undefined]);
});

test('every response with a Date header shows how far the clock of the phone is ahead', async () => {
  const date = (ms: number) => ({ date: new Date(ms).toUTCString() });
  const reported: (number | null)[] = [];
  const ports = createTestPorts(({ path }) => {
    const now = ports.clock.now();
    if (path.startsWith('/users')) return success({});
    if (path.startsWith('/teams')) return { status: 200, text: '<html>Hotel</html>', headers: date(0) };
    return respond(200, { status: 'success', data: {} }, date(now - (now % 1_000) - 86_400_000));
  });
  const onContact = (_at: number, aheadMs: number | null) => reported.push(aheadMs);
  const transport = createTransport(ports, { ...defaultLimits, space: null, onContact });
  await runUntilResolved(ports, transport.send(settings));
  await runUntilResolved(ports, transport.send({ endpoint: 'listUsers' }));
  await runUntilResolved(ports, transport.send({ endpoint: 'listTeams' }));
  expect(reported).toHaveLength(2);
  expect(Math.round((reported[0] ?? 0) / 86_400_000)).toBe(1);
  expect(reported[1]).toBeNull();
});

describe('a person who was removed from the space', () => {
  const removed = respond(401, problem('membership_removed'));

  test('sends nothing more there, keeps the tokens, and does not count as revoked', async () => {
    const ports = createTestPorts(() => removed, defaultSession);
    const ended: unknown[] = [];
    ports.sessions.endMembership = (_session, end) => {
      ended.push(end);
      ports.stored.session = { ...defaultSession, ended: end };
      return Promise.resolve();
    };
    const transport = createTransport(ports, { ...defaultLimits, space: () => Promise.resolve(7) });
    for (let call = 0; call < 2; call += 1)
      expect(await runUntilResolved(ports, transport.send(create))).toEqual({ kind: 'signed_out' });
    expect(ports.sent).toHaveLength(1);
    expect(ended).toEqual([{ spaceId: 7, why: 'removed' }]);
    expect(ports.stored.session).toMatchObject({ accessToken: 'first', refresh: { token: 'refresh-1' } });
  });

  test('still sends to another space with the same tokens', async () => {
    const session = { ...defaultSession, ended: { spaceId: 7, why: 'removed' as const } };
    const ports = createTestPorts(() => success({}), session);
    const transport = createTransport(ports, { ...defaultLimits, space: () => Promise.resolve(8) });
    expect(await runUntilResolved(ports, transport.send(settings))).toMatchObject({ status: 200 });
  });

  test('is not concluded from the response of another service', async () => {
    const { ports, transport } = begin(({ path }) =>
      isToken(path) ? respond(400, { error: 'invalid_grant' }) : respond(401, { code: 'membership_removed' })
    );
    expect(await runUntilResolved(ports, transport.send(settings))).toEqual({ kind: 'signed_out' });
    expect(ports.sent.some(({ path }) => isToken(path))).toBe(true);
  });
});

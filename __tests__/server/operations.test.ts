import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

import { makeSpace } from '../../server/cli/space';
import { createTestDatabase } from '../support/postgres';
import { type TestService, type TestSpace, runSql, startTestService, untilLockIsWaitedFor } from './harness';
import { asTokens, startSignIn, enterMail, refreshTokens, signIn } from './signIn';

let service: TestService;
let space: TestSpace;
let origin: string;

before(async () => {
  service = await startTestService();
  space = await service.createSpace();
  origin = await service.listen();
});
after(() => service.close());

/** Sends a request and reads the complete response: an unread body keeps the connection open. */
async function sendRequest(address: string, init: RequestInit = {}) {
  const response = await fetch(address, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const get = (address: string, headers: Record<string, string> = {}) =>
  sendRequest(`${origin}${address}`, { headers });

describe('metrics', () => {
  it('count requests by route, without an id, a name or a token', async () => {
    await service.call(space.tokens.admin, 'GET', `/users/${space.userIds.manager}`);
    await service.call(space.tokens.admin, 'GET', '/users/987654321');
    const response = await get('/metrics');
    assert.equal(response.status, 200);
    const { text } = response;
    assert.match(
      text,
      /doorstep_request_seconds_count\{method="GET",route="\/api\/users\/:id",status="2xx"\} \d+/
    );
    assert.match(
      text,
      /doorstep_request_seconds_count\{method="GET",route="\/api\/users\/:id",status="4xx"\} \d+/
    );
    assert.match(text, /doorstep_memory_megabytes\{kind="resident"\} \d+/);
    assert.doesNotMatch(text, /987654321|example\.org/);
  });

  it('are served to this machine and to admins; others get 404', async () => {
    const statusOf = async (headers: Record<string, string>) => (await get('/metrics', headers)).status;
    const forwarded = { 'x-forwarded-for': '203.0.113.7' };
    const as = (token: string) => ({ ...forwarded, authorization: `Bearer ${token}` });
    assert.equal(await statusOf(forwarded), 404);
    assert.equal(await statusOf({ forwarded: 'for=203.0.113.7' }), 404);
    assert.equal(await statusOf(as(space.tokens.manager)), 404);
    assert.equal(await statusOf(as('made-up')), 401);
    assert.equal(await statusOf(as(space.tokens.admin)), 200);
    assert.equal(await statusOf(as(space.tokens.superadmin)), 200);
  });
});

/** A TCP proxy to the database that can be cut and restored. */
async function startProxy(connectionString: string) {
  const target = new URL(connectionString);
  const sockets = new Set<net.Socket>();
  let isCut = false;
  const server = net.createServer((socket) => {
    if (isCut) return socket.destroy();
    const other = net.connect(Number(target.port || 5432), target.hostname);
    for (const [one, two] of [
      [socket, other],
      [other, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => two.destroy());
      one.on('close', () => two.destroy() && sockets.delete(one));
      one.pipe(two);
    }
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  const address = new URL(connectionString);
  address.hostname = '127.0.0.1';
  address.port = String(port);
  return {
    connectionString: address.href,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    restore: () => (isCut = false),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

describe('while the database is unavailable', () => {
  it('the service keeps running, responds with 503 and Retry-After, signs no user out, and recovers automatically', async () => {
    const proxy = await startProxy(service.connectionString);
    const distant = await startTestService({ connectionString: proxy.connectionString });
    try {
      const address = await distant.listen();
      const mail = `leader.${space.groupId}@example.org`;
      const tokens = await signIn(address, distant.config.dataDir, mail);
      const started = await startSignIn(address);
      proxy.cut();

      const look = (where: string, token?: string) =>
        sendRequest(`${address}${where}`, {
          headers: token ? { authorization: `Bearer ${token}` } : { accept: 'text/html' },
        });
      assert.equal((await look('/api/health')).status, 200);
      for (const [where, token] of [
        ['/api/ready', undefined],
        ['/api/me', tokens.access_token],
        ['/api/oidc/devices', tokens.access_token],
      ] as const) {
        const response = await look(where, token);
        assert.equal(response.status, 503, where);
        assert.ok(Number(response.headers.get('retry-after')) > 0, where);
        assert.equal((JSON.parse(response.text) as { code: string }).code, 'unavailable', where);
      }
      const refused = await refreshTokens(address, tokens.refresh_token);
      assert.equal(refused.status, 503);
      assert.ok(Number(refused.headers.get('retry-after')) > 0);
      assert.notEqual(refused.body.error, 'invalid_grant');
      const page = await started.browser.send(started.page);
      assert.equal(page.status, 503);
      assert.match(page.text, /is not available right now/);
      await assert.rejects(startSignIn(address), /expected a redirect, got 503/);

      proxy.restore();
      assert.equal((await look('/api/ready')).status, 200);
      const next = asTokens(await refreshTokens(address, tokens.refresh_token));
      assert.equal((await look('/api/me', next.access_token)).status, 200);
      assert.equal((await enterMail(started, mail)).status, 200);
    } finally {
      proxy.restore();
      await distant.close();
      await proxy.stop();
    }
  });
});

describe('stopping', () => {
  it('finishes the request in progress, accepts no other, and closes idle connections', async () => {
    const stopping = await startTestService({ connectionString: service.connectionString });
    const address = await stopping.listen();
    const client = new pg.Client({ connectionString: service.connectionString });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query('LOCK TABLE teams IN ACCESS EXCLUSIVE MODE');
      const headers = { authorization: `Bearer ${space.tokens.admin}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ data: { team: { name: 'Made while stopping' } } });
      const started = sendRequest(`${address}/api/teams`, { method: 'POST', headers, body });
      // A connection without a request, as browsers open them in advance.
      const unused = await connectTo(address);
      await untilLockIsWaitedFor(service.connectionString);
      const closed = stopping.close();
      await once(unused, 'close');
      await assert.rejects(untilRefused(address), /fetch failed/);
      await client.query('COMMIT');
      const response = await started;
      assert.equal(response.status, 200);
      const { data } = JSON.parse(response.text) as { data: { team: { id: number } } };
      await closed;
      const kept = await service.call(space.tokens.admin, 'GET', `/teams/${data.team.id}`);
      assert.equal(kept.status, 200);
    } finally {
      await client.end();
    }
  });

  it(
    'is not delayed by a phone that lost its connection during a request',
    { timeout: 120_000 },
    async () => {
      const stopping = await startTestService({ connectionString: service.connectionString });
      const phone = await connectTo(await stopping.listen());
      phone.write('POST /api/teams HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n{');
      await once(phone, 'data');
      await stopping.close();
    }
  );

  async function connectTo(address: string): Promise<net.Socket> {
    const socket = net.connect(Number(new URL(address).port), '127.0.0.1');
    await once(socket, 'connect');
    return socket.resume();
  }

  /** Sends requests until the connection is refused. A stopping service responds with 503 on open connections. */
  async function untilRefused(address: string): Promise<never> {
    for (;;) {
      const { status } = await sendRequest(`${address}/api/health`);
      assert.ok([200, 503].includes(status));
      await sleep(20);
    }
  }
});

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe('the log', () => {
  it('is JSON with request ids, and contains no mail, name, code or token', async () => {
    const database = await createTestDatabase();
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'doorstep-log-'));
    const port = await freePort();
    const environment = {
      DATABASE_URL: database.connectionString,
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DEMO: '0',
    };
    process.env.DATABASE_URL = database.connectionString;
    await makeSpace(['--name', 'Quiet', '--admin', 'wilhelmina@example.org']);
    const program = path.join(__dirname, '..', '..', 'server', 'main.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', program], {
      env: { ...process.env, ...environment },
    });
    let output = '';
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')));
    const address = await new Promise<string>((resolve, reject) => {
      child.once('close', () => reject(new Error(`the service ended: ${errors}`)));
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString('utf8');
        const found = /Server listening at (http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1];
        if (found) resolve(found);
      });
    });
    try {
      // A name that cannot occur in a log by chance.
      await runSql(database.connectionString, `UPDATE users SET firstname = 'Wilhelmina', surname = 'Orczy'`);
      const tokens = await signIn(address, dataDir, 'wilhelmina@example.org');
      const next = asTokens(await refreshTokens(address, tokens.refresh_token));
      const headers = { authorization: `Bearer ${next.access_token}`, 'content-type': 'application/json' };
      const send = (where: string, body: unknown) =>
        sendRequest(`${address}/api${where}`, { method: 'POST', headers, body: JSON.stringify(body) });
      await sendRequest(`${address}/api/users?name=Wilhelmina`, { headers });
      await sendRequest(`${address}/api/v1/contacts?q=Wilhelmina`, { headers });
      await send('/users/invitation', { data: { invitations: [{ email: 'gwendoline@example.org' }] } });
      await send('/users/invitation', { data: { invitations: [{ email: 'not Gwendoline' }] } });
      await send('/teams', { data: { team: { name: 'Gwendoline', users: [{ id: 1e15 }] } } });
      await sendRequest(`${address}/signed-in?code=${'s'.repeat(43)}`);
      await sendRequest(`${address}/api/me`, { headers: { authorization: 'Bearer a-wrong-token' } });

      const ended = once(child, 'close');
      child.kill('SIGTERM');
      const [code] = (await ended) as [number | null];
      assert.equal(code, 0, errors);
      const lines = output.trim().split('\n');
      const entries = lines.map((line) => JSON.parse(line) as { reqId?: string; msg?: string });
      const returned = entries.filter(({ msg }) => msg === 'request completed');
      assert.ok(returned.length >= 15);
      assert.ok(returned.every(({ reqId }) => /^[\w-]{36}$/.test(reqId ?? '')));
      const secrets = [
        ...['example.org', 'Wilhelmina', 'Gwendoline', 'Orczy', 'a-wrong-token', 's'.repeat(43)],
        ...[tokens, next].flatMap((pair) => [pair.access_token, pair.refresh_token]),
      ];
      for (const secret of secrets) {
        const found = lines.find((line) => line.toLowerCase().includes(secret.toLowerCase()));
        assert.equal(found, undefined, `the log holds ${secret}`);
      }
    } finally {
      child.kill('SIGKILL');
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

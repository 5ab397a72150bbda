import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';

import { type Config, readConfig } from '../../server/config';
import { StartError, startService } from '../../server/service';
import { createTestDatabase } from '../support/postgres';
import { checkResponse, runSql } from './harness';
import { ownLines, run } from './startedService';

describe('a start', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let folder: string;
  before(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(path.join(os.tmpdir(), 'doorstep-start-'));
  });
  after(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const configOf = (more: Partial<Config>): Config => ({
    ...readConfig({}, { demo: false }),
    port: 0,
    dataDir: folder,
    databaseUrl: database.connectionString,
    ...more,
  });
  const start = (config: Config, webRoot?: string) => startService({ config, webRoot, logger: false });

  it('says what a user of the database lacks', async () => {
    const user = new URL(database.connectionString);
    [user.username, user.password] = [`newcomer_${user.pathname.slice(1)}`, 'secret'];
    await runSql(database.connectionString, `CREATE ROLE ${user.username} LOGIN PASSWORD 'secret'`);
    try {
      await assert.rejects(
        start(configOf({ databaseUrl: user.href })),
        (error) =>
          error instanceof StartError &&
          /permission denied.*: as a superuser of PostgreSQL run ALTER SCHEMA public OWNER/.test(
            error.message
          ) &&
          !error.message.includes('secret')
      );
    } finally {
      await runSql(database.connectionString, `DROP ROLE ${user.username}`);
    }
  });

  it('prints one sentence for a port in use, an unreachable database or an invalid setting', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await assert.rejects(
      start(configOf({ port })),
      (error) => error instanceof StartError && error.message.startsWith(`Port ${port} is in use`)
    );
    await new Promise((resolve) => server.close(resolve));
    await assert.rejects(
      start(configOf({ databaseUrl: `postgres://nobody:secret@127.0.0.1:${port}/none` })),
      (error) =>
        error instanceof StartError &&
        /cannot be reached/.test(error.message) &&
        !error.message.includes('secret')
    );
    await writeFile(path.join(folder, 'file'), '');
    await assert.rejects(
      start(configOf({ dataDir: path.join(folder, 'file', 'x') })),
      (error) => error instanceof StartError && /cannot be created/.test(error.message)
    );
    const wrong = await run({ PORT: 'eighty', DATA_DIR: folder }).ended;
    assert.deepEqual(
      [wrong.code, ownLines(wrong.output)],
      [1, ['PORT is "eighty": it must be a port number from 0 to 65535 (0 for a free port).']]
    );
  });

  it('with DEMO=1 creates the demo once, with valid tokens in a file readable only by its owner', async () => {
    const config = configOf({ demo: true, demoContacts: 120 });
    const first = await start(config);
    const file = path.join(folder, 'demo.json');
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const { demo } = first;
    assert.ok(demo);
    assert.deepEqual(demo, JSON.parse(await readFile(file, 'utf8')));
    assert.equal(demo.base_url, `${first.url}/api`);
    const get = async (token: string, url: string) => {
      const response = await first.app.inject({
        url: `/api${url}`,
        headers: { authorization: `Bearer ${token}` },
      });
      const headers = { 'content-type': String(response.headers['content-type']) };
      const result = { status: response.statusCode, body: response.json(), text: response.body, headers };
      checkResponse('GET', url, result);
      return result;
    };
    const type = async (token: string) => (await get(token, '/me')).body.data.User.role_data.type;
    assert.deepEqual(await Promise.all(Object.values<string>(demo.tokens).map(type)), [
      'admin',
      'manager',
      'user',
      'user',
    ]);
    const { sample, tokens } = demo;
    for (const url of [
      `/teams/${sample.team_id}`,
      `/v1/contacts/${sample.contact_id}`,
      `/v1/transaction_bundles/${sample.bundle_id}`,
      `/users/${sample.user_id}`,
      '/actions',
      '/v1/changes?limit=1000',
      '/users',
      '/teams/public',
    ]) {
      assert.equal((await get(tokens.volunteer, url)).status, 200, url);
    }
    assert.ok(
      (await get(tokens.leader, '/teams')).body.data.teams.some(
        (team: { leaders: { id: number }[] }) => team.leaders.length > 0
      )
    );
    assert.equal((await get(tokens.admin, '/v1/contacts?limit=1')).body.total, 120);
    const today = new Date().toISOString();
    const actions = (await get(tokens.admin, '/actions')).body.data.ActionsAggreg;
    const running = actions.filter(
      ({ Action }: { Action: { start: string; end: string } }) => Action.start <= today && today <= Action.end
    );
    assert.ok(running.length >= 2 && running.length < actions.length);
    const history = (await get(tokens.admin, '/v1/transaction_bundles?limit=1000')).body.data;
    assert.ok(history.length >= 50);
    const other = (await get(demo.other_space.admin, '/v1/contacts?limit=1000')).body.data;
    assert.ok(other.length > 0);
    for (const { id } of other.slice(0, 3))
      assert.equal((await get(tokens.admin, `/v1/contacts/${id}`)).status, 404);
    await first.close();

    const second = await start({ ...config, demoContacts: 200 });
    assert.deepEqual(second.demo?.tokens, demo.tokens);
    const grown = await second.app.inject({
      url: '/api/v1/contacts?limit=1',
      headers: { authorization: `Bearer ${tokens.admin}` },
    });
    assert.equal(grown.json().total, 200);
    await second.close();

    await writeFile(file, '{ not json');
    const third = await start(config);
    assert.notEqual(third.demo?.tokens.admin, demo.tokens.admin);
    await third.close();
  });

  it('creates the same demo every time', async () => {
    const read = async () => {
      const own = await createTestDatabase();
      const service = await start(
        configOf({
          demo: true,
          demoContacts: 30,
          databaseUrl: own.connectionString,
          dataDir: await mkdtemp(path.join(folder, 'demo-')),
        })
      );
      const get = async (url: string) =>
        (
          await service.app.inject({
            url: `/api${url}`,
            headers: { authorization: `Bearer ${service.demo?.tokens.admin}` },
          })
        ).json();
      const contacts = await get('/v1/contacts?limit=1000');
      const users = await get('/users');
      const prices = await get('/v1/membership_price_groups');
      await service.close();
      await own.drop();
      return JSON.stringify([contacts, users, prices]).replace(
        /"(created|updated)(_at)?":"[^"]+"|"(Created|Updated)At":"[^"]+"/g,
        ''
      );
    };
    assert.equal(await read(), await read());
  });

  it('serves the web app at / for any screen, with the isolation and cache headers', async () => {
    const webRoot = path.join(folder, 'web');
    await mkdir(path.join(webRoot, '_expo', 'static'), { recursive: true });
    await writeFile(path.join(webRoot, 'index.html'), '<p>app</p>');
    await writeFile(path.join(webRoot, 'sw.js'), 'x');
    await writeFile(path.join(webRoot, '_expo', 'static', 'entry-0123456789abcdef0123456789abcdef.js'), 'x');
    const service = await start(configOf({}), webRoot);
    const get = (url: string, headers: Record<string, string> = {}) => service.app.inject({ url, headers });
    const home = await get('/');
    assert.equal(home.body, '<p>app</p>');
    assert.equal(home.headers['cross-origin-opener-policy'], 'same-origin');
    assert.equal(home.headers['cross-origin-embedder-policy'], 'require-corp');
    assert.match(
      String(home.headers['content-security-policy']),
      /script-src 'self' 'wasm-unsafe-eval'.*worker-src 'self' blob:/
    );
    const screen = await get('/teams/12/edit', { accept: 'text/html' });
    assert.deepEqual([screen.statusCode, screen.body], [200, '<p>app</p>']);
    assert.equal((await get('/missing.js')).statusCode, 404);
    assert.equal((await get('/../../etc/passwd', { accept: 'text/html' })).body, '<p>app</p>');
    assert.equal((await get('/sw.js')).headers['cache-control'], 'no-cache');
    assert.match(
      String((await get('/_expo/static/entry-0123456789abcdef0123456789abcdef.js')).headers['cache-control']),
      /immutable/
    );
    const unknown = await get('/api/nothing', { accept: 'text/html' });
    assert.equal(unknown.statusCode, 404);
    assert.match(String(unknown.headers['content-type']), /problem\+json/);
    await service.close();
  });

  it('serves a new build without a restart, and no other files', async () => {
    const webRoot = path.join(folder, 'rebuilt');
    const build = async (hash: string) => {
      await rm(webRoot, { recursive: true, force: true });
      await mkdir(path.join(webRoot, '_expo'), { recursive: true });
      await writeFile(path.join(webRoot, 'index.html'), hash);
      await writeFile(path.join(webRoot, '_expo', `[id]-${hash}.js`), hash);
      await writeFile(path.join(webRoot, '.hidden'), 'hidden');
    };
    await writeFile(path.join(folder, 'beside.js'), 'beside');
    const [first, second] = ['0123456789abcdef', 'fedcba9876543210'];
    await build(first);
    const service = await start(configOf({}), webRoot);
    const get = async (url: string, headers: Record<string, string> = {}) => {
      const { statusCode, body } = await service.app.inject({ url, headers });
      return [statusCode, body];
    };
    await build(second);
    assert.deepEqual(await get('/'), [200, second]);
    assert.deepEqual(await get('/contacts/4', { accept: 'text/html' }), [200, second]);
    assert.deepEqual(await get(`/_expo/%5Bid%5D-${second}.js?v=1`), [200, second]);
    assert.deepEqual(await get(`/_expo/%5Bid%5D-${first}.js`), [404, 'Not found']);
    for (const way of [
      '/../beside.js',
      '/app%00.js',
      `/${'a'.repeat(300)}.js`,
      '/%2e%2e/beside.js',
      '/..%2fbeside.js',
      '/%5c..%5cbeside.js',
      '//beside.js',
      '/.hidden',
      '/_expo',
      '/%00',
    ])
      assert.deepEqual(await get(way), [404, 'Not found'], way);
    assert.equal((await service.app.inject({ method: 'POST', url: '/' })).statusCode, 404);
    await service.close();
  });
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parse } from 'yaml';

import { readConfig } from '../../server/config';
import { createTestDatabase } from '../support/postgres';
import { type ServiceProcess, startProcess } from './serviceProcess';

const ROOT = path.resolve(__dirname, '../..');
const DEPLOY = path.join(ROOT, 'deploy');
const read = (name: string) => readFile(path.join(DEPLOY, name), 'utf8');

type Container = {
  build?: { context: string; dockerfile?: string };
  environment: Record<string, string>;
  env_file?: string[];
  networks: string[];
  ports?: string[];
};
type Compose = {
  services: Record<string, Container>;
  networks: { inside: { ipam: { config: { subnet: string }[] } } };
};

/** The variables of a file such as example.env, also the optional ones in comments. */
function parseVariables(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^(?:# )?([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value])
  );
}

/** Replaces `${NAME}`. */
function interpolate(value: string, variables: Readonly<Record<string, string>>): string {
  return value.replace(/\$\{(\w+)\}/g, (_all, name: string) => {
    const found = variables[name];
    assert.ok(found !== undefined, `example.env has no ${name}`);
    return found;
  });
}

/** The settings of a container with the values of example.env, and which of them the service read. */
function readSettings({ environment }: Container, variables: Readonly<Record<string, string>>) {
  const given: Record<string, string> = { ...variables };
  for (const [name, value] of Object.entries(environment)) given[name] = interpolate(value, variables);
  const names = new Set<string>();
  const recorded = new Proxy(given, {
    get: (target, name: string) => {
      names.add(name);
      return target[name];
    },
  });
  return { config: readConfig(recorded, { demo: false }), names };
}

describe('deploy/compose.yaml', () => {
  let compose: Compose;
  let variables: Record<string, string>;
  before(async () => {
    compose = parse(await read('compose.yaml'), { merge: true }) as Compose;
    variables = parseVariables(await read('example.env'));
  });

  it('gives the service only settings that it has, with valid values', () => {
    const ownToCompose = new Set(['DOMAIN', 'POSTGRES_PASSWORD']);
    for (const name of ['service1', 'service2']) {
      const container = compose.services[name];
      assert.ok(container);
      assert.deepEqual(container.env_file, ['.env']);
      const { config, names } = readSettings(container, variables);
      for (const setting of [...Object.keys(container.environment), ...Object.keys(variables)])
        assert.ok(names.has(setting) || ownToCompose.has(setting), setting);
      assert.equal(config.publicUrl, `https://${variables.DOMAIN}`);
      assert.equal(config.demo, false);
      assert.ok(config.smtpUrl !== undefined && config.identityProvider !== undefined);
    }
  });

  it('trusts forwarded addresses of its own network only, which no port but those of the proxy enters', () => {
    const subnets = compose.networks.inside.ipam.config.map(({ subnet }) => subnet);
    const { service1 } = compose.services;
    assert.ok(service1);
    assert.deepEqual(readSettings(service1, variables).config.trustedProxies, subnets);
    const open = Object.entries(compose.services).filter(([, { ports }]) => ports !== undefined);
    assert.deepEqual(
      open.map(([name]) => name),
      ['caddy']
    );
    for (const { networks } of Object.values(compose.services)) assert.deepEqual(networks, ['inside']);
  });

  it('names the file of every image that it builds', async () => {
    const builds = Object.values(compose.services).flatMap(({ build }) => build ?? []);
    assert.equal(builds.length, 3);
    for (const { context, dockerfile = 'Dockerfile' } of builds)
      assert.match(await read(path.join(context, dockerfile)), /^FROM /m);
  });

  it('has containers of the names and ports that proxy, pooler and service use', async () => {
    const proxied = /^\tto (.*)$/m.exec(await read('Caddyfile'))?.[1]?.split(' ');
    assert.deepEqual(proxied, ['service1:8080', 'service2:8080']);
    const pooler = await read('pgbouncer/pgbouncer.ini');
    const settings = new Map(
      [...pooler.matchAll(/^([\w*]+) = ?(.*)$/gm)].map(([, key, value]) => [key, value])
    );
    assert.equal(settings.get('*'), 'host=postgres port=5432');
    assert.equal(settings.get('pool_mode'), 'transaction');
    const { service1 } = compose.services;
    assert.ok(service1);
    const { config } = readSettings(service1, variables);
    const { hostname, port } = new URL(config.databaseUrl ?? '');
    assert.deepEqual([hostname, port], ['pgbouncer', settings.get('listen_port')]);
    for (const name of ['postgres', hostname]) assert.ok(name in compose.services, name);
    assert.ok(Number(settings.get('max_client_conn')) > 2 * config.databaseConnections);
    assert.ok(!config.preparedStatements || Number(settings.get('max_prepared_statements')) > 0);
  });

  it('sends all files of the app to one address from one process', async () => {
    assert.match(await read('Caddyfile'), /^\thandle \{\n\t\treverse_proxy \{[^}]*lb_policy ip_hash$/m);
  });

  it(
    'has a Caddyfile that Caddy accepts',
    { skip: spawnSync('caddy', ['version']).status === 0 ? false : 'caddy is not installed' },
    () => {
      const args = ['validate', '--adapter', 'caddyfile', '--config', path.join(DEPLOY, 'Caddyfile')];
      const { status, stderr } = spawnSync('caddy', args, {
        env: { ...process.env, DOMAIN: 'localhost' },
        encoding: 'utf8',
      });
      assert.equal(status, 0, stderr);
    }
  );
});

/** The instructions of the last stage of the Containerfile, without continued lines. */
async function readLastStage(): Promise<string[]> {
  const text = (await read('Containerfile')).replaceAll('\\\n', '');
  const lines = text.split('\n').map((line) => line.trim());
  return lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')) + 1);
}

/** Copies what the last stage copies. Of the packages only those of the reduced package.json are there. */
async function copyAsImage(folder: string, stage: readonly string[]): Promise<void> {
  for (const line of stage) {
    const [, source, target] = /^COPY (?!--)(\S+) (\S+)$/.exec(line) ?? [];
    if (source === undefined || target === undefined) continue;
    await cp(path.join(ROOT, source), path.join(folder, target), { recursive: true });
  }
  await cp(path.join(ROOT, 'package.json'), path.join(folder, 'package.json'));
  const reduced = spawnSync(process.execPath, [path.join(DEPLOY, 'servicePackages.mjs')], { cwd: folder });
  assert.equal(reduced.status, 0, String(reduced.stderr));
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  assert.ok(!('expo' in manifest.dependencies));
  for (const name of Object.keys(manifest.dependencies)) {
    const link = path.join(folder, 'node_modules', name);
    await mkdir(path.dirname(link), { recursive: true });
    await symlink(path.join(ROOT, 'node_modules', name), link);
  }
  await mkdir(path.join(folder, 'dist/web'), { recursive: true });
  await writeFile(path.join(folder, 'dist/web/index.html'), '<p>The app</p>');
}

describe('the files of the image', () => {
  let folder: string;
  let stage: string[];
  let service: ServiceProcess;
  /** Also after a start that failed, which is what a missing folder causes. */
  const cleanup: (() => Promise<unknown>)[] = [];
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'doorstep-image-'));
    cleanup.unshift(() => rm(folder, { recursive: true, force: true }));
    stage = await readLastStage();
    await copyAsImage(folder, stage);
    const database = await createTestDatabase();
    cleanup.unshift(() => database.drop());
    service = await startProcess(database.connectionString, path.join(folder, 'data'), {}, folder);
    cleanup.unshift(() => {
      const ended = once(service.child, 'exit');
      service.child.kill('SIGTERM');
      return ended;
    });
  });
  after(async () => {
    for (const step of cleanup) await step();
  });

  it('are enough for the service, with the web app and the headers it needs', async () => {
    assert.equal((await fetch(`${service.url}/api/ready`)).status, 200);
    const app = await fetch(`${service.url}/`, { headers: { accept: '*/*' } });
    assert.equal(await app.text(), '<p>The app</p>');
    assert.equal(app.headers.get('cross-origin-opener-policy'), 'same-origin');
    assert.equal(app.headers.get('cross-origin-embedder-policy'), 'require-corp');
    const page = await fetch(`${service.url}/`, { headers: { accept: 'text/html' }, redirect: 'manual' });
    assert.equal(page.headers.get('location'), '/api/setup');
  });

  it('are enough for every command', async () => {
    const commands = (await readdir(path.join(folder, 'server/cli'))).filter((name) => name.endsWith('.ts'));
    assert.ok(commands.length > 10);
    const load = commands.map((name) => `require('./server/cli/${name}');`).join('');
    const loaded = spawnSync(process.execPath, ['--import', 'tsx', '-e', load], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.equal(loaded.status, 0, loaded.stderr);
  });

  it('run as a user who is not root, with a health check that fails without the service', () => {
    assert.ok(stage.includes('USER node'));
    const [, words = '[]'] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(stage.join('\n')) ?? [];
    const [program, ...args] = JSON.parse(words) as string[];
    assert.equal(program, 'node');
    const check = (port: string) =>
      spawnSync(process.execPath, args, { env: { ...process.env, PORT: port } }).status;
    assert.equal(check(new URL(service.url).port), 0);
    assert.equal(check('1'), 1);
  });
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parse } from 'yaml';

import { type TestService, type TestSpace, bundleOf, startTestService } from './harness';

const DEPLOY = path.resolve(__dirname, '../../deploy');
const RULES = path.join(DEPLOY, 'prometheus/doorstep.rules.yml');
const RULE_TESTS = path.join(DEPLOY, 'prometheus/doorstep.rules.test.yml');
const promtool = process.env.PROMTOOL ?? 'promtool';
const isInstalled = spawnSync(promtool, ['--version']).status === 0;
const skip = isInstalled
  ? false
  : "promtool is not installed: rules are not checked (Debian's package prometheus has it; PROMTOOL names it elsewhere)";

let service: TestService;
let space: TestSpace;
const lines: string[] = [];

before(async () => {
  const stream = { write: (line: string) => void lines.push(line) };
  service = await startTestService({
    rateLimit: { capacity: 20, refillPerSecond: 0.001 },
    logger: { level: 'info', stream },
  });
  space = await service.createSpace();
});
after(() => service.close());

const readMetrics = async () => (await service.app.inject('/metrics')).body;

/** The value of a metric with these labels; 0 if there is none. */
function valueOf(text: string, metric: string): number {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${metric} `));
  return Number(line?.split(' ')[1] ?? 0);
}

type Dashboard = { panels: { targets: { expr: string }[] }[] };

async function listExpressions(): Promise<string[]> {
  const text = await readFile(path.join(DEPLOY, 'grafana/doorstep.json'), 'utf8');
  const { panels } = JSON.parse(text) as Dashboard;
  return panels.flatMap(({ targets }) =>
    targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m'))
  );
}

describe('metrics', () => {
  it('contain everything that the rules and the dashboard name', async () => {
    const served = new Set([...(await readMetrics()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
    const text = `${await readFile(RULES, 'utf8')} ${(await listExpressions()).join(' ')}`;
    const named = new Set(text.match(/doorstep_\w+/g));
    assert.ok(named.size > 10);
    for (const name of named)
      assert.ok(served.has(name) || served.has(name.replace(/_(bucket|count|sum)$/, '')), name);
  });

  it('count what was stored, repeated, refused and limited, and the state of database and disk', async () => {
    const path = '/v1/transaction_bundles';
    const post = (key: string, body: unknown) =>
      service.call(space.tokens.volunteer, 'POST', path, { body, headers: { 'idempotency-key': key } });
    const key = randomUUID();
    for (let turn = 0; turn < 2; turn += 1) await post(key, bundleOf(space));
    await post(randomUUID(), bundleOf(space, { contact_id: 99999999 }));
    for (let turn = 0; turn < 30; turn += 1) await post(key, bundleOf(space));
    const text = await readMetrics();
    const writes = (result: string) =>
      valueOf(text, `doorstep_writes_total{route="/api/v1/transaction_bundles",result="${result}"}`);
    assert.equal(writes('stored'), 1);
    assert.equal(writes('refused'), 1);
    assert.equal(writes('repeated'), 18);
    assert.equal(valueOf(text, 'doorstep_limited_requests_total{route="/api/v1/transaction_bundles"}'), 13);
    assert.ok(valueOf(text, 'doorstep_pool_connections{state="idle"}') > 0);
    assert.ok(valueOf(text, 'doorstep_database_bytes') > 1_000_000);
    assert.ok(valueOf(text, 'doorstep_disk_bytes{kind="free"}') > 0);
    assert.match(text, /^doorstep_database_deadlocks_total \d/m);
    assert.match(text, /^doorstep_mail_oldest_seconds \d/m);
    assert.match(text, /^doorstep_mails_total\{result="failed"\} 0$/m);
  });
});

describe('the log of requests', () => {
  it('has the numbers of person and space, and no name', async () => {
    lines.length = 0;
    await service.call(space.tokens.leader, 'GET', `/users/${space.userIds.leader}`);
    const completed = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'request completed');
    const { leader: user } = space.userIds;
    assert.deepEqual(completed?.res, { statusCode: 200, user, space: space.groupId });
    assert.doesNotMatch(lines.join(''), /example\.org|"leader"|Of1/);
  });
});

type Rules = { groups: { rules: { alert: string }[] }[] };
type RuleTests = { tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[] };

describe('the tests of the alerts', () => {
  it('let each alert fire, and be silent', async () => {
    const read = async (file: string): Promise<unknown> => parse(await readFile(file, 'utf8'));
    const { groups } = (await read(RULES)) as Rules;
    const { tests } = (await read(RULE_TESTS)) as RuleTests;
    const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)).sort();
    const tested = (doesFire: boolean) =>
      tests
        .flatMap((test) => test.alert_rule_test)
        .filter(({ exp_alerts: expected }) => expected.length > 0 === doesFire)
        .map(({ alertname }) => alertname)
        .sort();
    assert.deepEqual(tested(true), alerts);
    assert.deepEqual(tested(false), alerts);
  });
});

describe('promtool', { skip }, () => {
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(promtool, args, { encoding: 'utf8' });
    assert.equal(status, 0, `${stdout}${stderr}`);
  };

  it('accepts the configuration and the rules, whose alerts fire as tested', () => {
    run('check', 'config', path.join(DEPLOY, 'prometheus/prometheus.yml'));
    run('check', 'rules', RULES);
    run('test', 'rules', RULE_TESTS);
  });

  it('accepts every expression of the dashboard', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'doorstep-test-'));
    const rules = (await listExpressions()).map((expr, index) => ({ record: `panel:${index}`, expr }));
    // JSON is YAML.
    await writeFile(path.join(folder, 'panels.yml'), JSON.stringify({ groups: [{ name: 'panels', rules }] }));
    run('check', 'rules', path.join(folder, 'panels.yml'));
    await rm(folder, { recursive: true, force: true });
  });
});

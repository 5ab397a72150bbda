import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';

import { hashToken } from '../../server/auth/tokens';
import { createTestDatabase } from '../support/postgres';
import { type TestService, runSql, startTestService } from './harness';
import { startProcess } from './serviceProcess';

type Send = (url: string) => Promise<number>;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let service: TestService;
let dataDir: string;
let processes: Awaited<ReturnType<typeof startProcess>>[];

before(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'doorstep-test-'));
  service = await startTestService({ connectionString: database.connectionString });
  const settings = { RATE_LIMIT: '60:1' };
  processes = await Promise.all([1, 2].map(() => startProcess(database.connectionString, dataDir, settings)));
});
after(async () => {
  for (const { child } of processes) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
  await service.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** When a bucket is full again by the database, in seconds since 1970; 0 if it has not heard of it. */
async function fullAt(bucket: string): Promise<number> {
  const text = `SELECT extract(epoch FROM full_at)::float8 AS seconds FROM request_limits WHERE key = $1`;
  const { rows } = await runSql<{ seconds: number }>(database.connectionString, text, [hashToken(bucket)]);
  return rows[0]?.seconds ?? 0;
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; !(await isDone()); turn += 1) {
    assert.ok(turn < 200, 'nothing was settled');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A process reads the result of its statement a moment after the test could see it. */
const settling = () => new Promise((resolve) => setTimeout(resolve, 500));

/** Empties a bucket at one process, and returns how many of 60 requests the other one still allows. */
async function allowedByTheOther(bucket: string, send: Send): Promise<number> {
  const [first = '', second = ''] = processes.map(({ url }) => url);
  const sendMany = (url: string) => Promise.all(Array.from({ length: 60 }, () => send(url)));
  for (let turn = 0; !(await sendMany(first)).includes(429); turn += 1)
    assert.ok(turn < 20, 'the first process refuses nothing');
  await until(async () => (await fullAt(bucket)) > 0);
  await settling();
  const settled = await fullAt(bucket);
  // The first request is allowed before the process knows of the other one.
  await send(second);
  await until(async () => (await fullAt(bucket)) > settled);
  await settling();
  return (await sendMany(second)).filter((status) => status !== 429).length;
}

describe('two processes on one database', () => {
  it('share the limit of a device', async () => {
    const { tokens } = await service.createSpace();
    const headers = { authorization: `Bearer ${tokens.volunteer}` };
    const bucket = `request:${hashToken(tokens.volunteer).toString('hex')}`;
    const allowed = await allowedByTheOther(
      bucket,
      async (url) => (await fetch(`${url}/api/roles`, { headers })).status
    );
    assert.ok(allowed < 30, `${allowed} of 60 requests were allowed`);
  });

  it('share the limit of sign-ins started from one address', async () => {
    const allowed = await allowedByTheOther(
      'sign-in start:127.0.0.1',
      async (url) => (await fetch(`${url}/api/oidc/auth?client_id=unknown`)).status
    );
    assert.ok(allowed < 30, `${allowed} of 60 requests were allowed`);
  });
});

describe('limits', () => {
  it('hold in each process while they cannot be shared', async () => {
    const alone = await startTestService({ rateLimit: { capacity: 3, refillPerSecond: 0.001 } });
    const { tokens } = await alone.createSpace();
    await runSql(alone.connectionString, 'DROP TABLE request_limits');
    const statuses: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      statuses.push((await alone.call(tokens.volunteer, 'GET', '/roles')).status);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    assert.deepEqual(statuses, [200, 200, 200, 429]);
    await alone.close();
  });
});

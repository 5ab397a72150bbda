import assert from 'node:assert/strict';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';

import { makeBackup } from '../../server/cli/backup';
import { perform } from '../../server/cli/command';
import { examine } from '../../server/cli/doctor';
import { runSql, startTestService, type TestService } from './harness';
import { startSmtp, type Smtp } from './smtp';

let service: TestService;
let smtp: Smtp;
let folder: string;
let address: string;

before(async () => {
  smtp = await startSmtp();
  service = await startTestService({ publicUrl: 'http://localhost' });
  await service.createSpace();
  address = await service.listen();
  folder = await mkdtemp(path.join(os.tmpdir(), 'doorstep-doctor-'));
  process.env.DATABASE_URL = service.connectionString;
  assert.equal((await perform(makeBackup, ['--folder', folder])).code, 0);
});
after(async () => {
  for (const name of ['DATABASE_URL', 'READ_DATABASE_URL', 'PUBLIC_URL', 'SMTP_URL', 'DATA_DIR', 'DEMO'])
    delete process.env[name];
  await service.close();
  await smtp.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the doctor with the settings of a healthy service, except for these. */
function run(settings: Record<string, string> = {}, args = ['--backups', folder]) {
  const healthy = {
    DATABASE_URL: service.connectionString,
    PUBLIC_URL: address,
    SMTP_URL: smtp.url,
    DEMO: '0',
  };
  Object.assign(process.env, healthy, settings);
  return perform(examine, args);
}

describe('the doctor', () => {
  it('finds no problem with a healthy service', async () => {
    const { code, text } = await run();
    assert.equal(code, 0, text);
    for (const subject of ['settings', 'database', 'mail', 'address', 'backup'])
      assert.match(text, new RegExp(`^ok +${subject}: `, 'm'));
    assert.doesNotMatch(text, /PROBLEM|warning/);
  });

  const unreachable = 'postgres://doorstep:secret@127.0.0.1:1/doorstep';
  for (const [what, settings, sentence] of [
    ['a database that is away', { DATABASE_URL: unreachable }, /PROBLEM +database: It cannot be used \(/],
    [
      'a standby that is away',
      { READ_DATABASE_URL: unreachable },
      /PROBLEM +standby: It cannot be used \(.*: the primary answers/,
    ],
    [
      'a mail server that is away',
      { SMTP_URL: 'smtp://u:secret@127.0.0.1:1' },
      /PROBLEM +mail: 127\.0\.0\.1 does not/,
    ],
    [
      'an address that nobody serves',
      { PUBLIC_URL: 'http://127.0.0.1:1' },
      /PROBLEM +address: .* cannot be reached/,
    ],
    ['a missing address', { PUBLIC_URL: '' }, /PROBLEM +settings: PUBLIC_URL is missing/],
    [
      'an address without https',
      { PUBLIC_URL: 'http://doorstep.invalid' },
      /PROBLEM +settings: PUBLIC_URL is http/,
    ],
    [
      'a folder without a service',
      { DATABASE_URL: '', DATA_DIR: '/nonexistent' },
      /PROBLEM +database: No service/,
    ],
  ] as const) {
    it(`reports ${what}, and no password`, async () => {
      const { code, text } = await run(settings);
      assert.equal(code, 1);
      assert.match(text, sentence);
      assert.doesNotMatch(text, /secret/);
    });
  }

  it('does not send the account to another machine without TLS', async () => {
    // 0.0.0.0 reaches this machine but is not its loopback address.
    const { text } = await run({ SMTP_URL: `smtp://0.0.0.0:${smtp.port}?ignoreTLS=true` });
    assert.match(text, /PROBLEM +mail: 0\.0\.0\.0 does not accept SMTP_URL/);
  });

  it('reports mails that wait and mails that were given up', async () => {
    // Its next attempt is tomorrow, so that the service of this test does not send it meanwhile.
    const insert = `INSERT INTO mails
      (recipient, subject, text, status, created_at, next_attempt_at, expires_at, ended_at) VALUES
      ('a@example.org', 'Code', 'text', 'queued', now() - interval '1 hour', now() + interval '1 day',
        now() + interval '2 days', NULL),
      ('b@example.org', NULL, NULL, 'failed', now(), now(), now(), now())`;
    await runSql(service.connectionString, insert);
    const { code, text } = await run();
    await runSql(service.connectionString, 'DELETE FROM mails');
    assert.equal(code, 1);
    assert.match(text, /PROBLEM +mail: 1 mails wait/);
    assert.match(text, /warning +mail: 1 mails were given up/);
  });

  it('reports an old backup, and a folder without one', async () => {
    const old = path.join(folder, 'old');
    const other = await mkdtemp(path.join(os.tmpdir(), 'doorstep-doctor-'));
    try {
      assert.match((await run({}, ['--backups', old])).text, /PROBLEM +backup: .* has none/);
      const file = path.join(other, 'doorstep-20200101T000000Z.backup');
      await writeFile(file, '');
      const at = new Date(Date.now() - 30 * 3_600_000);
      await utimes(file, at, at);
      const { code, text } = await run({}, ['--backups', other]);
      assert.equal(code, 1);
      assert.match(text, /PROBLEM +backup: .* is 30 hours old/);
    } finally {
      await rm(other, { recursive: true, force: true });
    }
    assert.match((await run({}, [])).text, /warning +backup: Not checked/);
  });
});

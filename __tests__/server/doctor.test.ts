import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';

import { makeBackup } from '../../server/cli/backup';
import { perform } from '../../server/cli/command';
import { examine } from '../../server/cli/doctor';
import { checkDatabase, checkDisk } from '../../server/doctor/databaseChecks';
import { createTestDatabase } from '../support/postgres';
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
  for (const name of [
    'DATABASE_URL',
    'READ_DATABASE_URL',
    'PUBLIC_URL',
    'SMTP_URL',
    'DATA_DIR',
    'DEMO',
    'PORT',
  ])
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
  for (const name of ['READ_DATABASE_URL', 'DATA_DIR', 'PORT']) delete process.env[name];
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
    [
      'a database that is away',
      { DATABASE_URL: unreachable },
      /PROBLEM +database: It cannot be used \(.*ECONNREFUSED.*\): nothing listens there: start the database/,
    ],
    [
      'a host name that nobody knows',
      { DATABASE_URL: 'postgres://doorstep:secret@doorstep.invalid/doorstep' },
      /PROBLEM +database: .*: the host name is not known: correct it, or check DNS\./,
    ],
    [
      'a standby that is away',
      { READ_DATABASE_URL: unreachable },
      /PROBLEM +standby: It cannot be used \(.*\): nothing listens there: .* Meanwhile the primary answers/,
    ],
    [
      'a mail server that is away',
      { SMTP_URL: 'smtp://u:secret@127.0.0.1:1' },
      /PROBLEM +mail: 127\.0\.0\.1 does not .*: check the host and the port in it, and the firewall\./,
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
    ['a setting that cannot be read', { PORT: 'many' }, /PORT/],
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

  it('warns of a demo, whose codes everybody sees', async () => {
    const { code, text } = await run({ DEMO: '1' });
    assert.match(text, /warning +settings: DEMO=1/);
    assert.equal(code, 0, text);
  });

  it('does not send the account to another machine without TLS', async () => {
    // 0.0.0.0 reaches this machine but is not its loopback address.
    const { text } = await run({ SMTP_URL: `smtp://0.0.0.0:${smtp.port}?ignoreTLS=true` });
    assert.match(text, /PROBLEM +mail: 0\.0\.0\.0 does not accept SMTP_URL/);
  });

  it('says which port of the mail server is for TLS', async () => {
    const { text } = await run({ SMTP_URL: smtp.url.replace('smtp:', 'smtps:') });
    assert.match(text, /PROBLEM +mail: .*: smtps:\/\/ is for port 465/);
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

  it('reports a mail server that refuses the password, and none', async () => {
    const strict = await startSmtp({ password: 'right' });
    const withPassword = (password: string) => strict.url.replace('//', `//ada:${password}@`);
    try {
      assert.match((await run({ SMTP_URL: withPassword('right') })).text, /^ok +mail: /m);
      const { code, text } = await run({ SMTP_URL: withPassword('secret') });
      assert.equal(code, 1);
      assert.match(text, /PROBLEM +mail: .* does not accept SMTP_URL .*: correct the user and the password/);
      assert.doesNotMatch(text, /secret/);
    } finally {
      await strict.stop();
    }
    assert.match((await run({ SMTP_URL: '' })).text, /warning +mail: SMTP_URL is not set/);
  });

  it('reports a database without tables, and a user who may not enter spaces', async () => {
    const empty = await createTestDatabase();
    try {
      assert.match(
        (await run({ DATABASE_URL: empty.connectionString })).text,
        /warning +database: It has no/
      );
      const missing = await run({ DATABASE_URL: empty.connectionString.replace(/\w+$/, 'nothing') });
      assert.match(missing.text, /PROBLEM +database: .*"nothing" does not exist\): create it/);
    } finally {
      await empty.drop();
    }
    const user = new URL(service.connectionString);
    const role = `outsider_${user.pathname.slice(1)}`;
    await runSql(
      service.connectionString,
      `CREATE ROLE ${role} LOGIN PASSWORD 'outside'; GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`
    );
    try {
      [user.username, user.password] = [role, 'outside'];
      const { text } = await run({ DATABASE_URL: user.href });
      assert.match(text, /PROBLEM +database: .*GRANT doorstep_app/);
      assert.match(text, /warning +database: .*ALTER SCHEMA public OWNER/);
      assert.match(text, /warning +database: .*ALTER ROLE … CREATEDB/);
      user.password = 'secret';
      assert.match(
        (await run({ DATABASE_URL: user.href })).text,
        /PROBLEM +database: It cannot be used .*: correct the user and the password/
      );
    } finally {
      await runSql(service.connectionString, `DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }
  });

  it('reports a clock that differs from that of the database', async () => {
    const minuteLate = () => Date.now() + 60_000;
    const [, clock] = await checkDatabase(service.connectionString, minuteLate);
    assert.match(clock?.text ?? '', /differs from the clock of the database by (59|60|61) s/);
  });

  it('reports a full disk, and a folder that does not exist', async (test) => {
    assert.match((await checkDisk('/nonexistent'))[0]?.text ?? '', /does not exist yet/);
    if (!existsSync('/proc/self')) return test.skip('no file system without space');
    const [disk] = await checkDisk('/proc');
    assert.equal(disk?.state, 'problem');
    assert.match(disk.text, /0\.0 GB are free/);
    return undefined;
  });

  it('reports what accepts connections and says nothing', async () => {
    const sockets = new Set<net.Socket>();
    const silent = net.createServer((socket) => void sockets.add(socket.on('error', () => undefined)));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const place = `127.0.0.1:${(silent.address() as net.AddressInfo).port}`;
    const { code, text } = await run({
      DATABASE_URL: `postgres://doorstep:secret@${place}/doorstep`,
      READ_DATABASE_URL: `postgres://doorstep:secret@${place}/doorstep`,
      SMTP_URL: `smtp://u:secret@${place}`,
      PUBLIC_URL: `http://${place}`,
    });
    for (const socket of sockets) socket.destroy();
    silent.close();
    assert.equal(code, 1);
    for (const subject of ['database', 'standby', 'mail', 'address'])
      assert.match(text, new RegExp(`^PROBLEM +${subject}: `, 'm'));
  });
});

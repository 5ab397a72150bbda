import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';

import { createDelivery } from '../../server/auth/mail';
import { startMailSender } from '../../server/auth/mailSender';
import { queueMails } from '../../server/auth/mails';
import { type TestService, type TestSpace, runSql, startTestService } from './harness';
import { inviteAll, refusal, startSmtp } from './smtp';

const letter = { to: 'ada@example.org', subject: 'Été', text: 'Your code: 123456', validSeconds: 600 };

let service: TestService;
let space: TestSpace;
let dataDir: string;

before(async () => {
  // Its own sender must not take the mails of these tests.
  service = await startTestService();
  space = await service.createSpace();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'doorstep-mail-'));
  await service.app.close();
});
after(async () => {
  await service.close();
  await rm(dataDir, { recursive: true, force: true });
});

const sqlRun = (text: string, values: unknown[] = []) => runSql(service.connectionString, text, values);

type MailRow = { status: string; subject: string | null; text: string | null; failure: string | null };
const rowOf = async () => {
  const text = 'SELECT * FROM mails ORDER BY id DESC LIMIT 1';
  const { rows } = await runSql<MailRow & { attempts: number }>(service.connectionString, text);
  assert.ok(rows[0], 'a mail is queued');
  return rows[0];
};

/** Starts a sender as a process does. */
function startSender(smtpUrl: string | undefined) {
  const logged: string[] = [];
  const add = (...parts: unknown[]) => void logged.push(JSON.stringify(parts));
  const metrics = new Registry();
  const delivery = createDelivery({ smtpUrl, publicUrl: 'https://doorstep.example.org', dataDir });
  const sender = startMailSender(service.database, delivery, { log: { error: add, warn: add }, metrics });
  return { ...sender, logged, metrics };
}

async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    if (await condition()) return;
    await sleep(20);
  }
  throw new Error(`waited in vain until ${what}`);
}
const untilStatus = (status: string) =>
  until(async () => (await rowOf()).status === status, `the mail is ${status}`);

/** Queues one mail, and waits until it has this status. */
async function send(smtpUrl: string | undefined, status = 'sent'): Promise<ReturnType<typeof startSender>> {
  const sender = startSender(smtpUrl);
  await service.database.asOwner((tx) => queueMails(tx, [letter]));
  sender.wake();
  await untilStatus(status);
  await sender.close();
  return sender;
}

describe('mail', () => {
  it('is sent to the server of SMTP_URL, from the address in it, and its text is deleted', async () => {
    const smtp = await startSmtp();
    const { logged } = await send(`${smtp.url}?from=office@example.org`);
    await smtp.stop();
    assert.deepEqual(logged, []);
    const [mail] = smtp.accepted;
    assert.deepEqual([mail?.from, mail?.to], ['office@example.org', 'ada@example.org']);
    assert.match(mail?.text ?? '', /Your code: 123456/);
    const { status, subject, text, failure } = await rowOf();
    assert.deepEqual([status, subject, text, failure], ['sent', null, null, null]);
  });

  it('is sent from the public host if SMTP_URL contains no address', async () => {
    const smtp = await startSmtp();
    await send(smtp.url);
    await smtp.stop();
    assert.equal(smtp.accepted[0]?.from, 'doorstep@doorstep.example.org');
  });

  it('that is refused for good is tried three times, then failed; the log has the code and no address', async () => {
    let tries = 0;
    const onRecipient = () => {
      tries += 1;
      return refusal(550);
    };
    const smtp = await startSmtp({ onRecipient });
    const { logged, metrics } = await send(smtp.url, 'failed');
    await smtp.stop();
    assert.equal(tries, 3);
    assert.equal(logged[0], '[{"code":"EENVELOPE 550","attempt":1},"a mail could not be sent"]');
    assert.ok(!logged.join().includes('ada@'));
    const { text, failure } = await rowOf();
    assert.deepEqual([text, failure], [null, 'EENVELOPE 550']);
    const text2 = await metrics.metrics();
    assert.match(text2, /doorstep_mails_total\{result="retry"\} 2/);
    assert.match(text2, /doorstep_mails_total\{result="failed"\} 1/);
  });

  it('waits while the server is away, refuses or drops connections, and arrives once', async () => {
    const away = await startSmtp();
    const { port } = away;
    await away.stop();
    const sender = startSender(`smtp://127.0.0.1:${port}`);
    await service.database.asOwner((tx) => queueMails(tx, [letter]));
    sender.wake();
    await until(async () => (await rowOf()).attempts >= 1, 'an attempt failed');
    const queued = await rowOf();
    assert.equal(queued.status, 'queued');
    assert.match(await sender.metrics.metrics(), /doorstep_mails_queued 1/);

    const full = await startSmtp({ port, maxClients: 0, onMail: () => Promise.reject(refusal(421)) });
    await until(async () => (await rowOf()).attempts > queued.attempts, 'another attempt failed');
    await full.stop();
    const back = await startSmtp({ port });
    await sqlRun(`UPDATE mails SET next_attempt_at = now() WHERE status = 'queued'`);
    await untilStatus('sent');
    await sender.close();
    await back.stop();
    assert.deepEqual(
      back.accepted.map(({ to }) => to),
      ['ada@example.org']
    );
  });

  it('arrives once although the database fails after it was sent', async () => {
    await sqlRun(`CREATE SEQUENCE record_failures;
      CREATE FUNCTION fail_record() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('record_failures') <= 2 THEN RAISE EXCEPTION USING ERRCODE = '53300'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER fail_record BEFORE UPDATE ON mails FOR EACH ROW WHEN (NEW.status = 'sent')
        EXECUTE FUNCTION fail_record()`);
    const smtp = await startSmtp();
    await send(smtp.url);
    await smtp.stop();
    await sqlRun('DROP TRIGGER fail_record ON mails');
    assert.equal(smtp.accepted.length, 1);
    assert.equal((await rowOf()).attempts, 1);
  });

  it('that nobody announced is found although another waits for the mail server', async () => {
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    const smtp = await startSmtp({
      onMail: (mail) => (mail.to === 'slow@example.org' ? held : Promise.resolve()),
    });
    const sender = startSender(smtp.url);
    const queue = (to: string) => service.database.asOwner((tx) => queueMails(tx, [{ ...letter, to }]));
    await queue('slow@example.org');
    await until(async () => (await rowOf()).attempts === 1, 'the first is being sent');
    await queue('quick@example.org');
    await untilStatus('sent');
    release();
    await until(
      async () => (await sqlRun(`SELECT FROM mails WHERE status = 'queued'`)).rows.length === 0,
      'both are sent'
    );
    await sender.close();
    await smtp.stop();
    assert.deepEqual(smtp.accepted.map(({ to }) => to).sort(), ['quick@example.org', 'slow@example.org']);
  });

  it('is sent by one process only, whatever the number of processes', async () => {
    const smtp = await startSmtp({ onMail: () => sleep(5) });
    const senders = [1, 2, 3].map(() => startSender(smtp.url));
    const mails = Array.from({ length: 60 }, (_, index) => ({ ...letter, to: `p${index}@example.org` }));
    await service.database.asOwner((tx) => queueMails(tx, mails));
    for (const { wake } of senders) wake();
    const countQueued = async () =>
      (await sqlRun(`SELECT count(*)::int AS n FROM mails WHERE status = 'queued'`)).rows[0]?.n as number;
    await until(async () => (await countQueued()) === 0, 'all are sent');
    await Promise.all(senders.map(({ close }) => close()));
    await smtp.stop();
    assert.equal(smtp.accepted.length, 60);
    assert.equal(new Set(smtp.accepted.map(({ to }) => to)).size, 60);
  });

  it('is never sent without TLS to another machine', async () => {
    const smtp = await startSmtp();
    // 0.0.0.0 reaches this machine but is not its loopback address.
    const sender = startSender(`smtp://0.0.0.0:${smtp.port}?ignoreTLS=true`);
    await service.database.asOwner((tx) => queueMails(tx, [letter]));
    sender.wake();
    await until(async () => (await rowOf()).failure !== null, 'an attempt failed');
    await sender.close();
    await smtp.stop();
    assert.equal(smtp.accepted.length, 0);
    assert.match((await rowOf()).failure ?? '', /ETLS/);
  });

  it('that has expired is given up, and its text is deleted', async () => {
    await sqlRun(`UPDATE mails SET expires_at = now() WHERE status = 'queued'`);
    const sender = startSender('smtp://127.0.0.1:1');
    await untilStatus('failed');
    await sender.close();
    assert.equal((await rowOf()).text, null);
    assert.match(await sender.metrics.metrics(), /doorstep_mails_total\{result="failed"\} 1/);
  });

  it('is a file in the data folder, readable only by its owner, without a mail server', async () => {
    await send(undefined);
    const [name = ''] = await readdir(path.join(dataDir, 'mail'));
    const file = path.join(dataDir, 'mail', name);
    assert.match(await readFile(file, 'utf8'), /To: ada@example\.org\nSubject: Été\n\nYour code: 123456/);
    assert.equal((await stat(file)).mode & 0o077, 0);
  });

  it('is written with its cause or not at all, and no request can read its text', async () => {
    const other = await startTestService({ connectionString: service.connectionString });
    try {
      const count = async () => (await sqlRun('SELECT count(*)::int AS n FROM mails')).rows[0]?.n as number;
      const before = await count();
      const body = { data: { invitations: [{ email: 'x@example.org', role_id: 99_999_999 }] } };
      const refused = await other.call(space.tokens.manager, 'POST', '/users/invitation', { body });
      assert.equal(refused.status, 422);
      assert.equal(await count(), before);
      const invited = await inviteAll(other, space.tokens.manager, ['x@example.org']);
      const { id } = invited.body.data.invitations;
      assert.equal(await count(), before + 1);
      const { rows } = await sqlRun('SELECT group_id::int, invitation_id::int FROM mails ORDER BY id DESC');
      assert.deepEqual(rows[0], { group_id: space.groupId, invitation_id: id });
      await until(
        async () =>
          (await sqlRun('SELECT last_sent FROM invitations WHERE id = $1', [id])).rows[0]?.last_sent,
        'the invitation shows when it was sent'
      );
      const asRequest = (text: string) =>
        runSql(service.connectionString, `SET ROLE doorstep_app; SELECT ${text} FROM mails`);
      await assert.rejects(asRequest('text'), /permission denied/);
      await assert.rejects(asRequest('subject'), /permission denied/);
      await asRequest('status');
    } finally {
      await other.close();
    }
  });
});

import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { type TestService, type TestSpace, runSql, startTestService } from './harness';
import { startProcess } from './serviceProcess';
import { type SmtpOptions, startSmtp } from './smtp';

let service: TestService;
let space: TestSpace;
let dataDir: string;

before(async () => {
  service = await startTestService();
  space = await service.createSpace();
  await service.app.close();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'doorstep-test-'));
});
after(async () => {
  await service.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function invite(url: string, email: string): Promise<void> {
  const response = await fetch(`${url}/api/users/invitation`, {
    method: 'POST',
    headers: { authorization: `Bearer ${space.tokens.manager}`, 'content-type': 'application/json' },
    body: JSON.stringify({ data: { invitations: [{ email }] } }),
  });
  assert.equal(response.status, 200);
}

/** Invites through a process that is killed at this point of the conversation, then through a new one. */
async function inviteAcrossKill(email: string, smtpOf: (kill: () => Promise<void>) => SmtpOptions) {
  let killed: (() => void) | undefined;
  const whenKilled = new Promise<void>((resolve) => (killed = resolve));
  let child: ChildProcess | undefined;
  const first = await startSmtp(
    smtpOf(async () => {
      if (child) await kill(child);
      killed?.();
    })
  );
  const started = await startProcess(service.connectionString, dataDir, { SMTP_URL: first.url });
  ({ child } = started);
  await invite(started.url, email);
  await whenKilled;
  await sleep(50);
  await first.stop();

  const second = await startSmtp();
  const next = await startProcess(service.connectionString, dataDir, { SMTP_URL: second.url });
  // The claim of the killed process ends by time.
  await runSql(service.connectionString, `UPDATE mails SET next_attempt_at = now() WHERE status = 'queued'`);
  for (let attempt = 0; attempt < 500 && second.accepted.length === 0; attempt += 1) await sleep(20);
  await sleep(1_500);
  await kill(next.child);
  await second.stop();
  return { before: first.accepted, after: second.accepted };
}

describe('a service that is killed', () => {
  it('after the commit and before the mail server has the mail loses none', async () => {
    const { before, after } = await inviteAcrossKill('early@example.org', (killService) => ({
      // The mail server does not answer until the service is dead.
      onRecipient: () => {
        void killService();
        return Object.assign(new Error('gone'), { responseCode: 451 });
      },
    }));
    assert.equal(before.length, 0);
    assert.deepEqual(
      after.map(({ to }) => to),
      ['early@example.org']
    );
  });

  it('after the mail server has accepted the mail and before that is recorded sends it twice, with one Message-ID', async () => {
    const { before, after } = await inviteAcrossKill('late@example.org', (killService) => ({
      onMail: () => killService(),
    }));
    const idOf = ({ text }: { text: string }) => /^Message-ID: (.*)$/m.exec(text)?.[1] ?? 'none';
    assert.deepEqual(
      [...before, ...after].map(({ to }) => to),
      ['late@example.org', 'late@example.org']
    );
    assert.equal(new Set([...before, ...after].map(idOf)).size, 1);
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';

import { createMailer } from '../../server/auth/mail';

const letter = { to: 'ada@example.org', subject: 'Été', text: 'Your code: 123456' };

/** An SMTP server: accepts one mail, or refuses every address. */
async function startSmtpServer(refuses = false) {
  const received: string[] = [];
  const server = net.createServer((socket) => {
    let isBody = false;
    socket.write('220 smtp\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString('utf8').split('\r\n').filter(Boolean)) {
        received.push(line);
        if (isBody) {
          if (line !== '.') continue;
          isBody = false;
          socket.write('250 taken\r\n');
        } else if (/^RCPT/i.test(line) && refuses) socket.write('550 no such mailbox ada@example.org\r\n');
        else if (/^DATA/i.test(line)) {
          isBody = true;
          socket.write('354 go on\r\n');
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  return { received, port, stop: () => server.close() };
}

/** Sends one mail and returns the log. */
async function send(smtpUrl: string | undefined, dataDir: string): Promise<string[]> {
  const logged: string[] = [];
  const log = { error: (...parts: unknown[]) => void logged.push(JSON.stringify(parts)) };
  const mailer = createMailer({ smtpUrl, publicUrl: 'https://doorstep.example.org', dataDir }, log);
  mailer.post(letter);
  await mailer.close();
  return logged;
}

describe('mail', () => {
  it('is sent to the server of SMTP_URL, from the address in it', async () => {
    const smtp = await startSmtpServer();
    assert.deepEqual(await send(`smtp://127.0.0.1:${smtp.port}?from=office@example.org`, '/nowhere'), []);
    smtp.stop();
    assert.ok(smtp.received.includes('MAIL FROM:<office@example.org>'), smtp.received.join('\n'));
    assert.ok(smtp.received.includes('RCPT TO:<ada@example.org>'));
    assert.ok(smtp.received.includes('Your code: 123456'));
  });

  it('is sent from the public host if SMTP_URL contains no address', async () => {
    const smtp = await startSmtpServer();
    await send(`smtp://127.0.0.1:${smtp.port}`, '/nowhere');
    smtp.stop();
    assert.ok(smtp.received.includes('MAIL FROM:<doorstep@doorstep.example.org>'), smtp.received.join('\n'));
  });

  it('that is refused is logged with the error code, without the address', async () => {
    const smtp = await startSmtpServer(true);
    const logged = await send(`smtp://127.0.0.1:${smtp.port}`, '/nowhere');
    smtp.stop();
    assert.deepEqual(logged, ['[{"code":"EENVELOPE"},"a mail could not be sent"]']);
  });

  it('is a file in the data folder, readable only by its owner, without a mail server', async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'doorstep-mail-'));
    try {
      assert.deepEqual(await send(undefined, dataDir), []);
      const [name = ''] = await readdir(path.join(dataDir, 'mail'));
      const file = path.join(dataDir, 'mail', name);
      assert.match(await readFile(file, 'utf8'), /To: ada@example\.org\nSubject: Été\n\nYour code: 123456/);
      assert.equal((await stat(file)).mode & 0o077, 0);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

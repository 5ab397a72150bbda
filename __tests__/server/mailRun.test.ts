import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { startTestService } from './harness';
import { inviteAll, refusal, startSmtp } from './smtp';

describe('500 invitations', () => {
  it('all arrive once through a server that accepts 20 connections and refuses every tenth mail once', async () => {
    const seen = new Set<string>();
    let refused = 0;
    const smtp = await startSmtp({
      maxClients: 20,
      onMail: async ({ to }) => {
        await sleep(5);
        if (seen.has(to)) return;
        seen.add(to);
        if (seen.size % 10 !== 0) return;
        refused += 1;
        throw refusal(451);
      },
    });
    const service = await startTestService({ smtpUrl: smtp.url });
    try {
      const space = await service.createSpace();
      const mails = Array.from({ length: 500 }, (_, index) => `invited${index}@example.org`);
      assert.equal((await inviteAll(service, space.tokens.manager, mails)).status, 200);
      const deadline = Date.now() + 60_000;
      while (smtp.accepted.length < 500 && Date.now() < deadline) await sleep(50);
      assert.deepEqual(smtp.accepted.map(({ to }) => to).sort(), [...mails].sort());
      assert.equal(refused, 50);
      assert.ok(smtp.mostConnections() <= 20);
    } finally {
      await service.close();
      await smtp.stop();
    }
  });
});

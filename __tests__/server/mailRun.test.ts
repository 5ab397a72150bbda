import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { startTestService } from './harness';
import { inviteAll, refusal, startSmtp } from './smtp';

describe('500 invitations', () => {
  it('all arrive once through a server that accepts 20 connections and refuses every tenth mail once', async (t) => {
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
      const begun = Date.now();
      while (smtp.accepted.length < 500 && Date.now() < begun + 300_000) await sleep(50);
      const seconds = ((Date.now() - begun) / 1000).toFixed(1);
      assert.deepEqual(smtp.accepted.map(({ to }) => to).sort(), [...mails].sort());
      assert.equal(refused, 50);
      const connections = smtp.mostConnections();
      assert.ok(connections <= 20);
      t.diagnostic(
        `500 invited, ${smtp.accepted.length} delivered, ${refused} refused once, ${connections} connections at most, ${seconds} s`
      );
      // The list shows it as well, once the last one is recorded.
      const statesOf = async () => {
        const { body } = await service.call(space.tokens.manager, 'GET', '/v1/invitations');
        return new Set(body.data.invitations.map(({ state }: { state: string }) => state));
      };
      while ((await statesOf()).has('queued')) await sleep(50);
      assert.deepEqual([...(await statesOf())], ['sent']);
    } finally {
      await service.close();
      await smtp.stop();
    }
  });
});

import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { countWaiting, enqueue } from '@/db/outbox/outbox';
import { openScope } from '@/db/scopes';
import { openStore } from '@/db/store';
import { freezeBundle, makeExternalId } from '@/domain/bundle';
import { entityOf } from '@/domain/entity';
import { startSyncEngine } from '@/sync/engine';

import { openFileEngine } from '../../support/sqlite';

/**
 * A phone in a separate process, to be killed: captures and drains on a real file against a real service. Prints
 * `saved <id>` after each commit. With `drain` it captures nothing and exits when everything is sent.
 */
async function run(): Promise<void> {
  const [mode = '', path = '', baseUrl = '', accessToken = '', userId = '', spaceId = '', contactId = ''] =
    process.argv.slice(2);
  const store = await openStore(openFileEngine(path, { afterKill: true }));
  const scope = await openScope(store, {
    service: baseUrl,
    userId: Number(userId),
    spaceId: Number(spaceId),
  });
  const engine = await startSyncEngine({
    store,
    scope,
    // A killed process leaves a lease behind; it is shorter here than for a slow network.
    config: { leaseMs: 4_000, leaseMarginMs: 1_000 },
    ports: {
      clock: {
        now: () => Date.now(),
        monotonic: () => performance.now(),
        sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
      },
      random: Math.random,
      fetch,
      network: { isOnline: () => true, onChange: () => () => undefined },
      lifecycle: { isForeground: () => true, onChange: () => () => undefined },
      sessions: {
        load: () => Promise.resolve({ baseUrl, accessToken, refresh: null }),
        save: () => Promise.resolve(),
      },
      isAlone: false,
      onFailure: (failure) => {
        throw failure;
      },
    },
  });
  const say = (text: string) => writeSync(1, `${text}\n`);
  say('ready');
  if (mode === 'drain') {
    while ((await countWaiting(store, scope)) > 0) {
      engine.requestRound('button');
      await sleep(250);
    }
    await engine.stop();
    await store.close();
    return;
  }
  for (;;) {
    const id = randomUUID();
    const externalId = makeExternalId(Math.random);
    const person = { kind: 'contact', contactId: Number(contactId) } as const;
    const body = freezeBundle({
      id,
      externalId,
      takenAt: new Date().toISOString(),
      currency: 'eur',
      payer: person,
      paymentMethodKind: 'cash',
      items: [{ kind: 'donation', beneficiary: person, amount: 500 }],
    });
    const row = { id, kind: 'bundle_create', entity: entityOf('bundle', id), body, bodyVersion: 1 } as const;
    await store.write((tx) => enqueue(tx, scope, { ...row, externalTransactionId: externalId }, Date.now()));
    say(`saved ${id}`);
    engine.requestRound('write');
    await sleep(Math.random() * 30);
  }
}

void run();

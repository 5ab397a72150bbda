import { getContact } from '@/db/contacts';
import type { Store } from '@/db/store';
import { startSyncEngine } from '@/sync/engine';

import { keyed, minutes } from './outboxPhone';
import {
  respond,
  createTestPhone,
  emptyService,
  runUntilResolved,
  storedBundle,
  type Script,
} from './support';

const stored = emptyService(keyed, (sent, count) => storedBundle(sent, 100 + count));

test('a store that fails while the next round is scheduled does not end the loop: later records are sent', async () => {
  const phone = await createTestPhone(stored);
  let isFailing = true;
  const failing: Store = {
    ...phone.store,
    get: (sql, params) => {
      if (isFailing && sql.includes('min(due)')) return Promise.reject(new Error('disk I/O error'));
      return phone.store.get(sql, params);
    },
  };
  const engine = await startSyncEngine({ store: failing, scope: phone.scope, ports: phone.ports });
  await phone.pass(minutes(5));
  expect(phone.ports.failures).not.toEqual([]);
  isFailing = false;
  await phone.capture(1);
  engine.requestRound('write');
  await phone.pass(minutes(1));
  expect(await phone.states()).toEqual(['acked']);
});

describe('a record that is being fetched when the engine stops', () => {
  const contact = { id: 7, firstname: 'Jeanne', surname: 'Lacombe' };
  const slowly =
    (path: string, afterMs: number): Script =>
    (sent, count) =>
      sent.path === path ? { status: 200, body: contact, afterMs } : stored(sent, count);

  test('is not written after the stop, when signing out has deleted the cache', async () => {
    const phone = await createTestPhone(slowly('/v1/contacts/7', 5_000));
    const engine = await phone.start();
    await phone.pass(1_000);
    const fetching = engine.fetchContact(7);
    await phone.pass(100);
    await runUntilResolved(phone.ports, engine.stop());
    expect(await runUntilResolved(phone.ports, fetching)).toEqual({ stop: { kind: 'aborted' } });
    await phone.pass(minutes(1));
    expect(await getContact(phone.store, phone.scope, 7)).toBeNull();
    expect(await engine.fetchContact(8)).toEqual({ stop: { kind: 'aborted' } });
  });

  test('has no token refresh running: the stop waits for it', async () => {
    const phone = await createTestPhone((sent, count) => {
      if (sent.path.endsWith('/token'))
        return { status: 200, body: { access_token: 'second', refresh_token: 'refresh-2' }, afterMs: 9_000 };
      if (sent.path === '/v1/contacts/7') return respond(401, {});
      return stored(sent, count);
    });
    const engine = await phone.start();
    await phone.pass(1_000);
    const fetching = engine.fetchContact(7);
    await phone.pass(100);
    await runUntilResolved(phone.ports, engine.stop());
    expect(phone.ports.stored.session).toMatchObject({ accessToken: 'second' });
    await runUntilResolved(phone.ports, fetching);
  });
});

import { getAction } from '@/db/actions';
import { applyContacts } from '@/db/contacts';
import { listLeftActions } from '@/db/pull/leftActions';
import { getBundle } from '@/db/ledger/bundles';
import { enqueue } from '@/db/outbox/outbox';
import { getUser } from '@/db/users';
import { entityOf } from '@/domain/entity';

import { minutes } from './outboxPhone';
import { captureId } from './support';

import { bucketPhone, contacts, enter, firstPage, leave, mine } from './bucketPhone';

test('a contact that leaves its only bucket is deleted, one that enters another first stays', async () => {
  const phone = await bucketPhone(firstPage);
  expect(await phone.held(1, 2, 3)).toEqual([1, 2, 3]);
  await phone.round({
    changes: [leave('action:12', 'contact', 1), ...contacts('user:1', 1), leave('user:1', 'contact', 3)],
    buckets: mine,
  });
  expect(await phone.held(1, 2, 3)).toEqual([1, 2]);
  await phone.engine.stop();
});

test('a contact in two buckets goes with the last of them', async () => {
  const phone = await bucketPhone(firstPage);
  await phone.round({ changes: [leave('action:12', 'contact', 2)], buckets: mine });
  expect(await phone.held(2)).toEqual([2]);
  await phone.round({ changes: [leave('user:1', 'contact', 2)], buckets: mine });
  expect(await phone.held(2)).toEqual([]);
  await phone.engine.stop();
});

test('a bucket that the service does not name any more is dropped with what only it contains', async () => {
  const phone = await bucketPhone(firstPage);
  await phone.round({ buckets: ['space', 'user:1'] });
  expect(await phone.held(1, 2, 3)).toEqual([2, 3]);
  expect(await getAction(phone.store, phone.scope, 12)).not.toBeNull();
  // Contact 2 stays, so one person went.
  expect(await listLeftActions(phone.store, phone.scope)).toEqual([{ name: 'Autumn doors', people: 1 }]);
  await phone.engine.stop();
});

test('a new bucket is read from its start without touching the others', async () => {
  const phone = await bucketPhone(firstPage);
  const joined = [...mine, 'action:15'];
  await phone.round({ changes: contacts('action:15', 7), buckets: joined, restarted: ['action:15'] });
  expect(await phone.held(1, 2, 3, 7)).toEqual([1, 2, 3, 7]);
  await phone.engine.stop();
});

test('a restarted bucket loses at the end of the feed what it did not name, others lose nothing', async () => {
  const phone = await bucketPhone(firstPage);
  await phone.round(
    { changes: contacts('action:12', 5), buckets: mine, restarted: ['action:12'], more: true },
    { changes: contacts('action:12', 6), buckets: mine }
  );
  expect(await phone.held(1, 2, 3, 5, 6)).toEqual([2, 3, 5, 6]);
  await phone.engine.stop();
});

test('nothing is deleted in the middle of a restart, and a kill does not end it', async () => {
  const phone = await bucketPhone(firstPage);
  const page = { changes: contacts('action:12', 5), buckets: mine, restarted: ['action:12'], more: true };
  phone.feed.pages.push(page, null);
  phone.engine.requestRound('button');
  await phone.pass(5_000);
  expect(await phone.held(1, 2, 3, 5)).toEqual([1, 2, 3, 5]);
  await phone.engine.stop();
  phone.feed.pages[2] = { changes: contacts('action:12', 4), buckets: mine };
  const engine = await phone.start();
  await phone.pass(minutes(1));
  expect(await phone.held(1, 2, 3, 4, 5)).toEqual([2, 3, 4, 5]);
  await engine.stop();
});

test('a bucket that disappears stays until the end of the feed: its contacts may be in one that follows', async () => {
  const phone = await bucketPhone(firstPage);
  const moved = ['space', 'user:1', 'action:15'];
  phone.feed.pages.push({ buckets: moved, restarted: ['action:15'], more: true }, null);
  phone.engine.requestRound('button');
  await phone.pass(5_000);
  expect(await phone.held(1)).toEqual([1]);
  phone.feed.pages[2] = { changes: contacts('action:15', 1), buckets: moved };
  phone.engine.requestRound('button');
  await phone.pass(minutes(1));
  expect(await phone.held(1, 2, 3)).toEqual([1, 2, 3]);
  await phone.engine.stop();
});

test('a manager who becomes a volunteer holds only what is left, with all kinds', async () => {
  const phone = await bucketPhone({
    changes: [
      ...contacts('all', 1, 2),
      enter('all', 'user', 4),
      enter('all', 'transaction_bundle', 5),
      enter('all', 'transaction_bundle', 6),
      enter('user:1', 'transaction_bundle', 6),
    ],
    buckets: ['space', 'user:1', 'all'],
  });
  const { store, scope } = phone;
  await phone.round(
    { changes: contacts('action:12', 2), buckets: mine, restarted: mine, more: true },
    { changes: [enter('user:1', 'transaction_bundle', 6)], buckets: mine }
  );
  expect(await phone.held(1, 2)).toEqual([2]);
  expect(await getUser(store, scope, 4)).toBeNull();
  expect(await getBundle(store, scope, 5)).toBeNull();
  expect(await getBundle(store, scope, 6)).not.toBeNull();
  // The space shows everything to everyone again.
  const everything = [...mine, 'all'];
  await phone.round({ changes: contacts('all', 1, 2), buckets: everything, restarted: ['all'] });
  expect(await phone.held(1, 2)).toEqual([1, 2]);
  await phone.engine.stop();
});

test('a phone that downloaded the entire space without buckets drops the rest in the first round', async () => {
  const phone = await bucketPhone(firstPage);
  const { store, scope } = phone;
  await phone.engine.stop();
  await store.write(async (tx) => {
    await tx.run('DELETE FROM bucket_records');
    await tx.run('DELETE FROM sync_cursors');
    await applyContacts(tx, scope, [{ id: 9 }]);
  });
  const engine = await phone.start();
  await phone.pass(minutes(1));
  expect(await phone.held(1, 2, 3, 9)).toEqual([1, 2, 3]);
  await engine.stop();
});

test('a visit of an action that the person has left settles, though no bucket contains it', async () => {
  const phone = await bucketPhone(firstPage);
  const { store, scope, ports } = phone;
  const uuid = captureId(1);
  const data = {
    uuid,
    action_id: 12,
    contact_id: 1,
    outcome: 'talked',
    visited_at: '2026-03-01T10:00:00.000Z',
  };
  await store.write((tx) =>
    enqueue(
      tx,
      scope,
      {
        id: uuid,
        kind: 'visit_create',
        entity: entityOf('visit', uuid),
        body: JSON.stringify({ data }),
        bodyVersion: 1,
      },
      ports.clock.now()
    )
  );
  const left = ['space', 'user:1'];
  await phone.round({ buckets: left, position: 'a.11' });
  await phone.round({ buckets: left, position: 'a.11' });
  await phone.round({ buckets: left, position: 'a.11' });
  expect(await phone.rows()).toEqual([]);
  // The same visit under the same key: the service stores it once.
  expect(new Set(phone.writes.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set([uuid]));
  expect(await phone.held(1)).toEqual([]);
  await phone.engine.stop();
});

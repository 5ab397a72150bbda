import { setDraft, removeDraft } from '@/db/drafts';
import { getBundle } from '@/db/ledger/bundles';
import { getUser } from '@/db/users';
import { retentionAfterActionMs } from '@/domain/retention';

import { minutes } from './outboxPhone';
import { captureId } from './support';

import { bucketPhone, contacts, enter, firstPage, leave, mine } from './bucketPhone';

describe('what an unsent record or a draft refers to', () => {
  test('stays when its bucket is dropped, and goes when the record has arrived', async () => {
    const phone = await bucketPhone({ ...firstPage, changes: contacts('action:12', 12, 13) });
    phone.ports.setOnline(false);
    await phone.capture(1);
    const id = captureId(1);
    phone.feed.pages.push({ buckets: ['space', 'user:1'] });
    // It waits for a person while the round pulls.
    await phone.store.write((tx) =>
      tx.run("UPDATE outbox SET state = 'parked' WHERE scope_id = ?", [phone.scope.id])
    );
    phone.ports.setOnline(true);
    phone.engine.requestRound('button');
    await phone.pass(5_000);
    expect(await phone.held(12, 13)).toEqual([12]);
    await phone.store.write((tx) =>
      tx.run("UPDATE outbox SET state = 'queued', next_attempt_at = 0 WHERE scope_id = ?", [phone.scope.id])
    );
    await phone.round();
    expect(await phone.rows()).toMatchObject([{ state: 'acked', serverId: 50 }]);
    const gift = {
      id: 50,
      transactions: [{ id: 51, amount: 1_001, currency: 'eur', contact_id: 99, delivery_token: id }],
    };
    await phone.round({
      changes: [enter('user:1', 'transaction_bundle', 50, gift)],
      buckets: ['space', 'user:1'],
      position: 'a.11',
    });
    expect(await phone.rows()).toEqual([]);
    expect(await phone.held(12, 13)).toEqual([]);
    await phone.engine.stop();
  });

  test('stays when the contact leaves its bucket, until the draft is done', async () => {
    const phone = await bucketPhone(firstPage);
    const { store, scope } = phone;
    await store.write((tx) => setDraft(tx, scope, 'capture', { payer: { contactId: 1 } }, 1));
    await phone.round({ changes: [leave('action:12', 'contact', 1)], buckets: mine });
    expect(await phone.held(1)).toEqual([1]);
    await store.write((tx) => removeDraft(tx, scope, 'capture'));
    await phone.round();
    expect(await phone.held(1)).toEqual([]);
    await phone.engine.stop();
  });

  test('only contacts stay: a gift on the phone proves that the service has it', async () => {
    const phone = await bucketPhone({
      changes: [enter('all', 'transaction_bundle', 7), enter('all', 'user', 7), ...contacts('all', 7)],
      buckets: ['space', 'all'],
    });
    const { store, scope } = phone;
    await store.write((tx) => setDraft(tx, scope, 'capture', { payer: { contactId: 7 } }, 1));
    await phone.round({ buckets: ['space'] });
    expect(await getBundle(store, scope, 7)).toBeNull();
    expect(await getUser(store, scope, 7)).toBeNull();
    expect(await phone.held(7)).toEqual([7]);
    await phone.engine.stop();
  });
});

describe('a contact that was looked up', () => {
  const visible = (id: number) => ({ id, surname: 'Lookup' });

  test('stays when buckets are dropped, for a month', async () => {
    const phone = await bucketPhone(firstPage, { contactOnService: visible });
    const fetching = phone.engine.fetchContact(30);
    await phone.pass(1_000);
    expect(await fetching).toBe('stored');
    await phone.round({ buckets: ['space', 'user:1'] });
    await phone.round({
      changes: contacts('user:1', 3),
      buckets: ['space', 'user:1'],
      restarted: ['user:1'],
    });
    expect(await phone.held(1, 30)).toEqual([30]);
    phone.ports.clock.jump(retentionAfterActionMs - minutes(120));
    await phone.round();
    expect(await phone.held(30)).toEqual([30]);
    phone.ports.clock.jump(minutes(50 * 60));
    await phone.round();
    expect(await phone.held(30)).toEqual([]);
    await phone.engine.stop();
  });

  test('is fetched again once a day, so that its erasure arrives', async () => {
    let isErased = false;
    const phone = await bucketPhone(firstPage, {
      contactOnService: (id) => (isErased ? null : visible(id)),
    });
    const fetching = phone.engine.fetchContact(30);
    await phone.pass(1_000);
    await fetching;
    isErased = true;
    phone.ports.clock.jump(minutes(25 * 60));
    await phone.round();
    await phone.round();
    expect(await phone.held(1, 2, 3, 30)).toEqual([1, 2, 3]);
    await phone.engine.stop();
  });

  test('is replaced by the contact that it was merged into', async () => {
    let isMerged = false;
    const phone = await bucketPhone(firstPage, {
      contactOnService: (id) => visible(isMerged ? 31 : id),
    });
    const first = phone.engine.fetchContact(30);
    await phone.pass(1_000);
    expect(await first).toBe('stored');
    isMerged = true;
    const second = phone.engine.fetchContact(30);
    await phone.pass(1_000);
    expect(await second).toEqual({ movedTo: 31 });
    expect(await phone.held(30, 31)).toEqual([31]);
    await phone.engine.stop();
  });

  test('goes when the service takes it out of a bucket, because it may be erased', async () => {
    const phone = await bucketPhone(firstPage, { contactOnService: visible });
    const fetching = phone.engine.fetchContact(30);
    await phone.pass(1_000);
    await fetching;
    await phone.round({ changes: contacts('user:1', 30), buckets: mine });
    await phone.round({ changes: [leave('user:1', 'contact', 30)], buckets: mine });
    expect(await phone.held(30)).toEqual([]);
    await phone.engine.stop();
  });
});

import { getAction } from '@/db/actions';
import { applyContacts, getContact } from '@/db/contacts';
import { setDraft, removeDraft } from '@/db/drafts';
import { getFact } from '@/db/facts';
import { setHeldActions } from '@/db/heldActions';
import { listLeftActions } from '@/db/leftActions';
import { getBundle } from '@/db/ledger/bundles';
import { enqueue } from '@/db/outbox/outbox';
import { getUser } from '@/db/users';
import { entityOf } from '@/domain/entity';
import { retentionAfterActionMs } from '@/domain/retention';

import { minutes } from './outboxPhone';
import { captureId, createTestPhone, emptyService, queryOf, respond, success, type Sent } from './support';

type Page = {
  changes?: object[];
  buckets: string[];
  restarted?: string[];
  more?: boolean;
  position?: string;
};

const enter = (bucket: string, kind: string, id: number, record: object = {}) => ({
  bucket,
  kind,
  id,
  record: { id, ...record },
});
const contacts = (bucket: string, ...ids: number[]) => ids.map((id) => enter(bucket, 'contact', id));
const leave = (bucket: string, kind: string, id: number) => ({ bucket, kind, id, deleted: true });
const actionChange = (id: number) => ({
  bucket: 'space',
  kind: 'action',
  id,
  record: {
    Action: {
      id,
      name: 'Autumn doors',
      group_id: 1,
      Users: [],
      Teams: [],
      facts: [],
      Forms: [],
      public: true,
    },
    NbVisites: 0,
    NbContacts: 0,
    NbVisitesDeclared: 0,
  },
});

/** A service with buckets. The test sets the pages of the feed; a page that is null is never delivered. */
async function bucketPhone(first: Page, { contactOnService = (_id: number): object | null => null } = {}) {
  const feed: { pages: (Page | null)[] } = { pages: [first] };
  const writes: Sent[] = [];
  const asked: URLSearchParams[] = [];
  const quiet = emptyService(['idempotency_key', 'changes', 'visits'], (sent) => {
    writes.push(sent);
    const { data }: { data: object } = JSON.parse(sent.body ?? '{}');
    const headers = {
      'idempotency-key': sent.headers['idempotency-key'] ?? '',
      'doorstep-position': 'a.10',
    };
    return respond(200, { status: 'success', data: { ...data, id: 50, user_id: 1 } }, headers);
  });
  const phone = await createTestPhone((sent, count) => {
    const fetched = /^\/v1\/contacts\/(\d+)/.exec(sent.path);
    if (fetched) {
      const record = contactOnService(Number(fetched[1]));
      return record ? respond(200, record) : respond(404, {});
    }
    if (!sent.path.startsWith('/v1/changes')) return quiet(sent, count);
    asked.push(queryOf(sent));
    const index = Number(queryOf(sent).get('cursor') ?? 0);
    const last = feed.pages.at(-1);
    const page = index < feed.pages.length ? feed.pages[index] : { buckets: last?.buckets ?? [] };
    if (!page) return 'lost';
    const { changes = [], more = false, position = 'a.1', restarted = [], buckets } = page;
    const cursor = String(Math.min(index + 1, feed.pages.length));
    return success({ changes, more, cursor, buckets, restarted, position });
  });
  const { store, scope } = phone;
  const engine = await phone.start();
  await phone.pass(5_000);
  const round = async (...pages: Page[]) => {
    feed.pages.push(...pages);
    engine.requestRound('button');
    await phone.pass(5_000);
  };
  /** Which of the contacts are on the phone. */
  const held = async (...ids: number[]) => {
    const found = await Promise.all(ids.map((id) => getContact(store, scope, id)));
    return found.flatMap((contact) => contact?.id ?? []);
  };
  return { ...phone, engine, feed, writes, asked, round, held };
}

const mine = ['space', 'user:1', 'action:12'];
const firstPage: Page = {
  changes: [actionChange(12), ...contacts('action:12', 1, 2), ...contacts('user:1', 2, 3)],
  buckets: mine,
  restarted: mine,
};

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

describe('a person who sees everyone and chose actions', () => {
  const everyone = ['space', 'all', 'contacts'];
  const chosen = ['space', 'all', 'user:1', 'action:12'];
  const choose = ({ store, scope }: Awaited<ReturnType<typeof bucketPhone>>, actions: number[] | null) =>
    store.write((tx) => setHeldActions(tx, scope, actions));
  const choice = ({ store, scope }: Awaited<ReturnType<typeof bucketPhone>>) =>
    getFact(store, scope, 'held_actions');

  test('asks for their people only, and the others leave the phone without a notice', async () => {
    const phone = await bucketPhone({
      changes: [actionChange(12), ...contacts('contacts', 1, 2)],
      buckets: everyone,
    });
    await choose(phone, [12]);
    await phone.round({
      changes: contacts('action:12', 2),
      buckets: chosen,
      restarted: ['user:1', 'action:12'],
    });
    expect(phone.asked.at(-1)?.get('hold')).toBe('12');
    expect(await phone.held(1, 2)).toEqual([2]);
    await choose(phone, []);
    await phone.round({ buckets: ['space', 'all', 'user:1'] });
    expect(phone.asked.at(-1)?.get('hold')).toBe('');
    expect(await phone.held(1, 2)).toEqual([]);
    expect(await listLeftActions(phone.store, phone.scope)).toEqual([]);
    await choose(phone, null);
    await phone.round({ changes: contacts('contacts', 1, 2), buckets: everyone, restarted: ['contacts'] });
    expect(phone.asked.at(-1)?.has('hold')).toBe(false);
    expect(await phone.held(1, 2)).toEqual([1, 2]);
    await phone.engine.stop();
  });

  test('reads that an action does not exist any more, and does not choose it again', async () => {
    const phone = await bucketPhone({ changes: [actionChange(12)], buckets: everyone });
    await choose(phone, [12, 15]);
    await phone.round({ changes: contacts('action:12', 2), buckets: chosen, restarted: ['action:12'] });
    expect(await choice(phone)).toEqual([12]);
    await phone.engine.stop();
  });

  test('has no choice any more without that role: new actions come without asking', async () => {
    const phone = await bucketPhone({ changes: contacts('contacts', 1, 2), buckets: everyone });
    await choose(phone, [12]);
    await phone.round({ changes: contacts('action:12', 2), buckets: mine, restarted: mine });
    expect(await choice(phone)).toBeNull();
    await phone.round({
      changes: contacts('action:15', 1),
      buckets: [...mine, 'action:15'],
      restarted: ['action:15'],
    });
    expect(phone.asked.at(-1)?.has('hold')).toBe(false);
    expect(await phone.held(1, 2)).toEqual([1, 2]);
    await phone.engine.stop();
  });
});

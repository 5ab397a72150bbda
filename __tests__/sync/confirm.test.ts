import { getBundle } from '@/db/ledger/bundles';
import { getFact } from '@/db/facts';
import { enqueue, listOutbox, type NewOutboxRow } from '@/db/outbox/outbox';
import { getBundleView, listPendingBundles } from '@/db/outbox/pendingBundles';
import { getUserView } from '@/db/outbox/pendingUsers';
import type { Reader } from '@/db/store';
import { getTeam } from '@/db/teams';
import { entityOf } from '@/domain/entity';

import { asResponse, minutes, plainPhone } from './plainService';
import {
  amountsSent,
  captureId,
  createTestPhone,
  emptyService,
  queryOf,
  respond,
  success,
  type Sent,
} from './support';

type Page = {
  changes?: object[];
  position: string;
  more?: boolean;
  buckets?: string[];
  restarted?: string[];
};

/** A service with keys and a feed. The test sets the next pages of the feed, and the position of every write. */
async function feedPhone({ firstId = 50 } = {}) {
  const feed: { pages: Page[]; cursor: number } = { pages: [{ position: 'a.1' }], cursor: 0 };
  const writes: Sent[] = [];
  const state = { position: 'a.10', firstId, feedTakesMs: 0, returnsIds: true };
  const quiet = emptyService(['idempotency_key', 'changes', 'if_match', 'space'], (sent) => {
    writes.push(sent);
    const { data = {} }: { data?: { id?: number; team?: object } } = JSON.parse(sent.body || '{}');
    const id = data.id ?? state.firstId + writes.length - 1;
    const shownId = state.returnsIds ? id : `number ${id}`;
    const value = data.team ? { team: { ...data.team, id } } : { ...data, id: shownId };
    const headers = {
      'idempotency-key': sent.headers['idempotency-key'] ?? '',
      'doorstep-position': state.position,
    };
    return respond(200, { status: 'success', data: value }, headers);
  });
  const phone = await createTestPhone((sent, count) => {
    if (!sent.path.startsWith('/v1/changes')) return quiet(sent, count);
    const index = Number(queryOf(sent).get('cursor') ?? 0);
    const page = feed.pages[index] ?? { position: feed.pages.at(-1)?.position ?? '' };
    const { changes = [], more = false, ...rest } = page;
    const cursor = String(Math.min(index + 1, feed.pages.length));
    return {
      status: 200,
      body: { status: 'success', data: { changes, more, cursor, ...rest } },
      afterMs: state.feedTakesMs,
    };
  });
  const save = (row: NewOutboxRow) =>
    phone.store.write((tx) => enqueue(tx, phone.scope, row, phone.ports.clock.now()));
  const round = async () => {
    engine.requestRound('button');
    await phone.pass(5_000);
  };
  const engine = await phone.start();
  await phone.pass(5_000);
  return { ...phone, feed, writes, state, save, round, engine };
}

const row = (number: number, kind: NewOutboxRow['kind'], entity: string, body: object, base?: object) => ({
  id: captureId(number),
  kind,
  entity,
  body: JSON.stringify({ data: body }),
  bodyVersion: 1,
  ...(base ? { base } : {}),
});
const bundleChange = (id: number, token: string, more: object = {}) => ({
  kind: 'transaction_bundle',
  id,
  record: {
    id,
    transactions: [{ id, amount: 1_001, currency: 'eur', contact_id: 12, delivery_token: token }],
    ...more,
  },
});

describe('an acknowledged row, at a service with a feed', () => {
  test('a correction stays on the screen, once, until the feed has passed it', async () => {
    const phone = await feedPhone();
    const { store, scope, feed } = phone;
    feed.pages.push({ changes: [bundleChange(7, 'x')], position: 'a.5' });
    await phone.round();
    const base = await getBundle(store, scope, 7);
    const added = { amount: 70, currency: 'eur', date: '2026-03-14T09:00:00Z' };
    await phone.save(row(1, 'bundle_update', 'bundle:7', { id: 7, donations: [added] }, base ?? {}));
    const shown = async () => (await getBundleView(store, scope, 'bundle:7'))?.bundle.donations.length;
    await phone.round();
    // Another transaction holds the feed back: it ends before the write.
    expect(await phone.states()).toEqual(['acked']);
    expect(await shown()).toBe(1);
    feed.pages.push({ changes: [], position: 'a.10' });
    await phone.round();
    expect([await phone.states(), await shown()]).toEqual([['acked'], 1]);
    // An earlier change of the bundle names it, with what it contains now; the pull does not end there.
    feed.pages.push({
      changes: [bundleChange(7, 'x', { donations: [{ id: 1, ...added }] })],
      position: 'a.10',
    });
    await phone.round();
    expect([await phone.states(), await shown()]).toEqual([[], 1]);
    await phone.engine.stop();
  });

  test.each([
    ['user_update', 'user:3', { mail: 'new@example.org' }],
    ['role_change', 'user:3', { user_id: 3, role_id: 2 }],
    ['team_create', 'team:x', { team: { name: 'New' } }],
    ['team_delete', 'team:4', {}],
    ['invitation', 'invitation:x', { invitations: [{ email: 'a@example.org' }] }],
  ] as const)('%s is confirmed when the feed has passed it, not before', async (kind, entity, body) => {
    const phone = await feedPhone();
    await phone.save(row(1, kind, entity, body));
    await phone.round();
    expect(await phone.states()).toEqual(['acked']);
    phone.feed.pages.push({ position: 'a.10' });
    await phone.round();
    expect(await phone.states()).toEqual(['acked']);
    phone.feed.pages.push({ position: 'a.11' });
    await phone.round();
    expect(await phone.states()).toEqual([]);
    await phone.engine.stop();
  });

  test('a change of a user and a new team are shown all the time', async () => {
    const phone = await feedPhone();
    const { store, scope, feed } = phone;
    feed.pages.push({ changes: [{ kind: 'user', id: 3, record: { id: 3, mail: 'old' } }], position: 'a.2' });
    await phone.round();
    await phone.save(row(1, 'user_update', 'user:3', { mail: 'new' }));
    await phone.save(row(2, 'team_create', 'team:x', { team: { name: 'North' } }));
    const mail = async () => (await getUserView(store, scope, 3))?.user.mail;
    const team = async () =>
      (await getTeam(store, scope, 'team:x'))?.team.name ??
      (await getTeam(store, scope, 'team:51'))?.team.name;
    for (const page of [
      { position: 'a.9' },
      { position: 'a.9', changes: [{ kind: 'user', id: 3, record: { id: 3, mail: 'new' } }] },
      { position: 'a.11', changes: [{ kind: 'team', id: 51, record: { id: 51, name: 'North' } }] },
    ]) {
      await phone.round();
      expect([await mail(), await team()]).toEqual(['new', 'North']);
      feed.pages.push(page);
    }
    await phone.round();
    expect([await mail(), await team(), await phone.states()]).toEqual(['new', 'North', []]);
    await phone.engine.stop();
  });

  test('a bundle is downloaded and its row deleted in one transaction', async () => {
    const phone = await feedPhone();
    const { store, scope, feed } = phone;
    await phone.capture(1);
    feed.pages.push({ changes: [bundleChange(50, captureId(1))], position: 'a.11' });
    const seen = new Set<string>();
    const look = async (reader: Reader) => {
      const isDownloaded = (await getBundle(reader, scope, 50)) !== null;
      const rows = await listOutbox(reader, scope);
      seen.add(`${isDownloaded ? 'downloaded' : 'not downloaded'}, ${rows.length} in the outbox`);
    };
    store.onTablesChanged(() => void store.read(look));
    await phone.round();
    expect([...seen]).toEqual(['not downloaded, 1 in the outbox', 'downloaded, 0 in the outbox']);
    await phone.engine.stop();
  });

  test('a page that was requested before the ack does not confirm it', async () => {
    const phone = await feedPhone();
    const { store, scope, feed } = phone;
    await phone.save(row(1, 'user_update', 'user:3', { mail: 'new' }));
    await phone.round();
    feed.pages.push({ position: 'a.9', changes: [{ kind: 'user', id: 3, record: { id: 3, mail: 'old' } }] });
    phone.state.feedTakesMs = 1_000;
    phone.engine.requestRound('button');
    await phone.pass(500);
    // As another tab: the ack is written while the page is on its way.
    await store.write((tx) => tx.run('UPDATE outbox SET acked_at = ?', [phone.ports.clock.now()]));
    await phone.pass(5_000);
    expect(await phone.states()).toEqual(['acked']);
    expect((await getUserView(store, scope, 3))?.user.mail).toBe('new');
    await phone.engine.stop();
  });
});

test('a bundle that a service with a feed acknowledged without position and number is a question in the end', async () => {
  const phone = await feedPhone();
  phone.state.position = '';
  phone.state.returnsIds = false;
  await phone.capture(1);
  await phone.round();
  expect(await phone.rows()).toMatchObject([{ state: 'acked', serverId: null, position: null }]);
  await phone.pass(minutes(3));
  expect(await phone.rows()).toMatchObject([
    { state: 'needs_person', problem: { kind: 'question', question: { kind: 'vanished' } } },
  ]);
  await phone.engine.stop();
});

describe('a restored service', () => {
  test('that gives the number of an acknowledged bundle to another one gets the bundle again, once', async () => {
    const phone = await feedPhone();
    const { store, scope, feed, state } = phone;
    const id = await phone.capture(1);
    await phone.round();
    expect(await phone.rows()).toMatchObject([{ state: 'acked', serverId: 50, position: 'a.10' }]);
    // Restored from a backup: number 50 belongs to another bundle.
    state.position = 'b.20';
    state.firstId = 60;
    feed.pages.push({
      changes: [bundleChange(50, 'other')],
      position: 'b.5',
      buckets: ['all'],
      restarted: ['all'],
    });
    await phone.round();
    expect(await listPendingBundles(store, scope)).toHaveLength(1);
    await phone.round();
    expect(amountsSent(phone.ports)).toEqual([1_001, 1_001]);
    expect(phone.writes[1]?.headers['idempotency-key']).toBe(id);
    expect(await phone.rows()).toMatchObject([{ state: 'acked', serverId: 61, position: 'b.20' }]);
    feed.pages.push({ changes: [bundleChange(61, id)], position: 'b.21' });
    await phone.round();
    expect(await phone.states()).toEqual([]);
    await phone.engine.stop();
  });

  test('an unsent correction follows its bundle to the new number', async () => {
    const phone = await feedPhone();
    const { feed, state } = phone;
    const id = await phone.capture(1);
    await phone.save(row(2, 'bundle_update', entityOf('bundle', id), { id: 0, donations: [{ amount: 5 }] }));
    await phone.round();
    expect(phone.writes.map(({ path }) => path)).toEqual([
      '/v1/transaction_bundles',
      '/v1/transaction_bundles/50',
    ]);
    state.position = 'b.20';
    state.firstId = 60;
    feed.pages.push({
      changes: [bundleChange(50, 'other')],
      position: 'b.5',
      buckets: ['all'],
      restarted: ['all'],
    });
    await phone.round();
    await phone.round();
    expect(phone.writes.slice(2).map(({ path }) => path)).toEqual([
      '/v1/transaction_bundles',
      '/v1/transaction_bundles/62',
    ]);
    await phone.engine.stop();
  });

  test('a correction of a bundle whose number belongs to another one is a question', async () => {
    const phone = await feedPhone();
    const { store, scope, feed } = phone;
    feed.pages.push({ changes: [bundleChange(7, 'mine')], position: 'a.5' });
    await phone.round();
    const base = await getBundle(store, scope, 7);
    await phone.save(row(1, 'bundle_update', 'bundle:7', { id: 7, donations: [{ amount: 70 }] }, base ?? {}));
    await phone.round();
    feed.pages.push({
      changes: [bundleChange(7, 'other')],
      position: 'b.5',
      buckets: ['all'],
      restarted: ['all'],
    });
    await phone.round();
    expect(await phone.rows()).toMatchObject([
      { state: 'needs_person', problem: { kind: 'question', question: { kind: 'vanished' } } },
    ]);
    expect(phone.writes).toHaveLength(1);
    await phone.engine.stop();
  });

  test('a bundle that the feed has passed and does not contain is sent again once, then it counts as deleted', async () => {
    const phone = await feedPhone();
    await phone.capture(1);
    await phone.round();
    for (let pulls = 0; pulls < 3; pulls += 1) {
      phone.feed.pages.push({ position: 'a.11' });
      await phone.round();
    }
    expect(amountsSent(phone.ports)).toHaveLength(2);
    expect(await phone.states()).toEqual([]);
    await phone.engine.stop();
  });
});

describe('an acknowledged row, at a service without a feed', () => {
  const lists = { pullIntervalMs: { feed: 60_000, lists: 60_000 } };

  test('a bundle is confirmed by its marker, and the service is known to return markers', async () => {
    const phone = await plainPhone({}, 3, (store) => asResponse(store()));
    await phone.capture(1);
    await phone.start(lists);
    await phone.pass(minutes(1));
    expect(await phone.states()).toEqual([]);
    expect(await getFact(phone.store, phone.scope, 'echoes_markers')).toBe(true);
  });

  test('a bundle is confirmed by its content where the service drops markers', async () => {
    const phone = await plainPhone({ storesMarkers: false }, 3, (store) => asResponse(store()));
    await phone.capture(1);
    await phone.start(lists);
    await phone.pass(minutes(1));
    expect(await phone.states()).toEqual([]);
    expect(await getFact(phone.store, phone.scope, 'echoes_markers')).toBe(false);
  });

  test.each(['absent', 'another bundle has its number'])(
    'a bundle is a question when it vanished: %s',
    async (how) => {
      const phone = await plainPhone({}, 3, (store) => {
        const bundle = store();
        phone.list.stored.pop();
        if (how !== 'absent')
          phone.list.stored.push({
            id: bundle.id,
            transactions: [{ id: 1, amount: 5, delivery_token: 'x' }],
          });
        return asResponse(bundle);
      });
      await phone.capture(1);
      await phone.start(lists);
      await phone.pass(minutes(1));
      expect(await phone.states()).toEqual(['acked']);
      await phone.pass(minutes(3));
      expect(await phone.rows()).toMatchObject([
        { state: 'needs_person', problem: { kind: 'question', question: { kind: 'vanished' } } },
      ]);
      expect(amountsSent(phone.ports)).toHaveLength(1);
    }
  );

  test('a correction is confirmed when the bundle shows it, and an older version does not confirm it', async () => {
    const donation = { amount: 500, currency: 'eur', date: '2026-03-14T09:00:00Z' };
    const phone = await plainPhone({}, 1, () => success({ id: 1 }));
    const [bundle] = phone.list.stored;
    if (!bundle) throw new Error('expected a bundle');
    const update = row(1, 'bundle_update', 'bundle:1', { id: 1, donations: [donation] }, bundle);
    await phone.store.write((tx) => enqueue(tx, phone.scope, update, phone.ports.clock.now()));
    const shown = async () => (await getBundleView(phone.store, phone.scope, 'bundle:1'))?.bundle.donations;
    await phone.start(lists);
    await phone.pass(10_000);
    expect([await phone.states(), await shown()]).toMatchObject([['acked'], [donation]]);
    bundle.donations = [{ id: 3, ...donation }];
    await phone.pass(minutes(2));
    expect([await phone.states(), await shown()]).toMatchObject([[], [donation]]);
  });

  const comment = (number: number, text: string, bundle: object) =>
    row(number, 'bundle_update', 'bundle:1', { id: 1, transactions: [{ id: 1, comment: text }] }, bundle);

  async function phoneWithBundle() {
    const phone = await plainPhone({}, 1, () => success({ id: 1 }));
    const [bundle] = phone.list.stored;
    const [transaction] = bundle?.transactions ?? [];
    if (!bundle || !transaction) throw new Error('expected a bundle');
    const save = (update: NewOutboxRow) =>
      phone.store.write((tx) => enqueue(tx, phone.scope, update, phone.ports.clock.now()));
    const shown = async () =>
      (await getBundleView(phone.store, phone.scope, 'bundle:1'))?.bundle.transactions[0]?.comment;
    return { ...phone, bundle, transaction, save, shown };
  }

  test('of two corrections of one field, the earlier one does not hide the later one', async () => {
    const phone = await phoneWithBundle();
    await phone.save(comment(1, 'first', phone.bundle));
    await phone.save(comment(2, 'second', phone.bundle));
    await phone.start(lists);
    await phone.pass(5_000);
    expect(await phone.shown()).toBe('second');
    phone.transaction.comment = 'second';
    await phone.pass(minutes(1.5));
    expect([await phone.states(), await phone.shown()]).toEqual([[], 'second']);
  });

  test('a later correction stays while the bundle does not show an earlier one', async () => {
    const phone = await phoneWithBundle();
    const amount = { id: 1, transactions: [{ id: 1, amount: 7, comment: 'first' }] };
    await phone.save(row(1, 'bundle_update', 'bundle:1', amount, phone.bundle));
    await phone.save(comment(2, 'second', phone.bundle));
    await phone.start(lists);
    phone.transaction.comment = 'second';
    await phone.pass(minutes(1.5));
    expect([await phone.states(), await phone.shown()]).toEqual([['acked', 'acked'], 'second']);
  });

  test('a correction that no reading shows is a question, until the service shows it', async () => {
    const phone = await phoneWithBundle();
    await phone.save(comment(1, 'first', phone.bundle));
    await phone.start(lists);
    await phone.pass(minutes(10));
    expect(await phone.rows()).toMatchObject([
      { state: 'needs_person', problem: { kind: 'question', question: { kind: 'vanished' } } },
    ]);
    expect(await phone.shown()).toBe('first');
    phone.transaction.comment = 'first';
    await phone.pass(minutes(2));
    expect(await phone.states()).toEqual([]);
  });

  test('a correction that the network sent twice is a question', async () => {
    const phone = await phoneWithBundle();
    const donation = { amount: 500, currency: 'eur' };
    await phone.save(row(1, 'bundle_update', 'bundle:1', { id: 1, donations: [donation] }, phone.bundle));
    phone.bundle.donations = [3, 4].map((id) => ({ id, ...donation }));
    await phone.start(lists);
    await phone.pass(minutes(1));
    expect(await phone.rows()).toMatchObject([
      { problem: { kind: 'question', question: { kind: 'added_twice', serverId: 1 } } },
    ]);
  });

  test('a bundle that appears later withdraws its question', async () => {
    const phone = await plainPhone({}, 3, (store) => {
      const bundle = store();
      phone.list.stored.pop();
      phone.ports.clock.after(minutes(6), () => void phone.list.stored.push(bundle));
      return asResponse(bundle);
    });
    await phone.capture(1);
    await phone.start(lists);
    await phone.pass(minutes(5));
    expect(await phone.states()).toEqual(['needs_person']);
    await phone.pass(minutes(3));
    expect(await phone.states()).toEqual([]);
  });

  test('a reading during which the clock was set back confirms nothing', async () => {
    const phone = await createTestPhone(
      ((quiet) => (sent: Sent, count: number) => {
        if (sent.path.startsWith('/users')) phone.ports.clock.jump(-minutes(60));
        return quiet(sent, count);
      })(emptyService([], () => success('done')))
    );
    await phone.store.write((tx) =>
      enqueue(tx, phone.scope, row(1, 'user_update', 'user:3', { mail: 'new' }), phone.ports.clock.now())
    );
    const engine = await phone.start(lists);
    await phone.pass(20_000);
    expect(await phone.states()).toEqual(['acked']);
    await engine.stop();
  });

  test('what waits for a record without a number is sent when a pull has the number', async () => {
    const paths: string[] = [];
    const phone = await plainPhone({}, 3, (store, count, sent) => {
      paths.push(sent.path);
      if (count > 1) return success({ id: 7 });
      const bundle = store();
      phone.rules.isListRefused = true;
      // A number that JavaScript cannot hold.
      return success({ ...bundle, id: 'seven' });
    });
    const id = await phone.capture(1);
    const entity = entityOf('bundle', id);
    const update = row(2, 'bundle_update', entity, { id: 0, donations: [{ amount: 5 }] });
    await phone.store.write((tx) => enqueue(tx, phone.scope, update, phone.ports.clock.now()));
    await phone.start(lists);
    await phone.pass(minutes(1));
    expect(await phone.states()).toEqual(['acked', 'queued']);
    phone.rules.isListRefused = false;
    await phone.pass(minutes(5));
    expect(paths).toEqual(['/v1/transaction_bundles', '/v1/transaction_bundles/7']);
  });
});

import { getBundle } from '@/db/ledger/bundles';
import { listOutbox } from '@/db/outbox/outbox';
import { getBundleView } from '@/db/outbox/pendingBundles';
import { getUserView } from '@/db/outbox/pendingUsers';
import type { Reader } from '@/db/store';
import { getTeam } from '@/db/teams';

import { bundleChange, feedPhone, row } from './feedPhone';
import { minutes } from './plainService';
import { captureId } from './support';

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

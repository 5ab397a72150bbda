import { getBundle } from '@/db/ledger/bundles';
import { listPendingBundles } from '@/db/outbox/pendingBundles';
import { getTeam } from '@/db/teams';
import { entityOf } from '@/domain/entity';

import { bundleChange, feedPhone, row } from './feedPhone';
import { amountsSent } from './support';

/** The service starts its feed over. */
const restart = { buckets: ['all'], restarted: ['all'] };

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
    feed.pages.push({ changes: [bundleChange(50, 'other')], position: 'b.5', ...restart });
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
    feed.pages.push({ changes: [bundleChange(50, 'other')], position: 'b.5', ...restart });
    await phone.round();
    await phone.round();
    expect(phone.writes.slice(2).map(({ path }) => path)).toEqual([
      '/v1/transaction_bundles',
      '/v1/transaction_bundles/62',
    ]);
    await phone.engine.stop();
  });

  test('the changes of a later gift that has the number of a lost one stay at the later gift', async () => {
    const phone = await feedPhone();
    const { feed, state } = phone;
    const lost = await phone.capture(1);
    await phone.round();
    state.position = 'b.20';
    state.firstId = 49;
    const later = await phone.capture(2);
    const seen = { transactions: [{ amount: 1_002, delivery_token: later }] };
    const change = (number: number) =>
      row(number, 'bundle_update', entityOf('bundle', later), { id: 0, donations: [{ amount: 5 }] }, seen);
    await phone.save(change(3));
    await phone.save(change(4));
    await phone.store.write((tx) =>
      tx.run("UPDATE outbox SET state = 'parked' WHERE id = ?", [change(4).id])
    );
    feed.pages.push({ changes: [bundleChange(50, later)], position: 'b.21', ...restart });
    await phone.round();
    await phone.round();
    expect(phone.writes.map(({ path }) => path)).toEqual([
      '/v1/transaction_bundles',
      '/v1/transaction_bundles',
      '/v1/transaction_bundles/50',
      '/v1/transaction_bundles',
    ]);
    expect(phone.writes[3]?.headers['idempotency-key']).toBe(lost);
    expect((await phone.rows()).find(({ id }) => id === change(4).id)?.entity).toBe('bundle:50');
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
    feed.pages.push({ changes: [bundleChange(7, 'other')], position: 'b.5', ...restart });
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

  describe('of two changes of one record', () => {
    const team = { id: 7, name: 'First', description: 'Old', leaders: [], users: [] };
    const edit = (number: number, base: object, changed: object) =>
      row(number, 'team_edit', 'team:7', { team: { ...base, ...changed } }, base);
    const restored = (record: object) => ({
      changes: [{ kind: 'team', id: 7, record }],
      position: 'b.21',
      ...restart,
    });
    const second = { ...team, name: 'Second' };
    const third = { ...team, name: 'Third' };

    /** The first edit is acknowledged before the restore. */
    async function editedPhone() {
      const phone = await feedPhone();
      phone.feed.pages.push({ changes: [{ kind: 'team', id: 7, record: team }], position: 'a.2' });
      phone.state.team = team;
      await phone.round();
      await phone.save(edit(1, team, { name: 'Second' }));
      await phone.round();
      const shown = async () => (await getTeam(phone.store, phone.scope, 'team:7'))?.team;
      return { ...phone, shown };
    }

    test('the first is not sent again over the second that the restored service stored', async () => {
      const phone = await editedPhone();
      phone.state.position = 'b.20';
      phone.feed.pages.push(restored(third));
      await phone.save(edit(2, second, { name: 'Third' }));
      await phone.round();
      expect(await phone.shown()).toMatchObject({ name: 'Third' });
      await phone.round();
      expect(await phone.states()).toEqual([]);
      expect(phone.writes).toHaveLength(2);
      await phone.engine.stop();
    });

    test('none is sent again if the restored service has both', async () => {
      const phone = await editedPhone();
      await phone.save(edit(2, second, { name: 'Third' }));
      await phone.round();
      phone.feed.pages.push(restored(third));
      await phone.round();
      await phone.round();
      expect(await phone.states()).toEqual([]);
      expect(phone.writes).toHaveLength(2);
      await phone.engine.stop();
    });

    test('both are sent again in their order if it has none', async () => {
      const phone = await editedPhone();
      await phone.save(edit(2, second, { name: 'Third' }));
      await phone.round();
      phone.state.position = 'b.20';
      phone.state.team = team;
      phone.feed.pages.push(restored(team));
      await phone.round();
      expect(await phone.shown()).toMatchObject({ name: 'Third' });
      await phone.round();
      expect(phone.writes).toHaveLength(4);
      expect(phone.state.team).toMatchObject({ name: 'Third' });
      expect(await phone.states()).toEqual([]);
      await phone.engine.stop();
    });

    test('the first is sent again if the second changed something else', async () => {
      const phone = await editedPhone();
      phone.state.position = 'b.20';
      phone.state.team = team;
      phone.feed.pages.push(restored({ ...team, description: 'New' }));
      await phone.save(edit(2, second, { description: 'New' }));
      await phone.round();
      expect(await phone.shown()).toMatchObject({ name: 'Second', description: 'New' });
      await phone.round();
      expect(phone.state.team).toMatchObject({ name: 'Second', description: 'New' });
      await phone.engine.stop();
    });

    test.each([
      ['user_update', 'user:3', 'user', { mail: 'one' }, { mail: 'two' }, { mail: 'two' }],
      [
        'role_change',
        'user:3',
        'user',
        { user_id: 3, role_id: 1 },
        { user_id: 3, role_id: 2 },
        { role_data: { id: 2 } },
      ],
      [
        'bundle_update',
        'bundle:3',
        'transaction_bundle',
        { id: 3, transactions: [{ id: 3, comment: 'one' }] },
        { id: 3, transactions: [{ id: 3, comment: 'two' }] },
        { transactions: [{ id: 3, amount: 1_001, currency: 'eur', comment: 'two' }] },
      ],
    ] as const)(
      'the first %s is not sent again over the second',
      async (kind, entity, of, one, two, record) => {
        const phone = await feedPhone();
        const base = { id: 3, transactions: [{ id: 3, amount: 1_001, currency: 'eur' }] };
        phone.feed.pages.push({ changes: [{ kind: of, id: 3, record: base }], position: 'a.2' });
        await phone.round();
        await phone.save(row(1, kind, entity, one, base));
        await phone.round();
        phone.state.position = 'b.20';
        const changes = [{ kind: of, id: 3, record: { id: 3, ...record } }];
        phone.feed.pages.push({ changes, position: 'b.21', ...restart });
        await phone.save(row(2, kind, entity, two, { ...base, ...one }));
        await phone.round();
        await phone.round();
        expect(await phone.states()).toEqual([]);
        expect(phone.writes).toHaveLength(2);
        await phone.engine.stop();
      }
    );

    test('the first is a question if a repeat would overwrite a part of the second', async () => {
      const phone = await feedPhone();
      const user = (mail: string, city: string) => ({
        kind: 'user',
        id: 3,
        record: { id: 3, mail, city },
      });
      phone.feed.pages.push({ changes: [user('old', 'Lyon')], position: 'a.2' });
      await phone.round();
      const base = { mail: 'old', city: 'Lyon' };
      await phone.save(row(1, 'user_update', 'user:3', { mail: 'one', city: 'Paris' }, base));
      await phone.round();
      phone.state.position = 'b.20';
      phone.feed.pages.push({ changes: [user('two', 'Lyon')], position: 'b.21', ...restart });
      await phone.save(row(2, 'user_update', 'user:3', { mail: 'two' }, { mail: 'one', city: 'Paris' }));
      await phone.round();
      await phone.round();
      expect(await phone.rows()).toMatchObject([
        { state: 'needs_person', problem: { kind: 'question', question: { kind: 'vanished' } } },
      ]);
      expect(phone.writes).toHaveLength(2);
      await phone.engine.stop();
    });
  });
});

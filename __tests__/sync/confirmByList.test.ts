import type { TransactionBundle } from '@/contract/bundle';
import { getFact } from '@/db/facts';
import { applyBundles } from '@/db/ledger/bundles';
import { enqueue, type NewOutboxRow } from '@/db/outbox/outbox';
import { getBundleView } from '@/db/outbox/pendingBundles';
import { getUserView } from '@/db/outbox/pendingUsers';
import { entityOf } from '@/domain/entity';
import { roleChangeRow, userUpdateRow } from '@/features/people/mutations';

import { row } from './feedPhone';
import { asResponse, minutes, plainPhone } from './plainService';
import { amountsSent, captureId, createTestPhone, emptyService, success, type Sent } from './support';

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

  test('a bundle without a readable number is not confirmed by another of the same amount', async () => {
    const phone = await plainPhone({ firstId: 2 ** 60 }, 3, (store) => {
      const bundle = store();
      const response = asResponse(structuredClone(bundle));
      // The service was restored, and another phone made this one.
      Object.assign(bundle.transactions[0] ?? {}, { delivery_token: 'other', external_transaction_id: 9 });
      return response;
    });
    await phone.capture(1);
    await phone.start(lists);
    await phone.pass(minutes(5));
    expect(await phone.rows()).toMatchObject([
      { state: 'needs_person', problem: { kind: 'question', question: { kind: 'vanished' } } },
    ]);
  });

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

  test('the changes of a bundle that vanished wait for the answer, also when another gift gets its number', async () => {
    const phone = await plainPhone({}, 3, (store) => {
      const bundle = store();
      phone.list.stored.pop();
      return asResponse(bundle);
    });
    const lost = await phone.capture(1);
    const entity = entityOf('bundle', lost);
    await phone.start(lists);
    await phone.pass(minutes(1));
    const view = await getBundleView(phone.store, phone.scope, entity);
    const update = row(9, 'bundle_update', 'bundle:7', { id: 7, donations: [{ amount: 5 }] }, view?.bundle);
    const now = phone.ports.clock.now();
    await phone.store.write(async (tx) => {
      await enqueue(tx, phone.scope, update, now);
      await tx.run('UPDATE outbox SET next_attempt_at = ? WHERE id = ?', [now + minutes(4), update.id]);
    });
    await phone.pass(minutes(10));
    const rowOf = async (id: string) => (await phone.rows()).find((each) => each.id === id);
    expect(await rowOf(lost)).toMatchObject({ state: 'needs_person', serverId: 7 });
    expect(await rowOf(update.id)).toMatchObject({ state: 'queued', entity });
    await phone.capture(2);
    await phone.pass(minutes(5));
    // The number belongs to the second gift now: with it the first would show the changes of the second.
    expect(await rowOf(lost)).toMatchObject({ state: 'needs_person', serverId: null });
    expect(await rowOf(update.id)).toMatchObject({ state: 'queued', entity });
    expect(phone.ports.sent.filter(({ method }) => method === 'PATCH')).toEqual([]);
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

  test('what was saved for a bundle while it was a question is sent to its number', async () => {
    const phone = await plainPhone({}, 3, (store, _, sent) => {
      if (sent.method !== 'POST') return success({ id: 7 });
      const bundle = store();
      phone.list.stored.pop();
      phone.ports.clock.after(minutes(6), () => void phone.list.stored.push(bundle));
      return asResponse(bundle);
    });
    const id = await phone.capture(1);
    const engine = await phone.start(lists);
    await phone.pass(minutes(5));
    const note = { id: 0, transactions: [{ at: 0, comment: 'paid' }] };
    const update = row(2, 'bundle_update', entityOf('bundle', id), note);
    await phone.store.write((tx) => enqueue(tx, phone.scope, update, phone.ports.clock.now()));
    engine.requestRound('write');
    await phone.pass(minutes(3));
    expect(phone.ports.sent.filter(({ method }) => method === 'PATCH').map(({ path }) => path)).toEqual([
      '/v1/transaction_bundles/7',
    ]);
  });

  test('a bundle without markers that was changed before a list confirmed it is confirmed as changed', async () => {
    const changed = { amount: 5, date: '2026-03-20T09:00:00Z' };
    const phone = await plainPhone({ storesMarkers: false }, 3, (store, _, sent) => {
      if (sent.method === 'POST') return asResponse(store());
      Object.assign(phone.list.stored.at(-1)?.transactions[0] ?? {}, changed);
      return success({ id: 7 });
    });
    phone.rules.isListRefused = true;
    await phone.capture(1);
    const engine = await phone.start(lists);
    await phone.pass(10_000);
    // A person found it in a list and said that it is this one.
    await phone.store.write((tx) =>
      applyBundles(tx, phone.scope, phone.list.stored.slice(-1) as TransactionBundle[])
    );
    const change = { id: 0, transactions: [{ at: 0, ...changed }] };
    const update = row(2, 'bundle_update', 'bundle:7', change);
    await phone.store.write((tx) => enqueue(tx, phone.scope, update, phone.ports.clock.now()));
    engine.requestRound('write');
    await phone.pass(10_000);
    expect(await phone.states()).toEqual(['acked', 'acked']);
    phone.rules.isListRefused = false;
    await phone.pass(minutes(5));
    expect(await phone.states()).toEqual([]);
  });

  test('a change stays on the phone as long as its bundle is not confirmed', async () => {
    const phone = await plainPhone({ storesMarkers: false }, 3, (store, _, sent) => {
      if (sent.method !== 'POST') return success({ id: 7 });
      const bundle = store();
      // The office changed the amount meanwhile.
      Object.assign(bundle.transactions[0] ?? {}, { amount: 5, comment: 'paid' });
      return asResponse(bundle);
    });
    const id = await phone.capture(1);
    const note = { id: 0, transactions: [{ at: 0, comment: 'paid' }] };
    const update = row(2, 'bundle_update', entityOf('bundle', id), note);
    await phone.store.write((tx) => enqueue(tx, phone.scope, update, phone.ports.clock.now()));
    await phone.start(lists);
    await phone.pass(minutes(5));
    expect(await phone.states()).toEqual(['needs_person', 'acked']);
  });

  const before = { id: 3, mail: 'a@example.org', city: 'Lyon', role_data: { id: 1 } };
  const about = { id: captureId(1), seen: before, who: 'Ada' };
  test.each([
    ['profile', userUpdateRow(about, { mail: before.mail, city: 'Paris' }), { city: 'Paris' }],
    ['role', roleChangeRow(about, 2), { role_data: { id: 2 } }],
  ])(
    'a change of a user that something in between acknowledged is sent again while the list shows the old values: %s',
    async (_, change, changed) => {
      let user = before;
      const quiet = emptyService([], (_sent, count) => {
        // The first response is not from the service.
        if (count > 1) user = { ...before, ...changed };
        return success({ message: 'Welcome' });
      });
      const phone = await createTestPhone((sent, count) =>
        sent.path.startsWith('/users?')
          ? success({ count: 1, teams: null, users: [user] })
          : quiet(sent, count)
      );
      const shown = async () => (await getUserView(phone.store, phone.scope, 3))?.user;
      const engine = await phone.start(lists);
      await phone.pass(minutes(1));
      await phone.store.write((tx) => enqueue(tx, phone.scope, change, phone.ports.clock.now()));
      engine.requestRound('write');
      await phone.pass(minutes(1));
      expect([await phone.states(), user]).toEqual([['acked'], before]);
      expect(await shown()).toMatchObject(changed);
      await phone.pass(minutes(5));
      expect([await phone.states(), user]).toEqual([[], { ...before, ...changed }]);
      expect(await shown()).toMatchObject(changed);
      await engine.stop();
    }
  );

  test('a new mail, which the list shows only when it is confirmed, is sent once', async () => {
    const quiet = emptyService([], () => success({ message: 'A code was mailed' }));
    const phone = await createTestPhone((sent, count) =>
      sent.path.startsWith('/users?')
        ? success({ count: 1, teams: null, users: [before] })
        : quiet(sent, count)
    );
    const engine = await phone.start(lists);
    await phone.pass(minutes(1));
    const change = userUpdateRow(about, { mail: 'new@example.org' });
    await phone.store.write((tx) => enqueue(tx, phone.scope, change, phone.ports.clock.now()));
    engine.requestRound('write');
    await phone.pass(minutes(10));
    expect(phone.ports.sent.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
    expect(await phone.states()).toEqual([]);
    await engine.stop();
  });

  test('a deletion of a team that something in between acknowledged is sent again while the list shows the team', async () => {
    const deletion = {
      id: captureId(1),
      kind: 'team_delete',
      entity: 'team:5',
      body: '',
      bodyVersion: 1,
    } as const;
    let teams = [{ id: 5, name: 'North' }];
    const quiet = emptyService([], (_sent, count) => {
      if (count > 1) teams = [];
      return success({ message: 'Welcome' });
    });
    const phone = await createTestPhone((sent, count) =>
      sent.method === 'GET' && sent.path === '/teams' ? success({ count: 1, teams }) : quiet(sent, count)
    );
    await phone.store.write((tx) => enqueue(tx, phone.scope, deletion, phone.ports.clock.now()));
    const engine = await phone.start(lists);
    await phone.pass(minutes(1));
    expect([await phone.states(), teams.length]).toEqual([['acked'], 1]);
    await phone.pass(minutes(5));
    expect([await phone.states(), teams.length]).toEqual([[], 0]);
    await engine.stop();
  });

  test('a bundle that vanished is a question one settle time after the clock was set back by days', async () => {
    const phone = await plainPhone({}, 3, (store) => {
      const bundle = store();
      phone.list.stored.pop();
      return asResponse(bundle);
    });
    await phone.capture(1);
    await phone.start(lists);
    await phone.pass(10_000);
    expect(await phone.states()).toEqual(['acked']);
    phone.ports.clock.jump(-minutes(3 * 24 * 60));
    await phone.pass(minutes(10));
    expect(await phone.states()).toEqual(['needs_person']);
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

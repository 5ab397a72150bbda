import { enqueue, patchNotes, type NewOutboxRow } from '@/db/outbox/outbox';
import { entityOf } from '@/domain/entity';

import { asResponse, minutes, plainPhone, type Behaviour } from './plainService';
import {
  amountsSent,
  respond,
  bundleRow,
  captureId,
  createTestPhone,
  emptyService,
  runUntilResolved,
  storedBundle,
  success,
  type Reaction,
  type Sent,
} from './support';

describe('a bundle whose response was lost, at a service without keys', () => {
  test.each<[string, Behaviour, number]>([
    ['newest first', { order: 'newest_first' }, 3],
    ['oldest first, over several pages', { order: 'oldest_first', pageSize: 5 }, 23],
    ['newest first, over several pages', { order: 'newest_first', pageSize: 5 }, 23],
    ['sorted by date, over several pages', { order: 'by_date', pageSize: 5 }, 23],
    ['oldest first, without a total', { order: 'oldest_first', pageSize: 5, total: 'absent' }, 25],
    ['newest first, with a total that is too small', { pageSize: 5, total: 'too_small' }, 23],
    ['newest first, with a total that is too large', { pageSize: 5, total: 'too_large' }, 23],
    ['newest first, with a total that changes with every page', { pageSize: 5, total: 'moving' }, 23],
    ['sorted by date, without a total', { order: 'by_date', pageSize: 4, total: 'absent' }, 23],
  ])('is found by its marker in a list that is %s, and not sent again', async (_name, behaviour, already) => {
    const phone = await plainPhone(behaviour, already, (store) => {
      store();
      return 'silence';
    });
    await phone.capture(1);
    await phone.start();
    await phone.pass(minutes(5));
    expect(await phone.rows()).toMatchObject([{ state: 'acked', serverId: 1 + 2 * already }]);
    expect(amountsSent(phone.ports)).toHaveLength(1);
  });

  test('is sent again with the same id when it is absent one settle time after it was sent', async () => {
    const phone = await plainPhone({}, 3, (store, count) => (count === 1 ? 'silence' : asResponse(store())));
    await phone.capture(1);
    await phone.start();
    await phone.pass(20_000 + 90_000 - 1_000);
    expect(amountsSent(phone.ports)).toHaveLength(1);
    await phone.pass(minutes(3));
    expect(amountsSent(phone.ports)).toHaveLength(2);
    expect(phone.list.stored).toHaveLength(4);
    expect(await phone.rows()).toMatchObject([{ state: 'acked', serverId: 7 }]);
  });

  test('that was to be repeated under its key is searched before it is sent without one', async () => {
    const phone = await plainPhone({}, 3, (store) => asResponse(store()));
    await phone.capture(1);
    await phone.store.write((tx) => patchNotes(tx, captureId(1), { needsKey: true }));
    await phone.start();
    await phone.pass(minutes(1));
    expect(amountsSent(phone.ports)).toHaveLength(0);
    await phone.pass(minutes(5));
    expect(amountsSent(phone.ports)).toHaveLength(1);
    expect(await phone.rows()).toMatchObject([{ state: 'acked', serverId: 7 }]);
  });

  test('is searched, not repeated under its key, at a service that had lost its keys for a time', async () => {
    let extensions = ['idempotency_key'];
    const phone = await plainPhone(
      {},
      3,
      (store) => {
        store();
        return 'silence';
      },
      () => extensions
    );
    await phone.capture(1);
    const engine = await phone.start({ capabilitiesTtlMs: 0 });
    await phone.pass(1_000);
    // The request was sent with a key, to a service that has lost its keys and stored the bundle without it.
    extensions = [];
    await phone.pass(40_000);
    expect(await phone.rows()).toMatchObject([{ state: 'unknown', attempts: 1 }]);
    extensions = ['idempotency_key'];
    engine.requestRound('button');
    await phone.pass(minutes(5));
    expect(amountsSent(phone.ports)).toHaveLength(1);
    expect(await phone.rows()).toMatchObject([{ state: 'acked', serverId: 7 }]);
  });

  test('is not sent again while it may still be in flight, also when the wall clock jumps', async () => {
    const behaviour: Behaviour = {};
    const phone = await plainPhone(behaviour, 3, (store, count) => {
      if (count > 1) return asResponse(store());
      phone.ports.clock.after(40_000, () => void store());
      return 'silence';
    });
    await phone.capture(1);
    const engine = await phone.start();
    await phone.pass(21_000);
    for (let jumps = 0; jumps < 5; jumps += 1) {
      phone.ports.clock.jump(3_600_000);
      engine.requestRound('button');
      await phone.pass(1_000);
    }
    await phone.pass(minutes(5));
    expect(phone.list.stored).toHaveLength(4);
    expect(await phone.rows()).toMatchObject([{ state: 'acked', serverId: 7 }]);
  });

  test('becomes a question if the service drops the markers and has a similar bundle', async () => {
    const behaviour: Behaviour = { storesMarkers: false };
    const phone = await plainPhone(behaviour, 3, (store) => {
      store();
      return 'silence';
    });
    await phone.capture(1);
    await phone.start();
    await phone.pass(minutes(5));
    expect(await phone.rows()).toMatchObject([
      {
        state: 'needs_person',
        problem: {
          kind: 'question',
          question: {
            kind: 'is_it_there',
            candidates: [{ id: 7, amount: 1_001, currency: 'eur', contactId: 12 }],
          },
        },
      },
    ]);
    expect(amountsSent(phone.ports)).toHaveLength(1);
  });

  test('of another build of the app, with unknown fields, is looked up too and delays no other row', async () => {
    const behaviour: Behaviour = { storesMarkers: false };
    const phone = await plainPhone(behaviour, 3, (store, count) => {
      const bundle = store();
      return count === 1 ? 'silence' : asResponse(bundle);
    });
    const { body } = bundleRow(1);
    await phone.capture(1, { body: body.replace('{"data":{', '{"data":{"later":true,') });
    await phone.start();
    await phone.pass(minutes(3));
    await phone.capture(2);
    await phone.pass(minutes(30));
    expect((await phone.states())[0]).toBe('needs_person');
    expect(amountsSent(phone.ports)).toEqual([1_001, 1_002]);
  });

  test('is sent again if the service drops the markers and has no similar bundle', async () => {
    const behaviour: Behaviour = { storesMarkers: false, order: 'oldest_first' };
    const phone = await plainPhone(behaviour, 3, (store, count) =>
      count === 1 ? 'lost' : asResponse(store())
    );
    await phone.capture(1);
    await phone.start();
    await phone.pass(minutes(5));
    expect(phone.list.stored).toHaveLength(4);
    expect(await phone.rows()).toMatchObject([{ state: 'acked', serverId: 7 }]);
  });
});

describe('other writes whose response was lost, at a service without keys', () => {
  const row = (kind: NewOutboxRow['kind'], entity: string, body: object): NewOutboxRow => ({
    id: captureId(7),
    kind,
    entity,
    body: JSON.stringify(body),
    bodyVersion: 1,
  });
  const phoneSending = async (
    given: NewOutboxRow,
    onGet: (sent: Sent, writes: number) => Reaction | null
  ) => {
    let writes = 0;
    const quiet = emptyService([], () => ((writes += 1) === 1 ? 'lost' : success('done')));
    const phone = await createTestPhone((sent, count) => {
      const special = sent.method === 'GET' ? onGet(sent, writes) : null;
      return special ?? quiet(sent, count);
    });
    await phone.store.write((tx) => enqueue(tx, phone.scope, given, phone.ports.clock.now()));
    await phone.start();
    await phone.pass(minutes(10));
    return { ...phone, writes: () => writes };
  };

  test.each([
    row('role_change', entityOf('user', 3), { data: { user_id: 3, role_id: 2 } }),
    row('user_update', entityOf('user', 3), { data: { mail: 'a@example.org' } }),
    row('team_delete', entityOf('team', 3), {}),
  ])('$kind is sent again: repeating it changes nothing', async (given) => {
    const phone = await phoneSending(given, () => null);
    expect(phone.writes()).toBe(2);
    expect(await phone.states()).toEqual(['acked']);
  });

  const team = { name: 'North', users: [{ id: 1 }] };
  const create = row('team_create', entityOf('team', captureId(7)), { data: { team } });

  test('team_create is found as the team that did not exist before', async () => {
    const phone = await phoneSending(create, (sent, writes) =>
      sent.path === '/teams'
        ? success({ teams: [{ id: 1, ...team }, ...(writes > 0 ? [{ id: 2, ...team }] : [])] })
        : null
    );
    expect(phone.writes()).toBe(1);
    expect(await phone.rows()).toMatchObject([{ state: 'acked', serverId: 2 }]);
  });

  test('team_create does not delay a phone that goes to the background with the list of teams', async () => {
    let isSilent = true;
    const quiet = emptyService([], () => success({ team: { id: 2, ...team } }));
    const phone = await createTestPhone((sent, count) =>
      sent.path === '/teams' && isSilent ? 'silence' : quiet(sent, count)
    );
    await phone.store.write((tx) => enqueue(tx, phone.scope, create, phone.ports.clock.now()));
    const engine = await phone.start();
    await phone.pass(1_000);
    const before = phone.ports.clock.monotonic();
    await runUntilResolved(phone.ports, engine.stop());
    expect(phone.ports.clock.monotonic() - before).toBeLessThanOrEqual(4_000);
    // Nothing was sent, so the teams of the service still have to be stored.
    expect(await phone.rows()).toMatchObject([{ state: 'queued', attempts: 0, notes: null }]);
    isSilent = false;
    await phone.start();
    await phone.pass(minutes(1));
    expect(phone.ports.sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('team_create is sent again when no such team appeared', async () => {
    const teams = success({ teams: [{ id: 1, ...team }] });
    const phone = await phoneSending(create, (sent) => (sent.path === '/teams' ? teams : null));
    expect(phone.writes()).toBeGreaterThan(1);
  });

  const invitation = row('invitation', entityOf('invitation', captureId(7)), {
    data: { invitations: [{ email: 'new@example.org' }] },
  });

  test('invitation becomes a question, unless all invited people are there', async () => {
    const unsure = await phoneSending(invitation, () => null);
    expect(await unsure.states()).toEqual(['needs_person']);
    expect(unsure.writes()).toBe(1);
    const joined = await phoneSending(invitation, (sent) =>
      sent.path.startsWith('/users')
        ? success({ count: 1, users: [{ id: 9, mail: 'New@example.org' }] })
        : null
    );
    expect(await joined.states()).toEqual(['acked']);
  });
});

test('deleting a team that another user deleted is acked', async () => {
  const phone = await createTestPhone(emptyService([], () => respond(404, {})));
  const row = { id: captureId(1), kind: 'team_delete', entity: 'team:5', body: '', bodyVersion: 1 } as const;
  await phone.store.write((tx) => enqueue(tx, phone.scope, row, phone.ports.clock.now()));
  await phone.start();
  await phone.pass(1_000);
  expect(await phone.states()).toEqual([]);
});

test('a restored service that gives the number of a gift to another one has lost the first: a person is asked, and its changes wait for it', async () => {
  const forbidden = (sent: Sent) => sent.method === 'GET' && sent.path.startsWith('/v1/transaction_bundles?');
  const quiet = emptyService([], (sent) => storedBundle(sent, 7));
  const phone = await createTestPhone((sent, count) =>
    forbidden(sent) ? respond(403, '{}') : quiet(sent, count)
  );
  const lost = bundleRow(1);
  const addition: NewOutboxRow = {
    id: 'f0000000-0000-4000-8000-000000000001',
    kind: 'bundle_update',
    entity: entityOf('bundle', 7),
    body: JSON.stringify({ data: { id: 7, donations: [{ amount: 100 }] } }),
    bodyVersion: 1,
  };
  await phone.store.write(async (tx) => {
    const now = phone.ports.clock.now();
    await enqueue(tx, phone.scope, lost, now);
    await enqueue(tx, phone.scope, addition, now);
    await tx.run(`UPDATE outbox SET state = 'acked', attempts = 1, server_id = 7, acked_at = ${now}`);
  });
  await phone.capture(2);
  await phone.start();
  await phone.pass(minutes(5));
  const rows = new Map((await phone.rows()).map((row) => [row.id, row]));
  expect(rows.get(captureId(1))).toMatchObject({
    state: 'needs_person',
    // With the number it would show the changes of the other gift.
    serverId: null,
    problem: { question: { kind: 'vanished' } },
  });
  expect(rows.get(captureId(2))).toMatchObject({ state: 'acked', serverId: 7 });
  expect(rows.get(addition.id)).toMatchObject({ state: 'queued', entity: lost.entity });
  expect(phone.ports.sent.filter(({ method }) => method === 'PATCH')).toEqual([]);
});

test('… also when the response about the other one was lost', async () => {
  const phone = await plainPhone({ firstId: 7 }, 0, (store) => {
    store();
    return 'lost';
  });
  await phone.store.write(async (tx) => {
    const now = phone.ports.clock.now();
    await enqueue(tx, phone.scope, bundleRow(1), now);
    await tx.run(`UPDATE outbox SET state = 'acked', attempts = 1, server_id = 7, acked_at = ${now}`);
  });
  await phone.capture(2);
  await phone.start();
  await phone.pass(minutes(5));
  expect(phone.list.stored).toHaveLength(1);
  const lost = (await phone.rows()).find(({ id }) => id === captureId(1));
  expect(lost).toMatchObject({
    state: 'needs_person',
    serverId: null,
    problem: { question: { kind: 'vanished' } },
  });
});

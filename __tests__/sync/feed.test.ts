import { listActions } from '@/db/actions';
import { getBundle } from '@/db/ledger/bundles';
import { applyContacts, countContacts, getContact, searchContacts } from '@/db/contacts';
import { getFact } from '@/db/facts';
import { EngineError, type Engine } from '@/db/port';

import { openMemoryEngine } from '../support/sqlite';
import { minutes } from './outboxPhone';
import {
  respond,
  createTestPhone,
  defaultSession,
  queryOf,
  emptyService,
  range,
  refuse,
  success,
  type Reaction,
} from './support';

const nothing = (): Reaction => 'lost';

describe('the feed of changes', () => {
  const feedPhone = async (onChanges: (cursor: string | null) => Reaction, disk?: Engine) => {
    const quiet = emptyService(['changes'], nothing);
    const cursors: (string | null)[] = [];
    const phone = await createTestPhone(
      (sent, count) => {
        if (!sent.path.startsWith('/v1/changes')) return quiet(sent, count);
        const cursor = queryOf(sent).get('cursor');
        cursors.push(cursor);
        return onChanges(cursor);
      },
      defaultSession,
      disk
    );
    return { ...phone, cursors };
  };
  const change = (kind: string, id: number, record: object | null) =>
    record ? { kind, id, record: { id, ...record } } : { kind, id, deleted: true };
  const page = (changes: object[], cursor: string, more = false) => success({ changes, cursor, more });

  test('is read page by page from the cursor of the service, with its tombstones', async () => {
    const phone = await feedPhone((cursor) => {
      if (cursor === null)
        return page([change('contact', 1, {}), change('transaction_bundle', 7, {})], 'a', true);
      if (cursor === 'a') return page([change('contact', 2, {})], 'b');
      return page([change('contact', 1, null), change('hologram', 3, {})], 'c');
    });
    const engine = await phone.start();
    await phone.pass(1_000);
    expect(await countContacts(phone.store, phone.scope)).toBe(2);
    engine.requestRound('button');
    await phone.pass(1_000);
    expect(phone.cursors).toEqual([null, 'a', 'b']);
    expect(await getContact(phone.store, phone.scope, 1)).toBeNull();
    expect(await getBundle(phone.store, phone.scope, 7)).not.toBeNull();
  });

  test('requests the next page while one is written, and writes them in order', async () => {
    const events: string[] = [];
    const phone = await feedPhone((cursor) => {
      events.push(`asked from ${cursor}`);
      // The disk is slow: this page cannot be written immediately.
      if (cursor === null) void phone.store.read(() => phone.ports.clock.sleep(200));
      if (cursor === null) return page([change('contact', 1, {}), change('contact', 2, {})], 'a', true);
      return page([change('contact', 1, null)], 'b');
    });
    phone.store.onTablesChanged((tables) => {
      if (tables.has('contacts')) events.push('written');
    });
    await phone.start();
    await phone.pass(1_000);
    expect(events).toEqual(['asked from null', 'asked from a', 'written', 'written']);
    expect(await getContact(phone.store, phone.scope, 1)).toBeNull();
    expect(await countContacts(phone.store, phone.scope)).toBe(1);
  });

  test('an interrupted first load is searchable and listed, and continues to its end', async () => {
    let isDown = true;
    const contacts = (from: number) =>
      range(from, from + 299).map((id) => change('contact', id, { surname: `Person${id}` }));
    const phone = await feedPhone((cursor) => {
      if (cursor === null) return page(contacts(1), 'a', true);
      return isDown ? 'lost' : page(contacts(301), 'b');
    });
    const found = async (text: string) =>
      (await searchContacts(phone.store, phone.scope, text)).map(({ id }) => id);
    const countWords = async () =>
      (await phone.store.all("SELECT 1 FROM contact_words WHERE word LIKE 'person%'")).length;
    const engine = await phone.start();
    await phone.pass(500);
    expect([await found('person123'), await countWords()]).toEqual([[123], 300]);
    expect(await countContacts(phone.store, phone.scope)).toBe(300);
    isDown = false;
    engine.requestRound('button');
    await phone.pass(minutes(1));
    expect([await found('person123'), await found('person456'), await countWords()]).toEqual([
      [123],
      [456],
      600,
    ]);
    expect(await countContacts(phone.store, phone.scope)).toBe(600);
  });

  test('the records of a killed first load are in the list after the next start, also without a network', async () => {
    const phone = await feedPhone(() => 'lost');
    const fetched = range(1, 300).map((id) => ({ id, surname: `Person${id}` }));
    // The last step of the killed process: a page on disk, without the end of the load.
    await phone.store.write((tx) => applyContacts(tx, phone.scope, fetched));
    expect(await countContacts(phone.store, phone.scope)).toBe(0);
    phone.ports.setOnline(false);
    await phone.start();
    await phone.pass(500);
    expect(await countContacts(phone.store, phone.scope)).toBe(300);
  });

  test('reports its progress where the service returns a total', async () => {
    const phone = await feedPhone((cursor) =>
      cursor === null
        ? success({ changes: [change('contact', 1, {})], cursor: 'a', more: true, total: 2 })
        : page([change('contact', 2, {}), change('contact', 3, {})], 'b')
    );
    const engine = await phone.start();
    const progress: unknown[] = [];
    engine.onStatus(({ phase }) => {
      if (phase.kind === 'pulling' && phase.step === 'changes') progress.push([phase.done, phase.total]);
    });
    await phone.pass(1_000);
    expect(progress).toContainEqual([0, null]);
    expect(progress).toContainEqual([1, 2]);
    await engine.stop();
  });

  test('a cursor that the service rejects makes it read everything again and delete the rest', async () => {
    let isReset = false;
    const phone = await feedPhone((cursor) => {
      if (cursor !== null && isReset) return refuse('invalid');
      if (cursor === null) return page([change('contact', isReset ? 2 : 1, {})], 'x');
      return page([], 'x');
    });
    const engine = await phone.start();
    await phone.pass(1_000);
    isReset = true;
    engine.requestRound('button');
    await phone.pass(1_000);
    expect(await getContact(phone.store, phone.scope, 1)).toBeNull();
    expect(await getContact(phone.store, phone.scope, 2)).toMatchObject({ id: 2 });
  });

  test.each([
    ['a firewall', respond(403, {}), 2],
    ['the service', refuse('invalid'), 4],
  ])('a cursor that %s rejects each time does not keep it reading for ever', async (_, refusal, requests) => {
    const phone = await feedPhone((cursor) =>
      cursor === null ? page([change('contact', 1, {})], 'a', true) : refusal
    );
    await phone.start();
    await phone.pass(1_000);
    expect(phone.cursors).toHaveLength(requests);
  });

  test('a firewall that rejects a cursor once costs no second download', async () => {
    let isBlocked = false;
    const phone = await feedPhone((cursor) =>
      isBlocked ? respond(403, {}) : page(cursor === null ? [change('contact', 1, {})] : [], 'x')
    );
    const engine = await phone.start();
    await phone.pass(1_000);
    isBlocked = true;
    engine.requestRound('button');
    await phone.pass(1_000);
    isBlocked = false;
    engine.requestRound('button');
    await phone.pass(60_000);
    expect(phone.cursors.filter((cursor) => cursor === null)).toHaveLength(1);
    await engine.stop();
  });

  test('a feed that restarts during a first read ignores its earlier records', async () => {
    const phone = await feedPhone((cursor) => {
      if (cursor === null) return page([change('contact', 1, {}), change('contact', 2, {})], 'a', true);
      // Restored from a backup between two pages: the backup does not have the first contact.
      if (cursor === 'a')
        return success({
          changes: [change('contact', 2, {})],
          cursor: 'b',
          more: true,
          buckets: ['all'],
          restarted: ['all'],
        });
      return page([change('contact', 3, {})], 'c');
    });
    const engine = await phone.start();
    await phone.pass(1_000);
    expect(phone.cursors).toEqual([null, 'a', 'b']);
    expect(await getContact(phone.store, phone.scope, 1)).toBeNull();
    expect(await countContacts(phone.store, phone.scope)).toBe(2);
    await engine.stop();
  });

  test('a kill between two pages loses no change: the cursor and its page are one transaction', async () => {
    let isDown = true;
    const phone = await feedPhone((cursor) => {
      if (cursor === null) return page([change('contact', 1, {})], 'a', true);
      return isDown ? 'lost' : page([change('contact', 2, {})], 'b');
    });
    const engine = await phone.start();
    await phone.pass(1_000);
    await engine.stop();
    isDown = false;
    await phone.start();
    await phone.pass(minutes(1));
    expect(phone.cursors.filter((cursor) => cursor === null)).toHaveLength(1);
    expect(await countContacts(phone.store, phone.scope)).toBe(2);
  });

  test('a page that cannot be written is read again: its cursor is not stored without it', async () => {
    const disk = openMemoryEngine();
    let isFull = true;
    const phone = await feedPhone(
      (cursor) => (cursor === null ? page([change('contact', 1, {})], 'a') : page([], 'a')),
      {
        ...disk,
        run: async (sql, params) => {
          if (isFull && sql.includes('INTO contact_bodies')) throw new EngineError('full', 'no room');
          return disk.run(sql, params);
        },
      }
    );
    const engine = await phone.start();
    await phone.pass(1_000);
    expect(await countContacts(phone.store, phone.scope)).toBe(0);
    isFull = false;
    engine.requestRound('button');
    await phone.pass(minutes(1));
    expect(phone.cursors.slice(0, 2)).toEqual([null, null]);
    expect(await countContacts(phone.store, phone.scope)).toBe(1);
  });

  test('a service that announces a feed without having one is read by its lists', async () => {
    const phone = await feedPhone(() => respond(404, {}));
    await phone.start();
    await phone.pass(minutes(1));
    expect(await listActions(phone.store, phone.scope)).toEqual([]);
    expect(await getFact(phone.store, phone.scope, 'last_pulled_at')).not.toBeNull();
    expect(phone.ports.sent.some(({ path }) => path === '/actions')).toBe(true);
  });

  test('a contact that was erased while it was fetched does not come back', async () => {
    let isErased = false;
    const quiet = emptyService(['changes'], nothing);
    const phone = await createTestPhone((sent, count) => {
      if (sent.path.startsWith('/v1/contacts/7')) {
        if (isErased) return respond(404, {});
        // Erased after this response was made, which is slow.
        isErased = true;
        return {
          status: 200,
          body: { id: 7, surname: 'Erased' },
          afterMs: 5_000,
        };
      }
      if (!sent.path.startsWith('/v1/changes')) return quiet(sent, count);
      return isErased && queryOf(sent).get('cursor') === 'a'
        ? page([change('contact', 7, null)], 'b')
        : page([], isErased ? 'b' : 'a');
    });
    const engine = await phone.start();
    await phone.pass(1_000);
    const fetching = engine.fetchContact(7);
    await phone.pass(1_000);
    engine.requestRound('button');
    await phone.pass(10_000);
    expect(await fetching).toBe('missing');
    expect(await getContact(phone.store, phone.scope, 7)).toBeNull();
    await engine.stop();
  });

  test('a contact is fetched three times at most while the feed brings changes', async () => {
    let [fetches, pulls] = [0, 0];
    const quiet = emptyService(['changes'], nothing);
    const phone = await createTestPhone((sent, count) => {
      if (sent.path.startsWith('/v1/contacts/7')) {
        fetches += 1;
        return { status: 200, body: { id: 7 }, afterMs: 2_000 };
      }
      return sent.path.startsWith('/v1/changes') ? page([], `${(pulls += 1)}`) : quiet(sent, count);
    });
    const engine = await phone.start();
    await phone.pass(1_000);
    const fetching = engine.fetchContact(7);
    for (let rounds = 0; rounds < 10; rounds += 1) {
      engine.requestRound('button');
      await phone.pass(1_000);
    }
    expect(await fetching).toBe('refused');
    expect(fetches).toBe(3);
    await engine.stop();
  });
});

import { countContacts, getContact } from '@/db/contacts';
import { countQuarantined } from '@/db/quarantine';
import { listTransactionStatuses } from '@/db/statuses';
import { addContactsToFetch } from '@/db/contactsToFetch';
import { isClockWrong } from '@/domain/syncStatus';
import { startSyncEngine } from '@/sync/engine';

import { minutes } from './outboxPhone';
import {
  respond,
  createTestPhone,
  queryOf,
  emptyService,
  range,
  success,
  type Reaction,
  type Sent,
} from './support';

const nothing = (): Reaction => 'lost';

const status = (id: number) => ({ id, name: `Status ${id}`, kind: 'valid', archived: false });

/** A list in pages of a fixed size, whatever size is requested. */
function paged(sent: Sent, records: readonly unknown[], mostPerPage: number): Reaction {
  const offset = Number(queryOf(sent).get('offset') ?? 0);
  const limit = Math.min(mostPerPage, Number(queryOf(sent).get('limit') ?? mostPerPage));
  return success(records.slice(offset, offset + limit), { total: records.length });
}

async function phoneReading(onStatuses: (sent: Sent, count: number) => Reaction) {
  const quiet = emptyService([], nothing);
  let requestCount = 0;
  const phone = await createTestPhone((sent, count) =>
    sent.path.startsWith('/v1/transaction_statuses') ? onStatuses(sent, (requestCount += 1)) : quiet(sent, count)
  );
  const ids = async () =>
    (await listTransactionStatuses(phone.store, phone.scope)).map(({ id }) => id).sort((a, b) => a - b);
  return { ...phone, ids, requestCount: () => requestCount };
}

describe('lists', () => {
  test('are read to the end with any page size, and compared with total', async () => {
    const phone = await phoneReading((sent) => paged(sent, range(1, 137).map(status), 50));
    await phone.start();
    await phone.pass(minutes(1));
    expect(await phone.ids()).toEqual(range(1, 137));
    expect(phone.requestCount()).toBe(3);
  });

  test('a service that refuses a large page is read with its own page size', async () => {
    const phone = await phoneReading((sent) =>
      queryOf(sent).has('limit') ? respond(422, {}) : paged(sent, range(1, 7).map(status), 3)
    );
    await phone.start();
    await phone.pass(minutes(1));
    expect(await phone.ids()).toEqual(range(1, 7));
  });

  test('a read whose total changes is restarted, and an incomplete read deletes nothing', async () => {
    let records = range(1, 10);
    const phone = await phoneReading((sent, count) => {
      // Between the first page and the second, the third record is deleted: the sixth moves to a page that was read.
      if (count === 2) records = records.filter((id) => id !== 3);
      return paged(sent, records.map(status), 5);
    });
    await phone.start();
    await phone.pass(minutes(1));
    expect(await phone.ids()).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10]);
    expect(phone.requestCount()).toBe(4);
  });

  test('records that the service deleted are deleted on the phone', async () => {
    let records = range(1, 10);
    const phone = await phoneReading((sent) => paged(sent, records.map(status), 4));
    const engine = await phone.start();
    await phone.pass(minutes(1));
    records = [2, 4, 11];
    engine.requestRound('button');
    await phone.pass(minutes(1));
    expect(await phone.ids()).toEqual([2, 4, 11]);
  });

  test('a record that cannot be parsed is quarantined with its reason, and the rest of the page is stored', async () => {
    const phone = await phoneReading((sent) =>
      paged(sent, [status(1), { id: 2, name: { odd: true } }, 'nonsense', status(4)], 2)
    );
    await phone.start();
    await phone.pass(minutes(1));
    expect(await phone.ids()).toEqual([1, 4]);
    expect(await countQuarantined(phone.store, phone.scope)).toEqual([
      { list: 'transaction_statuses', count: 2 },
    ]);
  });

  test('a response that is not a list deletes nothing on the phone', async () => {
    let isOdd = false;
    const phone = await phoneReading((sent) => (isOdd ? success({}) : paged(sent, [status(1)], 9)));
    const engine = await phone.start();
    await phone.pass(minutes(1));
    isOdd = true;
    engine.requestRound('button');
    await phone.pass(minutes(1));
    expect(await phone.ids()).toEqual([1]);
    expect(engine.getStatus().problem).toBe('unreadable');
  });

  test('an interrupted read continues from its last page after a restart', async () => {
    let isDown = true;
    const phone = await phoneReading((sent, count) =>
      isDown && count === 3 ? 'lost' : paged(sent, range(1, 12).map(status), 4)
    );
    const engine = await phone.start();
    await phone.pass(500);
    expect(await phone.ids()).toEqual(range(1, 8));
    await engine.stop();
    isDown = false;
    await phone.start();
    await phone.pass(minutes(1));
    expect(await phone.ids()).toEqual(range(1, 12));
    expect(phone.requestCount()).toBe(4);
  });

  test('a read that is refused halfway restarts the next time', async () => {
    let records = range(1, 12);
    const phone = await phoneReading((sent, count) => {
      if (count === 2) return 'lost';
      // The list is shorter than the position of the interrupted read.
      if (Number(queryOf(sent).get('offset')) >= records.length) return respond(422, {});
      return paged(sent, records.map(status), 4);
    });
    const engine = await phone.start();
    await phone.pass(500);
    expect(await phone.ids()).toEqual(range(1, 4));
    records = [2, 13];
    await phone.pass(minutes(1));
    engine.requestRound('button');
    await phone.pass(minutes(1));
    expect(await phone.ids()).toEqual([2, 13]);
  });

  test('a phone clock that is days ahead skips nothing', async () => {
    let records = [1];
    const phone = await phoneReading((sent) => paged(sent, records.map(status), 9));
    const engine = await phone.start();
    phone.ports.clock.jump(5 * 24 * 3_600_000);
    await phone.pass(minutes(1));
    phone.ports.clock.jump(-9 * 24 * 3_600_000);
    records = [1, 2];
    engine.requestRound('button');
    await phone.pass(minutes(1));
    expect(await phone.ids()).toEqual([1, 2]);
  });

  test('an unchanged list is recognised by its ETag and not read again', async () => {
    const phone = await phoneReading((sent) =>
      sent.headers['if-none-match'] === '"one"'
        ? { status: 304, text: '' }
        : respond(200, { status: 'success', data: [status(1)], total: 1 }, { etag: '"one"' })
    );
    const engine = await phone.start();
    await phone.pass(minutes(1));
    engine.requestRound('button');
    await phone.pass(minutes(1));
    expect(await phone.ids()).toEqual([1]);
    expect(phone.requestCount()).toBe(2);
  });

  test('Retry-After is honoured by a pull too', async () => {
    const phone = await phoneReading((sent, count) =>
      count === 1 ? respond(429, {}, { 'retry-after': '120' }) : paged(sent, [status(1)], 9)
    );
    await phone.start();
    await phone.pass(minutes(2) - 1_000);
    expect(phone.requestCount()).toBe(1);
    await phone.pass(minutes(2));
    expect(await phone.ids()).toEqual([1]);
  });
});

test('progress is reported as numbers that a screen can show', async () => {
  const phone = await phoneReading((sent) => paged(sent, range(1, 12).map(status), 4));
  const engine = await phone.start();
  const seen: string[] = [];
  engine.onStatus(({ phase }) => {
    if (phase.kind === 'pulling' && phase.step === 'transaction_statuses')
      seen.push(`${phase.done}/${phase.total}`);
  });
  await phone.pass(minutes(1));
  expect([...new Set(seen)]).toEqual(['0/null', '4/12', '8/12']);
  expect(engine.getStatus()).toMatchObject({ phase: { kind: 'idle' }, problem: null });
  expect(engine.getStatus().lastContactAt).not.toBeNull();
});

describe('a wrong clock', () => {
  /** A phone whose clock is a day ahead of the service's, and which was connected once. */
  async function wrongPhone() {
    const quiet = emptyService([], nothing);
    const phone = await createTestPhone((sent, count) => {
      const reaction = quiet(sent, count);
      if (typeof reaction === 'string') return reaction;
      const date = new Date(phone.ports.clock.now() - minutes(24 * 60)).toUTCString();
      return { ...reaction, headers: { ...reaction.headers, date } };
    });
    const engine = await phone.start();
    await phone.pass(minutes(1));
    await engine.stop();
    phone.ports.setOnline(false);
    return phone;
  }

  test('is detected after a start without signal too', async () => {
    const phone = await wrongPhone();
    await phone.pass(minutes(60));
    expect(isClockWrong((await phone.start()).getStatus())).toBe(true);
  });

  test('is cleared when the clock was set back in the meantime', async () => {
    const phone = await wrongPhone();
    const { clock } = phone.ports;
    const right = { ...clock, now: () => clock.now() - minutes(24 * 60) };
    const { store, scope } = phone;
    const engine = await startSyncEngine({ store, scope, ports: { ...phone.ports, clock: right } });
    expect(engine.getStatus().clockAheadMs).toBeNull();
  });
});

test('contacts that a bundle or a person refers to are fetched one by one, a few at a time', async () => {
  const quiet = emptyService([], nothing);
  let running = 0;
  let most = 0;
  const bundle = { id: 1, transactions: [{ id: 1, amount: 5, currency: 'eur', contact_id: 101 }] };
  const phone = await createTestPhone((sent, count) => {
    if (sent.path.startsWith('/v1/transaction_bundles')) return success([bundle], { total: 1 });
    const id = Number(/^\/v1\/contacts\/(\d+)$/.exec(sent.path)?.[1]);
    if (Number.isNaN(id)) return quiet(sent, count);
    most = Math.max(most, (running += 1));
    phone.ports.clock.after(50, () => void (running -= 1));
    return id === 105 ? { status: 404, body: {}, afterMs: 50 } : { status: 200, body: { id }, afterMs: 50 };
  });
  await phone.store.write((tx) => addContactsToFetch(tx, phone.scope, range(102, 120)));
  const engine = await phone.start();
  await phone.pass(minutes(1));
  expect(await countContacts(phone.store, phone.scope)).toBe(19);
  expect(await getContact(phone.store, phone.scope, 101)).toMatchObject({ id: 101 });
  expect(await getContact(phone.store, phone.scope, 105)).toBeNull();
  expect(most).toBe(4);
  const requestCount = () => phone.ports.sent.filter(({ path }) => path === '/v1/contacts/105').length;
  engine.requestRound('button');
  await phone.pass(minutes(1));
  expect(requestCount()).toBe(1);
});

import { countContacts, getContact } from '@/db/contacts';
import { countQuarantined } from '@/db/pull/quarantine';
import { removeScopeData } from '@/db/scopes';
import { listTransactionStatuses } from '@/db/statuses';
import { addContactsToFetch } from '@/db/pull/contactsToFetch';
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

const failWrites = (): Reaction => 'lost';

const status = (id: number) => ({ id, name: `Status ${id}`, kind: 'valid', archived: false });

/** The requested page of a list, with at most `maxPageSize` records whatever limit is requested. */
function paged(
  sent: Sent,
  records: readonly unknown[],
  maxPageSize: number,
  total = records.length
): Reaction {
  const offset = Number(queryOf(sent).get('offset') ?? 0);
  const limit = Math.min(maxPageSize, Number(queryOf(sent).get('limit') ?? maxPageSize));
  return success(records.slice(offset, offset + limit), { total });
}

/** A phone on a service that has records in one list only, the transaction statuses. */
async function phoneWithStatuses(onStatuses: (sent: Sent, count: number) => Reaction) {
  const service = emptyService([], failWrites);
  let requestCount = 0;
  const phone = await createTestPhone((sent, count) =>
    sent.path.startsWith('/v1/transaction_statuses')
      ? onStatuses(sent, (requestCount += 1))
      : service(sent, count)
  );
  const ids = async () =>
    (await listTransactionStatuses(phone.store, phone.scope)).map(({ id }) => id).sort((a, b) => a - b);
  return { ...phone, ids, requestCount: () => requestCount };
}

describe('lists', () => {
  test('a list is read until a page has nothing new, with any page size', async () => {
    const phone = await phoneWithStatuses((sent) => paged(sent, range(1, 137).map(status), 50));
    await phone.start();
    await phone.pass(minutes(1));
    expect(await phone.ids()).toEqual(range(1, 137));
    expect(phone.requestCount()).toBe(4);
  });

  test.each([0, 3, 50])('a total of %i that is too small does not end a reading', async (total) => {
    const phone = await phoneWithStatuses((sent) => {
      const offset = Number(queryOf(sent).get('offset') ?? 0);
      return success(
        range(1, 137)
          .map(status)
          .slice(offset, offset + 50),
        { total }
      );
    });
    await phone.start();
    await phone.pass(minutes(1));
    expect(await phone.ids()).toEqual(range(1, 137));
  });

  test('a service that ignores the offset is read once, if its total says so', async () => {
    const phone = await phoneWithStatuses(() => success(range(1, 7).map(status), { total: 7 }));
    const engine = await phone.start();
    await phone.pass(minutes(1));
    expect(await phone.ids()).toEqual(range(1, 7));
    expect(phone.requestCount()).toBe(2);
    expect(engine.getStatus().problem).toBeNull();
  });

  test('two thousand unreadable records without an id, at a service that ignores the offset, end the reading', async () => {
    const phone = await phoneWithStatuses(() =>
      success(range(1, 2_000).map((value) => `no record ${value}`))
    );
    await phone.start();
    await phone.pass(minutes(5));
    expect(phone.requestCount()).toBeLessThan(20);
  });

  test('a service that refuses a large page is read with its own page size', async () => {
    const phone = await phoneWithStatuses((sent) =>
      queryOf(sent).has('limit') ? respond(422, {}) : paged(sent, range(1, 7).map(status), 3)
    );
    await phone.start();
    await phone.pass(minutes(1));
    expect(await phone.ids()).toEqual(range(1, 7));
  });

  test('a read whose total changes is restarted, so that no record is skipped', async () => {
    let records = range(1, 10);
    const phone = await phoneWithStatuses((sent, count) => {
      // Between the first page and the second, the third record is deleted: the sixth moves to a page that was read.
      if (count === 2) records = records.filter((id) => id !== 3);
      return paged(sent, records.map(status), 5);
    });
    await phone.start();
    await phone.pass(minutes(1));
    expect(await phone.ids()).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10]);
    expect(phone.requestCount()).toBe(6);
  });

  test('two engines that read a list at the same time delete nothing', async () => {
    const records = range(1, 10).map(status);
    const phone = await phoneWithStatuses((sent, count) => {
      const offset = Number(queryOf(sent).get('offset') ?? 0);
      const reaction = success(records.slice(offset, offset + 5));
      // The engines take turns: one ends its reading while the other is between two pages.
      return typeof reaction === 'string' ? reaction : { ...reaction, afterMs: (count % 2) * 500 };
    });
    const first = await phone.start();
    const second = await phone.start();
    for (let rounds = 0; rounds < 10; rounds += 1) {
      first.requestRound('button');
      await phone.pass(rounds * 100);
      second.requestRound('button');
      await phone.pass(minutes(1));
      expect(await phone.ids()).toEqual(range(1, 10));
    }
    await Promise.all([first.stop(), second.stop()]);
  });

  test('records that the service deleted are deleted on the phone', async () => {
    let records = range(1, 10);
    const phone = await phoneWithStatuses((sent) => paged(sent, records.map(status), 4));
    const engine = await phone.start();
    await phone.pass(minutes(1));
    records = [2, 4, 11];
    engine.requestRound('button');
    await phone.pass(minutes(1));
    expect(await phone.ids()).toEqual([2, 4, 11]);
  });

  test('a list that contains fewer records than its total, and others each time, deletes nothing on the phone', async () => {
    let missing = 0;
    const phone = await phoneWithStatuses((sent) => {
      const offset = Number(queryOf(sent).get('offset') ?? 0);
      if (offset === 0 && missing > 0) missing += 1;
      const records = range(1, 10).filter((id) => missing === 0 || id !== 1 + (missing % 10));
      return success(records.map(status).slice(offset), { total: 10 });
    });
    const engine = await phone.start();
    await phone.pass(minutes(1));
    missing = 1;
    engine.requestRound('button');
    await phone.pass(minutes(1));
    expect(await phone.ids()).toEqual(range(1, 10));
  });

  test('a list whose total is always too large is complete when two readings contain the same', async () => {
    let last = 10;
    const phone = await phoneWithStatuses((sent) => paged(sent, range(1, last).map(status), 4, last + 2));
    const engine = await phone.start();
    await phone.pass(minutes(1));
    last = 7;
    engine.requestRound('button');
    await phone.pass(minutes(1));
    expect(await phone.ids()).toEqual(range(1, 7));
  });

  test('a record that cannot be parsed is quarantined, and the rest of the page is stored', async () => {
    const phone = await phoneWithStatuses((sent) =>
      paged(sent, [status(1), { id: 2, name: { not: 'text' } }, 'not a record', status(4)], 2)
    );
    await phone.start();
    await phone.pass(minutes(1));
    expect(await phone.ids()).toEqual([1, 4]);
    expect(await countQuarantined(phone.store, phone.scope)).toEqual([
      { list: 'transaction_statuses', count: 2 },
    ]);
  });

  test('a response that is not a list deletes nothing on the phone', async () => {
    let isMalformed = false;
    const phone = await phoneWithStatuses((sent) =>
      isMalformed ? success({}) : paged(sent, [status(1)], 9)
    );
    const engine = await phone.start();
    await phone.pass(minutes(1));
    isMalformed = true;
    engine.requestRound('button');
    await phone.pass(minutes(1));
    expect(await phone.ids()).toEqual([1]);
    expect(engine.getStatus().problem).toBe('unreadable');
  });

  test('an interrupted read continues from its last page after a restart', async () => {
    let isDown = true;
    const phone = await phoneWithStatuses((sent, count) =>
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
    expect(phone.requestCount()).toBe(5);
  });

  test('an interrupted read whose offset is refused restarts with the first page', async () => {
    let records = range(1, 12);
    const phone = await phoneWithStatuses((sent, count) => {
      if (count === 2) return 'lost';
      // The list is now shorter than the offset of the interrupted read.
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

  test('a pull skips no record when the phone clock is days ahead or behind', async () => {
    let records = [1];
    const phone = await phoneWithStatuses((sent) => paged(sent, records.map(status), 9));
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
    const phone = await phoneWithStatuses((sent) =>
      sent.headers['if-none-match'] === '"one"'
        ? { status: 304, text: '' }
        : respond(200, { status: 'success', data: [status(1)], total: 1 }, { etag: '"one"' })
    );
    const engine = await phone.start();
    await phone.pass(minutes(1));
    engine.requestRound('button');
    await phone.pass(minutes(1));
    expect(await phone.ids()).toEqual([1]);
    expect(phone.requestCount()).toBe(3);
  });

  test('a list is downloaded again after its records were deleted on the phone, though it is unchanged', async () => {
    const phone = await phoneWithStatuses((sent) =>
      sent.headers['if-none-match'] === '"one"'
        ? { status: 304, text: '' }
        : respond(200, { status: 'success', data: [status(1)], total: 1 }, { etag: '"one"' })
    );
    const engine = await phone.start();
    await phone.pass(minutes(1));
    await phone.store.write((tx) => removeScopeData(tx, phone.scope, { keepLocal: true }));
    expect(await phone.ids()).toEqual([]);
    engine.requestRound('button');
    await phone.pass(minutes(1));
    expect(await phone.ids()).toEqual([1]);
  });

  test('a pull waits for Retry-After too', async () => {
    const phone = await phoneWithStatuses((sent, count) =>
      count === 1 ? respond(429, {}, { 'retry-after': '120' }) : paged(sent, [status(1)], 9)
    );
    await phone.start();
    await phone.pass(minutes(2) - 1_000);
    expect(phone.requestCount()).toBe(1);
    await phone.pass(minutes(2));
    expect(await phone.ids()).toEqual([1]);
  });
});

test('progress is reported as the number of records read and the total', async () => {
  const phone = await phoneWithStatuses((sent) => paged(sent, range(1, 12).map(status), 4));
  const engine = await phone.start();
  const reported: string[] = [];
  engine.onStatus(({ phase }) => {
    if (phase.kind === 'pulling' && phase.step === 'transaction_statuses')
      reported.push(`${phase.done}/${phase.total}`);
  });
  await phone.pass(minutes(1));
  expect([...new Set(reported)]).toEqual(['0/null', '4/12', '8/12', '12/12']);
  expect(engine.getStatus()).toMatchObject({ phase: { kind: 'idle' }, problem: null });
  expect(engine.getStatus().lastContactAt).not.toBeNull();
});

describe('a wrong clock', () => {
  /** An offline phone that was connected once, with a clock one day ahead of the service. */
  async function phoneWithWrongClock() {
    const service = emptyService([], failWrites);
    const phone = await createTestPhone((sent, count) => {
      const reaction = service(sent, count);
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

  test('is still reported after a start without signal', async () => {
    const phone = await phoneWithWrongClock();
    await phone.pass(minutes(60));
    expect(isClockWrong((await phone.start()).getStatus())).toBe(true);
  });

  test('is no longer reported after the clock was corrected', async () => {
    const phone = await phoneWithWrongClock();
    const { clock } = phone.ports;
    const correctedClock = { ...clock, now: () => clock.now() - minutes(24 * 60) };
    const { store, scope } = phone;
    const engine = await startSyncEngine({ store, scope, ports: { ...phone.ports, clock: correctedClock } });
    expect(engine.getStatus().clockAheadMs).toBeNull();
  });
});

test('queued contacts are fetched with four requests in parallel, and a 404 is not requested again', async () => {
  const service = emptyService([], failWrites);
  let inFlight = 0;
  let maxInFlight = 0;
  const bundle = { id: 1, transactions: [{ id: 1, amount: 5, currency: 'eur', contact_id: 101 }] };
  const phone = await createTestPhone((sent, count) => {
    if (sent.path.startsWith('/v1/transaction_bundles')) return success([bundle], { total: 1 });
    const id = Number(/^\/v1\/contacts\/(\d+)$/.exec(sent.path)?.[1]);
    if (Number.isNaN(id)) return service(sent, count);
    inFlight += 1;
    maxInFlight = Math.max(maxInFlight, inFlight);
    phone.ports.clock.after(50, () => {
      inFlight -= 1;
    });
    return id === 105 ? { status: 404, body: {}, afterMs: 50 } : { status: 200, body: { id }, afterMs: 50 };
  });
  await phone.store.write((tx) => addContactsToFetch(tx, phone.scope, range(102, 120)));
  const engine = await phone.start();
  await phone.pass(minutes(1));
  expect(await countContacts(phone.store, phone.scope)).toBe(19);
  expect(await getContact(phone.store, phone.scope, 101)).toMatchObject({ id: 101 });
  expect(await getContact(phone.store, phone.scope, 105)).toBeNull();
  expect(maxInFlight).toBe(4);
  engine.requestRound('button');
  await phone.pass(minutes(1));
  expect(phone.ports.sent.filter(({ path }) => path === '/v1/contacts/105')).toHaveLength(1);
});

import { applyTransition, getOutboxRow, replaceRow } from '@/db/outbox/outbox';

import {
  bundleRow,
  captureId,
  createTestPhone,
  emptyService,
  refuse,
  respond,
  storedBundle,
  success,
  type Reaction,
  type Sent,
  type TestPhone,
} from './support';
import { minutes, phoneWith } from './outboxPhone';

/** The person corrects a refused record: a new row that replaces it. */
const fix = (phone: TestPhone, refused: number, fixed: number) =>
  phone.store.write((tx) =>
    replaceRow(
      tx,
      phone.scope,
      { id: captureId(refused), state: 'parked' },
      bundleRow(fixed),
      phone.ports.clock.now()
    )
  );
const row = (phone: TestPhone, number: number) => getOutboxRow(phone.store, phone.scope, captureId(number));
const replacesOf = ({ headers }: Sent) => headers['doorstep-replaces'] ?? null;
const postsOf = (phone: TestPhone) => phone.ports.sent.filter(({ method }) => method === 'POST');

const arrivedAlready = (serverId: number) => ({
  state: 'needs_person',
  problem: { kind: 'question', question: { kind: 'arrived_already', serverId } },
});

describe('the replacement of a refused record, at a service with keys,', () => {
  test('names everything that it replaces', async () => {
    const phone = await phoneWith((sent, count) =>
      count < 3 ? refuse('invalid') : storedBundle(sent, 100 + count)
    );
    await phone.capture(1);
    const engine = await phone.start();
    await phone.pass(1_000);
    await fix(phone, 1, 2);
    engine.requestRound('write');
    await phone.pass(1_000);
    await fix(phone, 2, 3);
    engine.requestRound('write');
    await phone.pass(1_000);
    expect(postsOf(phone).map(replacesOf)).toEqual([null, captureId(1), `${captureId(2)},${captureId(1)}`]);
    expect(await row(phone, 3)).toMatchObject({ state: 'acked' });
    await engine.stop();
  });

  test('is a question for a person when the original is stored; the original counts as sent', async () => {
    const stored = { id: 55, transactions: [{ delivery_token: captureId(1) }] };
    const phone = await phoneWith((sent, count) => {
      if (count === 1) return refuse('invalid');
      return replacesOf(sent) === null
        ? storedBundle(sent, 100 + count)
        : respond(409, { type: 'urn:doorstep:problem:replaced_stored', code: 'replaced_stored', stored });
    });
    await phone.capture(1);
    const engine = await phone.start();
    await phone.pass(1_000);
    await fix(phone, 1, 2);
    engine.requestRound('write');
    await phone.pass(1_000);
    expect(await row(phone, 1)).toMatchObject({ state: 'acked', serverId: 55, problem: null });
    expect(await row(phone, 2)).toMatchObject(arrivedAlready(55));

    // The person wants both: the original is not replaced any more.
    const again = {
      id: captureId(2),
      from: 'needs_person',
      to: 'queued',
      now: phone.ports.clock.now(),
    } as const;
    await phone.store.write((tx) => applyTransition(tx, again));
    engine.requestRound('write');
    await phone.pass(1_000);
    expect(await row(phone, 2)).toMatchObject({ state: 'acked' });
    await engine.stop();
  });
});

describe('the replacement of a refused record, at a service without keys,', () => {
  /** A service that refuses the first write; `isStored` tells whether it stores it all the same. */
  async function refusingPhone(isStored: () => boolean | 'refused', extensions: string[] = []) {
    const late: object[] = [];
    const service = emptyService(extensions, (sent, count): Reaction => {
      const { data }: { data: { transactions: object[] } } = JSON.parse(sent.body ?? '{}');
      if (count > 1) return storedBundle(sent, 100 + count);
      late.push({ id: 55, transactions: data.transactions.map((one, index) => ({ ...one, id: index + 1 })) });
      return respond(422, { message: 'no' });
    });
    const phone = await createTestPhone((sent, count) => {
      if (sent.method !== 'GET' || !sent.path.startsWith('/v1/transaction_bundles'))
        return service(sent, count);
      const answer = isStored();
      if (answer === 'refused') return respond(403, { message: 'no' });
      const all = answer ? late : [];
      return success(all, { total: all.length });
    });
    await phone.capture(1);
    const engine = await phone.start();
    await phone.pass(minutes(5));
    expect(await phone.states()).toEqual(['parked']);
    await fix(phone, 1, 2);
    return { phone, engine };
  }

  test('is sent when a search does not find the original', async () => {
    const { phone, engine } = await refusingPhone(() => false);
    engine.requestRound('write');
    await phone.pass(1_000);
    expect(await row(phone, 2)).toMatchObject({ state: 'acked' });
    expect(postsOf(phone).map(replacesOf)).toEqual([null, null]);
    await engine.stop();
  });

  test.each([
    ['without keys', []],
    ['that has keys since', ['idempotency_key']],
  ])('is a question when the search finds the original, at a service %s', async (_name, later) => {
    let isStored = false;
    const extensions: string[] = [];
    const { phone, engine } = await refusingPhone(() => isStored, extensions);
    isStored = true;
    extensions.push(...later);
    await phone.pass(minutes(15));
    engine.requestRound('write');
    await phone.pass(minutes(5));
    expect(await row(phone, 2)).toMatchObject({ ...arrivedAlready(55), attempts: 0, sentAt: null });
    expect(postsOf(phone)).toHaveLength(1);
    await engine.stop();
  });

  test('waits one settle time after the original was sent, also when the wall clock jumps', async () => {
    const phone = await phoneWith((sent, count) => storedBundle(sent, 100 + count), []);
    await phone.capture(1);
    const now = phone.ports.clock.now();
    const parked = "UPDATE outbox SET state = 'parked', attempts = 1, sent_at = ?, updated_at = ?";
    await phone.store.write((tx) => tx.run(parked, [now, now]));
    const engine = await phone.start();
    await phone.pass(5_000);
    await fix(phone, 1, 2);
    phone.ports.clock.jump(minutes(60));
    engine.requestRound('button');
    await phone.pass(80_000);
    expect(postsOf(phone)).toEqual([]);
    await phone.pass(minutes(2));
    expect(postsOf(phone)).toHaveLength(1);
    await engine.stop();
  });

  test('needs no search when the original was never sent', async () => {
    const phone = await phoneWith((sent, count) => storedBundle(sent, 100 + count), []);
    await phone.capture(1);
    const now = phone.ports.clock.now();
    await phone.store.write((tx) => tx.run("UPDATE outbox SET state = 'parked', updated_at = ?", [now]));
    await fix(phone, 1, 2);
    const engine = await phone.start();
    await phone.pass(1_000);
    expect(await row(phone, 2)).toMatchObject({ state: 'acked' });
    await engine.stop();
  });

  test('waits while the list cannot be read, and delays no other record', async () => {
    let isReadable = true;
    const { phone, engine } = await refusingPhone(() => (isReadable ? false : 'refused'));
    isReadable = false;
    await phone.capture(3);
    engine.requestRound('write');
    await phone.pass(1_000);
    expect(await row(phone, 2)).toMatchObject({ state: 'queued', attempts: 0, attemptsWithoutKey: 0 });
    expect(await row(phone, 3)).toMatchObject({ state: 'acked' });
    await engine.stop();
  });
});

import {
  amountsSent,
  createTestPhone,
  defaultSession,
  emptyService,
  range,
  refuse,
  respond,
  storedBundle,
  type Reaction,
  type TestPhone,
} from './support';
import { first, keyed, minutes, phoneWith, withoutPulls } from './outboxPhone';

/** Ten minutes in which the signal and the foreground come and go. */
async function passRestlessly(phone: TestPhone) {
  for (let passed = 0; passed < minutes(10); passed += 10_000) {
    phone.ports.setOnline(false);
    phone.ports.setForeground(false);
    await phone.pass(2_000);
    phone.ports.setOnline(true);
    phone.ports.setForeground(true);
    await phone.pass(8_000);
  }
}

describe('a service in trouble', () => {
  test.each<[string, Reaction]>([
    ['500', respond(500, {})],
    ['429', respond(429, {})],
    ['502', { status: 502, text: '<html>Bad gateway</html>' }],
    ['503', refuse('unavailable')],
    ['504', { status: 504, text: '' }],
    ['408', { status: 408, text: '' }],
    ['425', { status: 425, text: '' }],
  ])('that answers %s to a hundred rows gets few requests, and all rows later', async (_name, trouble) => {
    let isInTrouble = true;
    const phone = await phoneWith((sent, count) => (isInTrouble ? trouble : storedBundle(sent, count)));
    for (const number of range(1, 100)) await phone.capture(number);
    const engine = await phone.start(withoutPulls);
    await passRestlessly(phone);
    const { length } = amountsSent(phone.ports);
    expect(length).toBeGreaterThanOrEqual(5);
    expect(length).toBeLessThanOrEqual(20);
    isInTrouble = false;
    await phone.pass(minutes(20));
    expect(new Set(await phone.states())).toEqual(new Set(['acked']));
    await engine.stop();
  });

  test('pauses the queue longer each time, visibly, and across a restart', async () => {
    const phone = await phoneWith(() => respond(500, {}));
    for (const number of range(1, 10)) await phone.capture(number);
    let engine = await phone.start(withoutPulls);
    await phone.pass(minutes(3));
    const before = amountsSent(phone.ports).length;
    const { phase } = engine.getStatus();
    if (phase.kind !== 'paused') throw new Error('expected a pause');
    expect(phase.until - phone.ports.clock.now()).toBeGreaterThan(10_000);
    await engine.stop();
    engine = await phone.start(withoutPulls);
    await phone.pass(5_000);
    expect(engine.getStatus().phase).toEqual(phase);
    expect(amountsSent(phone.ports)).toHaveLength(before);
    await engine.stop();
  });

  test('the button sends in spite of the pause and of the retry times; Retry-After is kept', async () => {
    let reaction: Reaction = respond(500, {});
    const phone = await phoneWith(() => reaction);
    await phone.capture(1);
    const engine = await phone.start(withoutPulls);
    await phone.pass(minutes(5));
    const before = amountsSent(phone.ports).length;
    engine.requestRound('foreground');
    await phone.pass(100);
    expect(amountsSent(phone.ports)).toHaveLength(before);
    reaction = respond(503, {}, { 'retry-after': '600' });
    engine.requestRound('button');
    await phone.pass(100);
    expect(amountsSent(phone.ports)).toHaveLength(before + 1);
    engine.requestRound('button');
    await phone.pass(100);
    expect(amountsSent(phone.ports)).toHaveLength(before + 1);
    await engine.stop();
  });

  test('after a stored write the next failure pauses for a short time again', async () => {
    let isInTrouble = true;
    const phone = await phoneWith((sent, count) =>
      isInTrouble ? respond(500, {}) : storedBundle(sent, count)
    );
    for (const number of range(1, 3)) await phone.capture(number);
    const engine = await phone.start(withoutPulls);
    await phone.pass(minutes(8));
    isInTrouble = false;
    await phone.pass(minutes(20));
    expect(await phone.states()).toEqual(['acked', 'acked', 'acked']);
    isInTrouble = true;
    await phone.capture(4);
    engine.requestRound('write');
    await phone.pass(100);
    const { phase } = engine.getStatus();
    if (phase.kind !== 'paused') throw new Error('expected a pause');
    expect(phase.until - phone.ports.clock.now()).toBeLessThan(4_000);
    await engine.stop();
  });

  test('one row that always gets a 500 delays the others by seconds', async () => {
    const phone = await phoneWith((sent, count) =>
      amountsOf(sent.body) === 1_001 ? respond(500, {}) : storedBundle(sent, 100 + count)
    );
    for (const number of range(1, 20)) await phone.capture(number);
    const engine = await phone.start(withoutPulls);
    await phone.pass(30_000);
    const [poison, ...others] = await phone.states();
    expect(poison).toBe('unknown');
    expect(new Set(others)).toEqual(new Set(['acked']));
    await engine.stop();
  });
});

function amountsOf(body: string | undefined): number {
  const { data }: { data: { transactions: { amount: number }[] } } = JSON.parse(body ?? '{}');
  return data.transactions[0]?.amount ?? 0;
}

test.each(['foreground', 'network', 'start'] as const)(
  'the trigger %s does not shorten the wait of a row; the button does',
  async (trigger) => {
    const phone = await phoneWith(() => refuse('in_flight'));
    await phone.capture(1);
    const engine = await phone.start(withoutPulls);
    await phone.pass(minutes(10));
    const before = amountsSent(phone.ports).length;
    engine.requestRound(trigger);
    await phone.pass(100);
    expect(amountsSent(phone.ports)).toHaveLength(before);
    engine.requestRound('button');
    await phone.pass(100);
    expect(amountsSent(phone.ports)).toHaveLength(before + 1);
    await engine.stop();
  }
);

test('a round without a network ends the claims of a dead process', async () => {
  const phone = await phoneWith(first());
  await phone.capture(1);
  await phone.claimAs('dead');
  phone.ports.setOnline(false);
  await phone.start();
  await phone.pass(minutes(3));
  expect(await phone.states()).toEqual(['unknown']);
});

test('phones whose signal returns at the same moment do not send at the same moment', async () => {
  const phone = await phoneWith(first());
  await phone.start();
  phone.ports.setOnline(false);
  await phone.pass(1_000);
  await phone.capture(1);
  phone.ports.setOnline(true);
  // The random number of the test is 0.5, so the round starts after one second.
  await phone.pass(900);
  expect(await phone.states()).toEqual(['queued']);
  await phone.pass(200);
  expect(await phone.states()).toEqual(['acked']);
});

describe('a 401 that is not of the service', () => {
  const pasted = { ...defaultSession, refresh: null };

  test.each<[string, string[], Reaction]>([
    ['with keys', keyed, respond(401, { message: 'no access' })],
    ['without keys', [], { status: 401, text: '<html>Sign in to the network</html>' }],
  ])(
    'does not sign out a pasted token, at a service %s; rows are sent when it ends',
    async (_n, names, wall) => {
      let isBehindWall = false;
      const service = emptyService(names, first());
      const phone = await createTestPhone(
        (sent, count) => (isBehindWall && sent.path !== '/health' ? wall : service(sent, count)),
        pasted
      );
      const engine = await phone.start(withoutPulls);
      await phone.pass(1_000);
      isBehindWall = true;
      await phone.capture(1);
      engine.requestRound('write');
      await phone.pass(minutes(5));
      expect(engine.getStatus().phase).toMatchObject({ kind: 'login_page' });
      expect((await phone.states())[0]).not.toBe('blocked');
      expect(phone.ports.stored.session).toEqual(pasted);
      isBehindWall = false;
      await phone.pass(minutes(15));
      expect(await phone.rows()).toMatchObject([{ ackedAt: expect.any(Number) }]);
      await engine.stop();
    }
  );
});

test.each(['foreground', 'network', 'button'] as const)(
  'rows that a sign-out blocked are sent after the next sign-in, by the trigger %s',
  async (trigger) => {
    const phone = await createTestPhone(emptyService(keyed, first()), null);
    const engine = await phone.start();
    await phone.pass(minutes(1));
    await phone.capture(1);
    await phone.store.write((tx) => tx.run("UPDATE outbox SET state = 'blocked'"));
    expect(engine.getStatus().phase).toEqual({ kind: 'signed_out' });
    phone.ports.stored.session = defaultSession;
    engine.requestRound(trigger);
    await phone.pass(1_000);
    expect(await phone.states()).toEqual(['acked']);
    await engine.stop();
  }
);

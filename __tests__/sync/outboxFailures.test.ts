import {
  amountsSent,
  respond,
  captureId,
  createTestPhone,
  emptyService,
  refuse,
  storedBundle,
} from './support';
import { keyed, minutes, withoutPulls, first, phoneWith } from './outboxPhone';

describe('failures while sending', () => {
  test('a request that times out is sent again with the same idempotency key', async () => {
    const phone = await phoneWith(first('silence', 'silence'));
    await phone.capture(1);
    await phone.start();
    // A write times out after 20 seconds.
    await phone.pass(21_000);
    expect(await phone.rows()).toMatchObject([
      { state: 'unknown', problem: { kind: 'checking', why: 'timeout' } },
    ]);
    await phone.pass(minutes(5));
    const keys = phone.ports.sent.flatMap(({ headers }) => headers['idempotency-key'] ?? []);
    expect(keys).toEqual([captureId(1), captureId(1), captureId(1)]);
    expect(await phone.states()).toEqual(['acked']);
  });

  test('rows that get a 409 or a 500 are acked later and do not block the other rows', async () => {
    const phone = await phoneWith(first(refuse('in_flight'), respond(500, {})));
    await phone.capture(1);
    await phone.capture(2);
    await phone.capture(3);
    await phone.start();
    await phone.pass(minutes(10));
    expect(await phone.states()).toEqual(['acked', 'acked', 'acked']);
    expect(amountsSent(phone.ports)).toEqual([1_001, 1_002, 1_001, 1_003, 1_002]);
  });

  test('a failed send is retried without a new write, and within two seconds when the network returns', async () => {
    const phone = await phoneWith(first('lost', 'lost', 'lost'));
    await phone.capture(1);
    await phone.start();
    await phone.pass(minutes(2));
    expect(await phone.states()).toEqual(['acked']);

    await phone.capture(2);
    phone.ports.setOnline(false);
    await phone.pass(minutes(30));
    expect(await phone.rows()).toMatchObject([{ state: 'acked' }, { state: 'queued', attempts: 0 }]);
    phone.ports.setOnline(true);
    await phone.pass(2_000);
    expect(await phone.states()).toEqual(['acked', 'acked']);
  });

  test('a row that waited only for the network is retried when it returns, in spite of its backoff', async () => {
    let isCut = true;
    const phone = await phoneWith((sent, count) => (isCut ? 'lost' : storedBundle(sent, count)));
    await phone.capture(1);
    await phone.start(withoutPulls);
    await phone.pass(minutes(20));
    isCut = false;
    const [row] = await phone.rows();
    expect((row?.nextAttemptAt ?? 0) - phone.ports.clock.now()).toBeGreaterThan(5_000);
    phone.ports.setOnline(false);
    phone.ports.setOnline(true);
    await phone.pass(2_000);
    expect(await phone.states()).toEqual(['acked']);
  });

  test('after thirty failures the row is still stored and retried', async () => {
    const phone = await phoneWith(() => respond(500, {}));
    await phone.capture(1);
    await phone.start(withoutPulls);
    await phone.pass(minutes(120));
    const [row] = await phone.rows();
    expect(row?.attempts).toBeGreaterThan(30);
    expect(['queued', 'unknown']).toContain(row?.state);
  });

  test('a refused row is parked with its reason, and the others are sent', async () => {
    const errors = [{ location: 'body/data', message: 'no' }];
    const phone = await phoneWith(first(refuse('invalid', { errors })));
    await phone.capture(1);
    await phone.capture(2);
    await phone.start();
    await phone.pass(minutes(60));
    const refusal = { status: 422, code: 'invalid', errors };
    expect(await phone.rows()).toMatchObject([
      { state: 'parked', attempts: 1, problem: { kind: 'refused', refusal } },
      { state: 'acked' },
    ]);
    expect(amountsSent(phone.ports)).toEqual([1_001, 1_002]);
  });

  test('a row that is refused on a second try is parked without a wait', async () => {
    const phone = await phoneWith(first('silence', refuse('invalid')));
    await phone.capture(1);
    await phone.start();
    await phone.pass(40_000);
    expect(await phone.rows()).toMatchObject([{ state: 'parked', attempts: 2 }]);
  });

  test('Retry-After pauses the entire queue, across a restart too', async () => {
    const phone = await phoneWith(first(respond(429, {}, { 'retry-after': '300' })));
    await phone.capture(1);
    await phone.capture(2);
    const engine = await phone.start();
    await phone.pass(minutes(1));
    expect(engine.getStatus().phase).toMatchObject({ kind: 'paused' });
    await engine.stop();
    const restarted = await phone.start();
    restarted.requestRound('button');
    await phone.pass(minutes(3));
    expect(amountsSent(phone.ports)).toEqual([1_001]);
    await phone.pass(minutes(3));
    expect(amountsSent(phone.ports)).toEqual([1_001, 1_001, 1_002]);
  });

  test('behind a captive portal no row is sent; the rows are sent when the service responds again', async () => {
    let isBehindPortal = true;
    const loginPage = { status: 200, text: '<html>' };
    const service = emptyService(keyed, first());
    const phone = await createTestPhone((sent, count) => (isBehindPortal ? loginPage : service(sent, count)));
    await phone.capture(1);
    await phone.capture(2);
    const engine = await phone.start();
    await phone.pass(minutes(5));
    expect(engine.getStatus().phase).toMatchObject({ kind: 'login_page' });
    expect(amountsSent(phone.ports)).toEqual([]);
    isBehindPortal = false;
    await phone.pass(minutes(2));
    expect(await phone.states()).toEqual(['acked', 'acked']);
  });

  test('a token refresh that does not reach the service does not sign the user out', async () => {
    const phone = await createTestPhone(({ path }) =>
      path.endsWith('/token') ? 'lost' : refuse('unauthenticated')
    );
    await phone.capture(1);
    const engine = await phone.start();
    await phone.pass(minutes(30));
    expect(engine.getStatus().phase).not.toMatchObject({ kind: 'signed_out' });
    expect((await phone.states())[0]).not.toBe('blocked');
  });

  test('an ended session blocks rows and deletes none; all are sent after the next sign-in', async () => {
    let isSessionEnded = true;
    const service = emptyService(keyed, first());
    const phone = await createTestPhone((sent, count) => {
      if (sent.path.endsWith('/token')) return respond(400, { error: 'invalid_grant' });
      return isSessionEnded && sent.path !== '/health' ? refuse('unauthenticated') : service(sent, count);
    });
    await phone.capture(1);
    await phone.capture(2);
    const engine = await phone.start();
    await phone.pass(minutes(60));
    expect(engine.getStatus().phase).toEqual({ kind: 'signed_out' });
    expect(await phone.states()).toEqual(['blocked', 'queued']);
    await engine.stop();
    isSessionEnded = false;
    await phone.start();
    await phone.pass(minutes(1));
    expect(await phone.states()).toEqual(['acked', 'acked']);
  });
});

describe('a clock that is set back', () => {
  test('by a day does not delay a row by a day', async () => {
    const phone = await phoneWith(first('lost', 'lost'));
    await phone.capture(1);
    await phone.start();
    await phone.pass(1_000);
    phone.ports.clock.jump(-24 * 3_600_000);
    await phone.pass(minutes(10));
    expect(await phone.states()).toEqual(['acked']);
  });

  test('by half an hour does not extend a pause', async () => {
    const phone = await phoneWith(first(respond(429, {}, { 'retry-after': '60' })));
    await phone.capture(1);
    await phone.start();
    await phone.pass(1_000);
    phone.ports.clock.jump(-minutes(30));
    await phone.pass(minutes(3));
    expect(await phone.states()).toEqual(['acked']);
  });
});

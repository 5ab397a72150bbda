import { createTestPhone, emptyService, runUntilResolved, storedBundle, type Sent } from './support';

const minutes = (count: number) => count * 60_000;
const slowly = (ms: number) => (sent: Sent, count: number) => {
  const reaction = storedBundle(sent, 100 + count);
  return typeof reaction === 'string' ? reaction : { ...reaction, afterMs: ms };
};
const phoneWith = (ms = 0) => createTestPhone(emptyService(['idempotency_key', 'changes'], slowly(ms)));
const never = new AbortController().signal;

describe('a background task', () => {
  test('resolves when the round has ended, with everything sent', async () => {
    const phone = await phoneWith();
    phone.ports.setForeground(false);
    const engine = await phone.start();
    for (const number of [1, 2, 3]) await phone.capture(number);
    const end = await runUntilResolved(phone.ports, engine.runRound('background', never));
    expect(end.kind).toBe('done');
    expect(await phone.states()).toEqual(['acked', 'acked', 'acked']);
  });

  test('its round never overlaps one that the user started', async () => {
    const phone = await phoneWith(2_000);
    const engine = await phone.start();
    for (const number of [1, 2]) await phone.capture(number);
    engine.requestRound('button');
    await phone.pass(1_000);
    const end = await runUntilResolved(phone.ports, engine.runRound('background', never));
    expect(end.kind).toBe('done');
    const sent = phone.ports.sent.filter(({ method }) => method === 'POST');
    expect(sent).toHaveLength(2);
  });

  test('ends in time: the request in flight finishes, no other starts', async () => {
    const phone = await phoneWith(2_000);
    phone.ports.setForeground(false);
    const engine = await phone.start();
    for (const number of [1, 2, 3]) await phone.capture(number);
    const over = new AbortController();
    const ended = engine.runRound('background', over.signal);
    await phone.pass(1_000);
    over.abort();
    expect((await runUntilResolved(phone.ports, ended)).kind).toBe('stopped');
    await phone.pass(minutes(5));
    expect(await phone.states()).toEqual(['acked', 'queued', 'queued']);
  });

  test('a second task whose time is over before its round started never starts it', async () => {
    const phone = await phoneWith(2_000);
    phone.ports.setForeground(false);
    const engine = await phone.start();
    for (const number of [1, 2, 3]) await phone.capture(number);
    const over = new AbortController();
    const first = engine.runRound('background', never);
    await phone.pass(1_000);
    const second = engine.runRound('background', over.signal);
    over.abort();
    expect(await runUntilResolved(phone.ports, second)).toEqual({ kind: 'stopped' });
    expect(await runUntilResolved(phone.ports, first)).toEqual({ kind: 'stopped' });
    await phone.pass(minutes(5));
    expect(await phone.states()).toEqual(['acked', 'queued', 'queued']);
  });

  test('resolves immediately when its time is over or the engine has stopped', async () => {
    const phone = await phoneWith();
    const engine = await phone.start();
    const over = new AbortController();
    over.abort();
    expect(await engine.runRound('background', over.signal)).toEqual({ kind: 'stopped' });
    await runUntilResolved(phone.ports, engine.stop());
    expect(await engine.runRound('background', never)).toEqual({ kind: 'stopped' });
  });
});

import { createTestPhone, emptyService, runUntilResolved, storedBundle, type Sent } from './support';

const minutes = (count: number) => count * 60_000;
const slowly = (ms: number) => (sent: Sent, count: number) => {
  const reaction = storedBundle(sent, 100 + count);
  return typeof reaction === 'string' ? reaction : { ...reaction, afterMs: ms };
};
const phoneWith = (ms = 0) => createTestPhone(emptyService(['idempotency_key', 'changes'], slowly(ms)));
const never = new AbortController().signal;

describe('woken by the phone to send', () => {
  test('[case 31] answers when the round is over, with everything sent', async () => {
    const phone = await phoneWith();
    phone.ports.setForeground(false);
    const engine = await phone.start();
    for (const number of [1, 2, 3]) await phone.capture(number);
    const end = await runUntilResolved(phone.ports, engine.runRound('background', never));
    expect(end.kind).toBe('done');
    expect(await phone.states()).toEqual(['acked', 'acked', 'acked']);
  });

  test('a round that a person began meanwhile and this one never overlap', async () => {
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

  test('[case 28] gives the phone its time back: what is on the wire ends, nothing else is begun', async () => {
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

  test('[case 28] a second waking whose time is over before its round began never begins it', async () => {
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

  test('answers at once when its time is over already, or the engine has stopped', async () => {
    const phone = await phoneWith();
    const engine = await phone.start();
    const over = new AbortController();
    over.abort();
    expect(await engine.runRound('background', over.signal)).toEqual({ kind: 'stopped' });
    await runUntilResolved(phone.ports, engine.stop());
    expect(await engine.runRound('background', never)).toEqual({ kind: 'stopped' });
  });
});

import { minutes, first, phoneWith, storedResponse } from './outboxPhone';

describe('the app in the background', () => {
  test('stops the drain: the request in flight has a short time to end, no other starts', async () => {
    const phone = await phoneWith((sent, count) => ({ ...storedResponse(sent, count), afterMs: 2_000 }));
    for (const number of [1, 2, 3]) await phone.capture(number);
    await phone.start();
    await phone.pass(1_000);
    phone.ports.setForeground(false);
    await phone.pass(minutes(10));
    expect(await phone.states()).toEqual(['acked', 'queued', 'queued']);
    phone.ports.setForeground(true);
    await phone.pass(minutes(1));
    expect(await phone.states()).toEqual(['acked', 'acked', 'acked']);
  });

  test('a background task, the foreground and the button each send; none depends on another', async () => {
    const phone = await phoneWith(first());
    phone.ports.setForeground(false);
    const engine = await phone.start();
    await phone.capture(1);
    await phone.pass(minutes(5));
    expect(await phone.states()).toEqual(['queued']);
    engine.requestRound('background');
    await phone.pass(1_000);
    expect(await phone.states()).toEqual(['acked']);
    await phone.capture(2);
    phone.ports.setForeground(true);
    await phone.pass(1_000);
    await phone.capture(3);
    engine.requestRound('button');
    await phone.pass(1_000);
    expect(await phone.states()).toEqual(['acked', 'acked', 'acked']);
  });
});

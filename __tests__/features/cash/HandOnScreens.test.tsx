import { fireEvent, screen, waitFor } from '@testing-library/react-native';

import { applyCashRecords } from '@/db/cash/cashRecords';
import { applyTransactionSettings } from '@/db/settings';
import { cashQueries } from '@/queries/cash';
import { peopleQueries } from '@/queries/people';

import { openField } from '../support/field';
import { createTestRuntime } from '../support/runtime';

import { press, withShift } from './shiftPhone';

/** Somebody who took nothing themselves. */
async function withoutShift() {
  const test = await createTestRuntime();
  await test.store.write((tx) => applyTransactionSettings(tx, test.scope, { currency: 'eur' }));
  return test;
}

/** This person received €50.00 and 2 cheques from Yann, and €9.00 from somebody whose digits they typed; nothing is counted. */
async function withReceived({ isDisputed = false, start = withShift } = {}) {
  const test = await start();
  const { store, scope } = test;
  const base = { made_at: '2026-11-14T11:00:00Z' };
  const given = {
    ...base,
    kind: 'hand_over',
    key: 'given',
    counts: ['x'],
    received: [],
    cash: [{ currency: 'EUR', amount: 5_000 }],
    cheques: 2,
    to: { user_id: scope.userId, name: 'Marc Dulac' },
  };
  const reply = (key: string, amount: number, cheques: number) => ({
    ...base,
    kind: 'reply',
    key: `reply to ${key}`,
    hand_over: key,
    counted: [{ currency: 'EUR', amount }],
    cheques,
    is_disputed: isDisputed,
  });
  const own = { kind: 'reply' as const, user_id: scope.userId };
  await store.write((tx) =>
    applyCashRecords(tx, scope, [
      { id: 1, key: 'given', kind: 'hand_over', user_id: 6, content: given },
      { ...own, id: 2, key: 'reply to given', content: reply('given', 5_000, 2) },
      { ...own, id: 3, key: 'reply to typed', content: reply('typed', 900, 0) },
    ])
  );
  return test;
}

describe('cash received from others', () => {
  it('is in hand and is handed on; what is not ticked stays', async () => {
    const { runtime } = await withReceived();
    openField(runtime, '/shift');
    // With the €30.00 of the open shift.
    expect(await screen.findByText('€89.00')).toBeTruthy();
    expect(screen.getAllByText('With you')).toHaveLength(2);
    press('Hand over');
    expect(
      await screen.findByRole('checkbox', { name: /From Yann Oger · €50\.00 · 2 cheques/ })
    ).toBeChecked();
    expect(screen.getByText('€59.00')).toBeTruthy();
    expect(screen.getByText(/^What you recorded since your last count is not part of this/)).toBeTruthy();
    fireEvent.press(screen.getByRole('checkbox', { name: /€9\.00/ }));
    expect(await screen.findByText('€50.00')).toBeTruthy();
    fireEvent.press(screen.getByRole('radio', { name: /Somebody else/ }));
    fireEvent.changeText(await screen.findByLabelText('Name'), 'Kim');
    press('Handed over');
    await waitFor(async () =>
      expect((await cashQueries.mine(runtime).queryFn()).chain.handOvers).toHaveLength(1)
    );
    const { chain } = await cashQueries.mine(runtime).queryFn();
    expect(chain.handOvers[0]?.handOver).toMatchObject({
      counts: [],
      received: ['given'],
      cash: [{ amount: 5_000 }],
      cheques: 2,
      to: { name: 'Kim' },
    });
    expect(chain.received.map(({ state }) => state)).toEqual(['given', 'kept']);
    openField(runtime, '/shift');
    expect(await screen.findByText('€39.00')).toBeTruthy();
  });

  it('is asked for again where nothing is ticked', async () => {
    const { runtime } = await withReceived();
    openField(runtime, '/shift/hand-over');
    for (const name of [/€50\.00/, /€9\.00/]) fireEvent.press(await screen.findByRole('checkbox', { name }));
    fireEvent.press(screen.getByRole('radio', { name: /Somebody else/ }));
    fireEvent.changeText(await screen.findByLabelText('Name'), 'Kim');
    press('Handed over');
    expect(await screen.findByText('Tick what you hand over.')).toBeTruthy();
    expect((await cashQueries.mine(runtime).queryFn()).chain.handOvers).toEqual([]);
  });

  it('is on Home, and all there is to hand over, of somebody who took nothing themselves', async () => {
    const { runtime } = await withReceived({ start: withoutShift });
    openField(runtime, '/');
    expect(await screen.findByText('Cash in hand')).toBeTruthy();
    expect(await screen.findByText('€59.00')).toBeTruthy();
    openField(runtime, '/shift/hand-over');
    expect(await screen.findByRole('checkbox', { name: /€50\.00/ })).toBeTruthy();
    expect(screen.queryByText(/^What you recorded/)).toBeNull();
  });

  it('has no name while the name of the giver is read', async () => {
    const { one: read } = peopleQueries;
    const one = jest.spyOn(peopleQueries, 'one');
    one.mockImplementation((...asked) => ({
      ...read(...asked),
      queryFn: () => new Promise(() => undefined),
    }));
    const { runtime } = await withReceived();
    openField(runtime, '/shift/hand-over');
    expect(await screen.findByRole('checkbox', { name: /^€50\.00 · 2 cheques/ })).toBeTruthy();
    openField(runtime, '/shift');
    expect(await screen.findByText(/€50\.00 · 2 cheques/)).toBeTruthy();
    expect(screen.queryByText(/No name given/)).toBeNull();
    one.mockRestore();
  });

  it('says where it is handed on which count differed', async () => {
    const { runtime } = await withReceived({ isDisputed: true });
    openField(runtime, '/shift/hand-over');
    expect(await screen.findByRole('checkbox', { name: /€50\.00 .*Counted differently/ })).toBeTruthy();
  });

  it('is named on the desk, with a count that differed in the shift', async () => {
    const { runtime } = await withReceived({ isDisputed: true });
    openField(runtime, '/shift');
    expect(await screen.findByText(/€50\.00 · 2 cheques · .* · Counted differently/)).toBeTruthy();
    openField(runtime, '/cash');
    expect(await screen.findByText('Received from others and still there: €59.00 · 2 cheques')).toBeTruthy();
  });
});

import { fireEvent, screen, waitFor } from '@testing-library/react-native';

import { applyCashRecords } from '@/db/cash/cashRecords';
import { applyBundles } from '@/db/ledger/bundles';
import { applyUsers } from '@/db/users';
import { cashQueries } from '@/queries/cash';
import { cashByPersonQueries } from '@/queries/cashByPerson';
import { watchRole } from '@/session/role';

import { openField } from '../support/field';
import { settle } from '../support/render';
import { saturday } from '../support/runtime';

import { press, withShift } from './shiftPhone';

/** Yann hands cash and cheques to the person with this phone. */
async function withOffer({ amount = 5_000, cheques = 0 } = {}) {
  const test = await withShift();
  const { store, scope } = test;
  const content = {
    kind: 'hand_over',
    key: 'given',
    made_at: '2026-11-14T19:00:00Z',
    counts: ['x'],
    received: [],
    cash: [{ currency: 'EUR', amount }],
    cheques,
    to: { user_id: scope.userId, name: 'Marc Dulac' },
  };
  await store.write((tx) =>
    applyCashRecords(tx, scope, [{ id: 1, key: 'given', kind: 'hand_over', user_id: 6, content }])
  );
  return test;
}

describe('the desk', () => {
  it.each([
    { blind: false, role: 'user', sees: true },
    { blind: true, role: 'user', sees: false },
    { blind: true, role: 'manager', sees: true },
  ])(
    'shows what is not counted yet, but not to who counts blind: $blind, $role',
    async ({ blind, role, sees }) => {
      const { runtime, store, scope } = await withShift({
        currency: 'eur',
        additional_settings: { blind_count: blind },
      });
      const payment = { id: 1, amount: 1_800, currency: 'eur', payment_method_kind: 'cash' };
      const content = {
        kind: 'count',
        key: 'first',
        made_at: '2026-11-14T11:00:00Z',
        shift: { key: 's', started_at: '2026-11-14T10:00:00Z' },
        expected: [{ currency: 'eur', amount: 2_500 }],
        counted: [{ currency: 'eur', amount: 2_400 }],
        records: [{ key: 'a', amount: 2_500, currency: 'eur', payment_method_kind: 'cash' }],
        unsent: 0,
      };
      await store.write(async (tx) => {
        await applyBundles(tx, scope, [{ id: 100, created_by: 6, transactions: [payment] }]);
        await applyCashRecords(tx, scope, [{ id: 1, key: 'first', kind: 'count', user_id: 6, content }]);
        await applyUsers(tx, scope, [
          {
            id: scope.userId,
            firstname: 'Marc',
            surname: 'Dulac',
            role_data: { id: 1, name: role, type: role },
          },
        ]);
      });
      openField({ ...runtime, role: (await watchRole(store, scope)).role }, '/cash');
      expect(await screen.findByText('€24.00')).toBeTruthy();
      await settle();
      expect(screen.queryAllByText('Not counted yet')).toHaveLength(sees ? 1 : 0);
      expect(screen.queryAllByText('€18.00')).toHaveLength(sees ? 2 : 0);
      expect(screen.queryAllByText('-€1.00')).toHaveLength(sees ? 1 : 0);
    }
  );

  it('names the cheques that were not there at the count', async () => {
    const { runtime, store, scope } = await withShift();
    const cheque = { amount: 2_000, currency: 'eur', payment_method_kind: 'cheque' };
    const content = {
      kind: 'count',
      key: 'first',
      made_at: '2026-11-14T11:00:00Z',
      shift: { key: 's', started_at: '2026-11-14T10:00:00Z' },
      expected: [],
      counted: [],
      records: [
        { ...cheque, key: 'a', is_there: true },
        { ...cheque, key: 'b', amount: 700, is_there: false },
      ],
      unsent: 0,
    };
    const given = {
      kind: 'hand_over',
      key: 'given',
      made_at: '2026-11-14T12:00:00Z',
      counts: ['first'],
      received: [],
      cash: [],
      cheques: 1,
      to: { user_id: 4, name: 'Amina Berger' },
    };
    await store.write((tx) =>
      applyCashRecords(tx, scope, [
        { id: 1, key: 'first', kind: 'count', user_id: 6, content },
        { id: 2, key: 'given', kind: 'hand_over', user_id: 6, content: given },
      ])
    );
    openField(runtime, '/cash');
    expect(await screen.findByText('1 cheque was not there at the count')).toBeTruthy();
    expect(screen.getByText('€7.00')).toBeTruthy();
  });

  it('shows that somebody counted again, and what happened to the records after the count', async () => {
    const { runtime, store, scope } = await withShift();
    const made = (time: string, amount: number) => ({
      kind: 'count',
      made_at: `2026-11-14T${time}:00Z`,
      shift: { key: 's', started_at: '2026-11-14T10:00:00Z' },
      expected: [{ currency: 'eur', amount: 2_500 }],
      counted: [{ currency: 'eur', amount }],
      records: [
        { key: 'a', amount: 2_000, currency: 'eur', payment_method_kind: 'cash' },
        { key: 'b', amount: 500, currency: 'eur', payment_method_kind: 'cash', is_unsent: true },
      ],
      unsent: 1,
    });
    const counts = [
      { ...made('11:00', 2_400), key: 'first' },
      { ...made('11:30', 2_500), key: 'again', replaces: 'first' },
    ];
    const payment = (id: number, token: string, amount: number) => ({
      id,
      transactions: [{ id: 1, amount, currency: 'eur', payment_method_kind: 'cash', delivery_token: token }],
      memberships: [],
      donations: [],
    });
    await store.write(async (tx) => {
      await applyBundles(tx, scope, [payment(100, 'a', 1_800), payment(101, 'b', 500)]);
      await applyCashRecords(
        tx,
        scope,
        counts.map((content, id) => ({ id, key: content.key, kind: 'count', user_id: 6, content }))
      );
    });
    openField(runtime, '/cash');
    expect(await screen.findByText(/^Counted again: €25.00/)).toBeTruthy();
    expect(screen.getByText(/^before: €24.00/)).toBeTruthy();
    expect(
      screen.getByText(
        'No. 100: counted €20.00, corrected to €18.00 since · 1 record arrived after the count'
      )
    ).toBeTruthy();
  });
});

describe('a hand-over to the wrong person', () => {
  it('is taken back after a question, and is with the giver again', async () => {
    const { runtime } = await withShift();
    const { store, scope } = runtime;
    const sums = [{ currency: 'eur', amount: 3_000 }];
    const base = { made_at: new Date(saturday).toISOString() };
    const count = {
      ...base,
      kind: 'count',
      key: 'counted',
      shift: { key: 's', started_at: base.made_at },
      expected: sums,
      counted: sums,
      records: [],
      unsent: 0,
    };
    const to = { user_id: 6, name: 'Yann Oger' };
    const given = {
      ...base,
      kind: 'hand_over',
      key: 'given',
      counts: ['counted'],
      received: [],
      cash: sums,
      cheques: 0,
      to,
    };
    await store.write((tx) =>
      applyCashRecords(
        tx,
        scope,
        [count, given].map((content, id) => ({
          id,
          key: content.key,
          kind: content.kind,
          user_id: scope.userId,
          content,
        }))
      )
    );
    openField(runtime, '/shift');
    await screen.findByText('Not confirmed yet');
    press('Take back');
    expect(await screen.findByText('Take the hand-over to Yann Oger back?')).toBeTruthy();
    const button = screen.getAllByRole('button', { name: 'Take back' }).at(-1);
    if (button) fireEvent.press(button);
    expect(await screen.findByText('Taken back')).toBeTruthy();
    expect(await screen.findByText('With you')).toBeTruthy();
    expect((await cashQueries.mine(runtime).queryFn()).chain.kept).toHaveLength(1);
  });
});

describe('what was handed over', () => {
  it('is on Home until the receiver has counted it; the same sum confirms it', async () => {
    const { runtime } = await withOffer();
    openField(runtime, '/');
    fireEvent.press(await screen.findByText('Yann Oger hands you €50.00'));
    fireEvent.changeText(await screen.findByLabelText('How many €50'), '1');
    press('Confirm');
    await waitFor(async () => expect((await cashQueries.mine(runtime).queryFn()).offered).toEqual([]));
    const [yann] = (await cashByPersonQueries.list(runtime).queryFn()).filter(({ userId }) => userId === 6);
    expect(yann?.chain.handOvers[0]?.state).toBe('received');
  });

  it('names its cheques beside the cash', async () => {
    const { runtime } = await withOffer({ cheques: 2 });
    openField(runtime, '/');
    expect(await screen.findByText('Yann Oger hands you €50.00 · 2 cheques')).toBeTruthy();
  });

  it('names its cheques where there is no cash', async () => {
    const { runtime } = await withOffer({ amount: 0, cheques: 1 });
    openField(runtime, '/cash');
    expect(await screen.findByText('Handed over, not confirmed: 1 cheque')).toBeTruthy();
    openField(runtime, '/');
    expect(await screen.findByText('Yann Oger hands you 1 cheque')).toBeTruthy();
  });

  it('is confirmed without a typed 0 where there are cheques only', async () => {
    const { runtime } = await withOffer({ amount: 0, cheques: 1 });
    openField(runtime, '/shift/receive?key=given');
    fireEvent.changeText(await screen.findByLabelText('How many cheques came?'), '1');
    press('Confirm');
    await waitFor(async () => expect((await cashQueries.mine(runtime).queryFn()).offered).toEqual([]));
    const [yann] = (await cashByPersonQueries.list(runtime).queryFn()).filter(({ userId }) => userId === 6);
    expect(yann?.chain.handOvers[0]?.state).toBe('received');
  });

  it('is disputed when the receiver counts another sum, and the desk shows both', async () => {
    const { runtime } = await withOffer();
    openField(runtime, '/shift/receive?key=given');
    await screen.findByLabelText('How many €20');
    press('Confirm');
    expect(await screen.findByText('Type what you counted. If there is no cash, type 0.')).toBeTruthy();
    fireEvent.changeText(screen.getByLabelText('How many €20'), '2');
    press('Confirm');
    expect(await screen.findByText('The two counts differ')).toBeTruthy();
    expect((await cashQueries.mine(runtime).queryFn()).offered).toHaveLength(1);
    press('Confirm my count');
    await waitFor(async () => expect((await cashQueries.mine(runtime).queryFn()).offered).toEqual([]));
    openField(runtime, '/cash');
    expect(await screen.findByText('Given €50.00, Marc Dulac counted €40.00')).toBeTruthy();
    expect(
      screen.getByText('€40.00 is with Marc Dulac. €10.00 is missing between the two counts.')
    ).toBeTruthy();
  });

  it('is disputed when fewer cheques came than were given', async () => {
    const { runtime } = await withOffer({ cheques: 2 });
    openField(runtime, '/shift/receive?key=given');
    fireEvent.changeText(await screen.findByLabelText('How many €50'), '1');
    fireEvent.changeText(screen.getByLabelText('How many cheques came?'), '1');
    press('Confirm');
    expect(
      await screen.findByText(/^The giver counted €50\.00 · 2 cheques\. You counted €50\.00 · 1 cheque\./)
    ).toBeTruthy();
    press('Confirm my count');
    await waitFor(async () => expect((await cashQueries.mine(runtime).queryFn()).offered).toEqual([]));
    openField(runtime, '/cash');
    expect(
      await screen.findByText('Given €50.00 · 2 cheques, Marc Dulac counted €50.00 · 1 cheque')
    ).toBeTruthy();
    expect(screen.getByText('Cheques: 2 given, 1 with Marc Dulac.')).toBeTruthy();
  });
});

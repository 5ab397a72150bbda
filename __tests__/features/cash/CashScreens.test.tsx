import { fireEvent, screen, waitFor } from '@testing-library/react-native';
import { AccessibilityInfo } from 'react-native';

import { applyCashRecords } from '@/db/cash/cashRecords';
import { insertDayEntry } from '@/db/dayTotals';
import { applyBundles } from '@/db/ledger/bundles';
import { applyTransactionSettings } from '@/db/settings';
import { applyTeams } from '@/db/teams';
import { applyUsers } from '@/db/users';
import { enqueue } from '@/db/outbox/outbox';
import { dayOf } from '@/domain/day';
import { cashQueries } from '@/queries/cash';
import { cashByPersonQueries } from '@/queries/cashByPerson';
import { watchRole } from '@/session/role';

import { capture } from '../../db/harness';
import { dayEntry } from '../support/dayTotals';
import { openField } from '../support/field';
import { settle } from '../support/render';
import { createTestRuntime, saturday } from '../support/runtime';

type Settings = Parameters<typeof applyTransactionSettings>[2];

/** A volunteer with a leader, a gift of €30 in cash and one of €20 by cheque. */
async function withShift(settings: Settings = { currency: 'eur' }) {
  const test = await createTestRuntime();
  const { store, scope } = test;
  await store.write(async (tx) => {
    await applyTransactionSettings(tx, scope, settings);
    await applyTeams(tx, scope, [
      {
        id: 1,
        name: 'Plateau',
        leaders: [{ id: 4, firstname: 'Amina', surname: 'Berger' }],
        users: [{ id: scope.userId, firstname: 'Marc', surname: 'Dulac' }],
      },
    ]);
    await applyUsers(tx, scope, [{ id: 6, firstname: 'Yann', surname: 'Oger' }]);
    const taken = { savedAt: saturday, takenOn: dayOf(saturday) };
    const cash = { ...taken, id: 'one', amount: 3_000, paymentMethodKind: 'cash', who: 'Jeanne Lacombe' };
    const cheque = { ...taken, id: 'two', amount: 2_000, paymentMethodKind: 'cheque', who: 'Ana Rey' };
    for (const entry of [cash, cheque]) await insertDayEntry(tx, scope, dayEntry(entry));
  });
  return test;
}

const press = (name: string) => fireEvent.press(screen.getByRole('button', { name }));

describe('the shift', () => {
  it('says how to begin one when there is none', async () => {
    const { runtime } = await createTestRuntime();
    openField(runtime, '/shift');
    expect(await screen.findByText('No shift is open')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Count the cash' })).toBeNull();
  });

  it('says which of its records the service does not have, by their receipts or their place', async () => {
    const { runtime, store, scope } = await withShift();
    await store.write((tx) =>
      tx.run(
        "INSERT INTO receipts (scope_id, book, number, row_id, capture_id, code) VALUES (?, 3, 17, 'two', 'two', 'code')",
        [scope.id]
      )
    );
    openField(runtime, '/shift');
    expect(await screen.findByText('Captured 2, the service holds 0. Missing: No. 1, No. 3-17')).toBeTruthy();
    await store.write((tx) => enqueue(tx, scope, capture({ id: 'one' }), saturday));
    expect(
      await screen.findByText('Captured 2, the service holds 0. Not sent yet: No. 1 · Missing: No. 3-17')
    ).toBeTruthy();
    await store.write((tx) =>
      tx.run("INSERT INTO deliveries VALUES (?, 'one', 'bundle_create', 100, 1)", [scope.id])
    );
    await store.write((tx) =>
      applyBundles(tx, scope, [
        { id: 101, transactions: [{ id: 1, delivery_token: 'two' }], memberships: [], donations: [] },
      ])
    );
    expect(await screen.findByText('Captured 2, the service holds all of them.')).toBeTruthy();
  });

  it('names numbers in sequence by the first and the last', async () => {
    const { runtime, store, scope } = await withShift();
    const more = { takenOn: dayOf(saturday), amount: 500, paymentMethodKind: 'cash' };
    await store.write(async (tx) => {
      for (const [place, id] of ['three', 'four', 'five', 'six', 'seven'].entries())
        await insertDayEntry(tx, scope, dayEntry({ ...more, id, savedAt: saturday + 1_000 * (place + 1) }));
      for (const [id, number] of [
        ['three', 9],
        ['four', 10],
        ['five', 11],
        ['seven', 12],
      ] as const)
        await tx.run(
          "INSERT INTO receipts (scope_id, book, number, row_id, capture_id, code) VALUES (?, 3, ?, ?, ?, 'code')",
          [scope.id, number, id, id]
        );
    });
    openField(runtime, '/shift');
    expect(
      await screen.findByText(
        'Captured 7, the service holds 0. Missing: No. 1, No. 2, No. 3-9 to 3-11, No. 6, No. 3-12'
      )
    ).toBeTruthy();
  });

  it('asks before it closes without a cheque, and says so afterwards', async () => {
    const { runtime } = await withShift();
    openField(runtime, '/shift/count');
    fireEvent.changeText(await screen.findByLabelText('How many €10'), '3');
    press('Close shift');
    expect(await screen.findByText('1 cheque is not ticked')).toBeTruthy();
    expect(screen.getByText(/Not ticked: €20.00/)).toBeTruthy();
    expect((await cashQueries.mine(runtime).queryFn()).shift).not.toBeNull();
    press('Save without this cheque');
    expect(await screen.findByText(/Cheques: 0 of 1 · not there: €20.00/)).toBeTruthy();
    const { chain } = await cashQueries.mine(runtime).queryFn();
    expect(chain.absent).toMatchObject([{ key: 'two', amount: 2_000 }]);
  });

  it('is counted, closed and handed to the leader', async () => {
    const { runtime, store, scope } = await withShift();
    openField(runtime, '/shift');
    expect(await screen.findAllByText('€30.00')).toHaveLength(2);
    press('Count the cash');

    fireEvent.changeText(await screen.findByLabelText('How many €20'), '1');
    expect(await screen.findByText('€10.00 too little')).toBeTruthy();
    fireEvent.changeText(screen.getByLabelText('How many €5'), '٢');
    expect(await screen.findByText('The count matches your records')).toBeTruthy();
    fireEvent.press(screen.getByRole('checkbox', { name: 'Ana Rey · €20.00' }));
    press('Close shift');

    await waitFor(async () => {
      const { chain } = await cashQueries.mine(runtime).queryFn();
      expect(chain.kept[0]).toMatchObject({
        expected: [{ amount: 3_000 }],
        counted: [
          {
            currency: 'EUR',
            amount: 3_000,
            pieces: [
              { value: 2_000, count: 1 },
              { value: 500, count: 2 },
            ],
          },
        ],
        records: [{ key: 'one' }, { key: 'two', is_there: true }],
      });
    });
    const leaders = [{ id: 5, firstname: 'Bruno', surname: 'Keller' }];
    await store.write((tx) => applyTeams(tx, scope, [{ id: 2, name: 'Harbour', leaders }]));
    await waitFor(() => press('Hand over'));
    // The leaders of one's own teams are first.
    expect((await screen.findAllByRole('radio', { name: /Berger|Keller/ }))[0]).toHaveTextContent(
      /Amina Berger/
    );
    // Without a choice, the first one gets the focus.
    const focus = jest.spyOn(AccessibilityInfo, 'sendAccessibilityEvent').mockReturnValue();
    press('Handed over');
    expect(await screen.findByText('Choose who takes it')).toBeTruthy();
    expect(focus).toHaveBeenCalledTimes(1);
    fireEvent.press(await screen.findByRole('radio', { name: /Amina Berger/ }));
    press('Handed over');
    expect(await screen.findByLabelText('Code of the hand-over to Amina Berger')).toBeTruthy();
    expect(screen.getByText('No answer read yet')).toBeTruthy();
    // Saved is not received.
    expect(screen.getByText('Saved on this phone. Amina Berger has to confirm.')).toBeTruthy();
  });

  it('is counted again until it is handed over, and shows both counts', async () => {
    const { runtime, store, scope } = await withShift();
    await store.write((tx) => enqueue(tx, scope, capture({ id: 'one' }), saturday));
    openField(runtime, '/shift/count');
    fireEvent.changeText(await screen.findByLabelText('How many €20'), '1');
    press('Close shift');
    await screen.findByText('Close with a difference?');
    press('Close with the difference');
    fireEvent.press(await screen.findByRole('button', { name: 'Count again' }));
    expect(await screen.findByText(/^You counted €20.00/)).toBeTruthy();
    expect(screen.getByText('1 record is not sent yet')).toBeTruthy();
    fireEvent.changeText(screen.getByLabelText('How many €20'), '1');
    fireEvent.changeText(screen.getByLabelText('How many €10'), '1');
    fireEvent.press(screen.getByRole('checkbox', { name: 'Ana Rey · €20.00' }));
    press('Save the new count');
    await waitFor(async () => {
      const { chain } = await cashQueries.mine(runtime).queryFn();
      expect(chain.kept).toMatchObject([{ counted: [{ amount: 3_000 }], replaces: chain.replaced[0]?.key }]);
    });
    expect(await screen.findByText(/before: €20.00/)).toBeTruthy();
  });

  it('does not count again what was handed over', async () => {
    const { runtime } = await withShift();
    openField(runtime, '/shift/count?of=another');
    expect(await screen.findByText('This count cannot be repeated')).toBeTruthy();
  });

  it('shows what was corrected and what arrived after its count', async () => {
    const { runtime, store, scope } = await withShift();
    await store.write((tx) => enqueue(tx, scope, capture({ id: 'two' }), saturday));
    openField(runtime, '/shift/count');
    fireEvent.changeText(await screen.findByLabelText('How many €10'), '3');
    fireEvent.press(screen.getByRole('checkbox', { name: 'Ana Rey · €20.00' }));
    press('Close shift');
    await screen.findByText(/2 records|Captured 2/);
    const payment = { id: 1, currency: 'eur', payment_method_kind: 'cash', amount: 3_000 };
    const bundle = (id: number, more: object) => ({
      id,
      transactions: [{ ...payment, ...more }],
      memberships: [],
      donations: [],
    });
    await store.write((tx) =>
      applyBundles(tx, scope, [
        bundle(100, { delivery_token: 'one', reimbursed_amount: 500 }),
        bundle(101, { delivery_token: 'two', amount: 2_000, payment_method_kind: 'cheque' }),
      ])
    );
    expect(await screen.findByText(/No. 100: counted €30.00, corrected to €25.00 since/)).toBeTruthy();
    expect(await screen.findByText(/1 record arrived after the count/)).toBeTruthy();
  });

  it('asks for a number where something else was typed, and keeps it', async () => {
    const { runtime } = await withShift();
    openField(runtime, '/shift/count');
    fireEvent.changeText(await screen.findByLabelText('How many €20'), 'two');
    press('Close shift');
    expect(await screen.findByText('Enter a number')).toBeTruthy();
    expect(screen.getByLabelText('How many €20').props.value).toBe('two');
    expect((await cashQueries.mine(runtime).queryFn()).shift).not.toBeNull();
  });

  it('shows no expected sum where the space counts blind', async () => {
    const { runtime } = await withShift({ currency: 'eur', additional_settings: { blind_count: true } });
    openField(runtime, '/shift/count');
    await screen.findByLabelText('How many €20');
    expect(screen.queryByText('By your records')).toBeNull();
    fireEvent.changeText(screen.getByLabelText('How many €20'), '1');
    expect(await screen.findByText('€20.00')).toBeTruthy();
    expect(screen.queryByText('€10.00 too little')).toBeNull();
    expect(screen.queryByLabelText('Why it differs')).toBeNull();
    fireEvent.press(screen.getByRole('checkbox', { name: 'Ana Rey · €20.00' }));
    press('Close shift');
    expect(await screen.findByText('With you')).toBeTruthy();
    // Whoever counts again must not know what is missing.
    expect(screen.queryByText(/too little/)).toBeNull();
  });

  it('does not hand over to nobody', async () => {
    const { runtime } = await withShift();
    openField(runtime, '/shift/count');
    // Nothing is counted until something is typed, and a difference is asked about.
    await screen.findByLabelText('How many €20');
    press('Close shift');
    expect(await screen.findByText('Type what you counted. If there is no cash, type 0.')).toBeTruthy();
    fireEvent.changeText(screen.getByLabelText('How many €20'), '0');
    press('Close shift');
    expect(await screen.findByText('Close with a difference?')).toBeTruthy();
    expect((await cashQueries.mine(runtime).queryFn()).shift).not.toBeNull();
    press('Count again');
    press('Close shift');
    await screen.findByText('Close with a difference?');
    press('Close with the difference');
    await waitFor(() => press('Hand over'));
    await screen.findByText('Somebody else');
    press('Handed over');
    expect(await screen.findByText('Choose who takes it')).toBeTruthy();
    expect((await cashQueries.mine(runtime).queryFn()).chain.handOvers).toEqual([]);
  });
});

/** Yann hands €50 to the person with this phone. */
async function withOffer() {
  const test = await withShift();
  const { store, scope } = test;
  const content = {
    kind: 'hand_over',
    key: 'given',
    made_at: '2026-11-14T19:00:00Z',
    counts: ['x'],
    cash: [{ currency: 'EUR', amount: 5_000 }],
    cheques: 0,
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
});

import { fireEvent, screen, waitFor } from '@testing-library/react-native';
import { AccessibilityInfo } from 'react-native';

import { insertDayEntry } from '@/db/dayTotals';
import { applyBundles } from '@/db/ledger/bundles';
import { applyTeams } from '@/db/teams';
import { enqueue } from '@/db/outbox/outbox';
import { dayOf } from '@/domain/day';
import { cashQueries } from '@/queries/cash';

import { capture } from '../../db/harness';
import { dayEntry } from '../support/dayTotals';
import { openField } from '../support/field';
import { createTestRuntime, saturday } from '../support/runtime';

import { press, withShift } from './shiftPhone';

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

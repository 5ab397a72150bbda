import '../support/layout';

import { act, fireEvent, screen } from '@testing-library/react-native';

import { insertDayEntry } from '@/db/dayTotals';
import { applyBundles } from '@/db/ledger/bundles';
import { applyTransactionSettings } from '@/db/settings';
import {
  applyTransition,
  getOutboxRow,
  listOutbox,
  markConfirmed,
  deleteConfirmed,
} from '@/db/outbox/outbox';
import { claimNext } from '@/db/outbox/claims';
import { dayOf } from '@/domain/day';
import type { RowProblem } from '@/domain/outcome';
import { cancelRecord } from '@/features/shared/cancelRecord';
import { endShift, getOpenShift } from '@/db/cash/shifts';
import { setTreasurerKey } from '@/db/treasurerKey';

import { createTestRuntime, saturday } from '../support/runtime';
import { press, settle, type } from '../support/render';
import { dayEntry } from '../support/dayTotals';

import { open, put, type Test } from './outboxList';

const takenOn = dayOf(saturday);

it('shows that nothing waits', async () => {
  const { runtime } = await createTestRuntime();
  open(runtime);
  expect(await screen.findByText('Nothing to send')).toBeTruthy();
});

it('shows who, how much, since when and the state; sent and waiting are counted separately', async () => {
  const test = await createTestRuntime();
  await put(test, { who: 'Luc Armand', amount: 4400 }, 'acked');
  await put(test, { who: 'Nadia Kone', amount: 1500 }, 'unknown', { kind: 'checking', why: 'timeout' });
  await put(test, { who: 'Jeanne Lacombe', amount: 2000 });
  test.fakes.setStatus({ isOnline: false });
  open(test.runtime);
  expect(await screen.findByText('Jeanne Lacombe')).toBeTruthy();
  expect(screen.getByText(/On this phone\..*Sends when there is signal\./)).toBeTruthy();
  expect(
    screen.getByText(/Not sure yet\..*Doorstep checks whether this arrived when there is signal\./)
  ).toBeTruthy();
  expect(screen.getByText(/Sent.*15:24, number 20418\./)).toBeTruthy();
  expect(screen.getByText('1 to send · €20.00')).toBeTruthy();
  expect(screen.getByText('1 checking · €15.00')).toBeTruthy();
  expect(screen.getByText('1 sent · €44.00')).toBeTruthy();
  expect(screen.getByText('Cash €35.00 (2)')).toBeTruthy();
});

it('cancels a waiting record with a reason, and shows it as cancelled', async () => {
  const test = await createTestRuntime();
  const id = await put(test, { who: 'Jeanne Lacombe', amount: 2000 });
  open(test.runtime);
  fireEvent.press(await screen.findByText('Jeanne Lacombe'));
  await press('button', 'Cancel this record');
  await press('button', 'It was recorded twice');
  await screen.findByText(/Cancelled:.*It was recorded twice/);
  expect((await getOutboxRow(test.store, test.scope, id))?.state).toBe('cancelled');
  expect(screen.queryByText(/to send ·/)).toBeNull();
});

it('offers neither Correct nor Cancel for a gift of a counted shift, and says why', async () => {
  const test = await createTestRuntime();
  const { store, scope } = test;
  const id = await put(test, { who: 'Jeanne Lacombe', amount: 2000 }, 'acked');
  await store.write((tx) =>
    insertDayEntry(tx, scope, dayEntry({ id, who: 'Jeanne Lacombe', savedAt: saturday, takenOn }))
  );
  await store.write((tx) =>
    insertDayEntry(tx, scope, dayEntry({ id: 'sent', who: 'Luc Armand', savedAt: saturday, takenOn }))
  );
  const shift = await getOpenShift(store, scope);
  await store.write((tx) => endShift(tx, scope, { id: shift?.id ?? '', now: saturday }));
  open(test.runtime);
  for (const name of ['Jeanne Lacombe', 'Luc Armand']) {
    fireEvent.press(await screen.findByText(name));
    await settle();
    expect(screen.getByText('Counted on 14 Nov. A manager can correct it.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Correct' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cancel this record' })).toBeNull();
    await press('button', 'Close');
  }
});

it('shows the cancellation of a sent gift with name and amount', async () => {
  const test = await createTestRuntime();
  const { store, scope } = test;
  const id = await put(test, { who: 'Jeanne Lacombe', amount: 2000 }, 'acked');
  await store.write((tx) =>
    insertDayEntry(tx, scope, dayEntry({ id, who: 'Jeanne Lacombe', savedAt: saturday, takenOn }))
  );
  expect(await cancelRecord(test.runtime, id, { reason: 'mistake', note: 'Cancelled' })).toBe('correcting');
  open(test.runtime);
  expect(await screen.findByText('Cancellation · €20.00')).toBeTruthy();
  expect(screen.getAllByText('Jeanne Lacombe')).toHaveLength(2);
});

it('opens the form of a waiting record to change it', async () => {
  const test = await createTestRuntime();
  await put(test, { who: 'Jeanne Lacombe', amount: 2000 });
  open(test.runtime);
  fireEvent.press(await screen.findByText('Jeanne Lacombe'));
  await press('button', 'Change');
  expect(await screen.findByText('The form')).toBeTruthy();
});

it('shows what the engine changes', async () => {
  const test = await createTestRuntime();
  const id = await put(test, { who: 'Jeanne Lacombe' });
  open(test.runtime);
  await screen.findByText('1 to send · €20.00');
  await act(async () => {
    await test.store.write((tx) =>
      claimNext(tx, { scope: test.scope, now: saturday, leaseMs: 1000, owner: 'test' })
    );
    await test.store.write((tx) =>
      applyTransition(tx, {
        id,
        from: 'sending',
        to: 'acked',
        owner: 'test',
        now: saturday,
        patch: { serverId: 9 },
      })
    );
  });
  expect(await screen.findByText('1 sent · €20.00')).toBeTruthy();
});

it.each([
  ['Membership · €44.00 · Cash', { memberships: 1, donations: 0 }],
  ['Donation · €44.00 · Cash', { memberships: 0, donations: 1 }],
  ['Donation + membership · €44.00 · Cash', { memberships: 1, donations: 1 }],
])('still shows what arrived today after its row has left: %s', async (words, items) => {
  const test = await createTestRuntime();
  const id = await put(test, { who: 'Luc Armand', amount: 4400 }, 'acked');
  const record = dayEntry({
    id,
    savedAt: saturday,
    takenOn: dayOf(saturday),
    amount: 4400,
    ...items,
    who: 'Luc Armand',
  });
  await test.store.write(async (tx) => {
    await insertDayEntry(tx, test.scope, record);
    await markConfirmed(tx, test.scope, [id], saturday);
    await deleteConfirmed(tx, test.scope);
  });
  expect(await listOutbox(test.store, test.scope)).toEqual([]);
  open(test.runtime);
  expect(await screen.findByText('Luc Armand')).toBeTruthy();
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.getByText(/Sent.*and found in the service\./)).toBeTruthy();
  expect(screen.getByText('1 sent · €44.00')).toBeTruthy();
});

describe('a record of a closed month', () => {
  const october = '2026-10-28T10:00:00Z';
  const transactions = [{ amount: 2000, currency: 'eur', payment_method_kind: 'cash', date: october }];
  const closeOctober = ({ store, scope }: Test) =>
    store.write((tx) =>
      applyTransactionSettings(tx, scope, { open_periods: { money: { from: '2026-11' } } })
    );

  it('says before it is sent in which month it will count', async () => {
    const test = await createTestRuntime();
    await put(test, { who: 'Luc Armand', body: JSON.stringify({ data: { transactions } }) });
    await put(test, {
      who: 'Nadia Kone',
      body: JSON.stringify({
        data: { transactions: [{ ...transactions[0], date: '2026-11-02T10:00:00Z' }] },
      }),
    });
    await closeOctober(test);
    open(test.runtime);
    fireEvent.press(await screen.findByText('Luc Armand'));
    const sentence = 'Oct 2026 is closed. Doorstep still sends this record; it counts in Nov 2026.';
    expect(await screen.findByText(sentence)).toBeTruthy();
    await press('button', 'Close');
    fireEvent.press(screen.getByText('Nadia Kone'));
    await settle();
    expect(screen.queryByText(/is closed/)).toBeNull();
  });

  it('says after it has arrived in which month the service counts it', async () => {
    const test = await createTestRuntime();
    const { store, scope } = test;
    const body = JSON.stringify({ data: { transactions: [{ ...transactions[0], delivery_token: 'late' }] } });
    const id = await put(test, { id: 'late', who: 'Luc Armand', body }, 'acked');
    await closeOctober(test);
    await store.write(async (tx) => {
      await insertDayEntry(tx, scope, dayEntry({ id, who: 'Luc Armand', savedAt: saturday, takenOn }));
      const sent = { ...transactions[0], id: 1, delivery_token: id };
      const counted = [
        { transaction_id: 1, month: '2026-11', payment_method_kind: 'cash', currency: 'eur', amount: 2000 },
      ];
      await applyBundles(tx, scope, [
        { id: 20418, transactions: [sent], memberships: [], donations: [], counted },
      ]);
      await markConfirmed(tx, scope, [id], saturday);
      await deleteConfirmed(tx, scope);
    });
    expect(await listOutbox(store, scope)).toEqual([]);
    open(test.runtime);
    fireEvent.press(await screen.findByText('Luc Armand'));
    const sentence = /Dated 28 Oct 2026\. That month was closed: €20\.00 counts in Nov 2026\./;
    expect(await screen.findByText(sentence)).toBeTruthy();
  });
});

it('keeps the dialog of a record open that arrives meanwhile', async () => {
  const test = await createTestRuntime();
  const { store, scope } = test;
  const id = await put(test, { who: 'Luc Armand', amount: 4400 }, 'acked');
  open(test.runtime);
  fireEvent.press(await screen.findByText('Luc Armand'));
  await screen.findByRole('button', { name: 'Cancel this record' });
  await act(() =>
    store.write(async (tx) => {
      await insertDayEntry(tx, scope, dayEntry({ id, who: 'Luc Armand', savedAt: saturday, takenOn }));
      await markConfirmed(tx, scope, [id], saturday);
      await deleteConfirmed(tx, scope);
    })
  );
  expect(await screen.findByText('Sent and found in the service.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Cancel this record' })).toBeTruthy();
});

it('sends now on request', async () => {
  const { runtime, fakes } = await createTestRuntime();
  open(runtime);
  await screen.findByRole('button', { name: 'Send now' });
  await press('button', 'Send now');
  expect(fakes.sendNows).toBe(1);
});

const refused: RowProblem = {
  kind: 'refused',
  refusal: {
    status: 422,
    code: 'invalid',
    errors: [{ location: 'body', message: 'this price ended on 31 October.' }],
  },
};

it('opens a refused record to fix it', async () => {
  const test = await createTestRuntime();
  const id = await put(test, { who: 'Paul Mercier' }, 'parked', refused);
  const drawn = open(test.runtime);
  expect(await screen.findByText(/Refused:.*this price ended on 31 October\./)).toBeTruthy();
  await screen.findByRole('button', { name: 'Fix' });
  await press('button', 'Fix');
  expect(await screen.findByText('The form')).toBeTruthy();
  expect(drawn.getSearchParams()).toEqual({ fix: id });
});

it('opens the second step that a refused record needs', async () => {
  const test = await createTestRuntime();
  const url = 'https://one.example/page';
  test.fakes.secondStep = { kind: 'known', secondStep: { is_on: true, url } };
  const part = { kind: 'role_change', entity: 'user:3', who: 'Paul Mercier' } as const;
  await put(test, part, 'parked', {
    kind: 'refused',
    refusal: { status: 403, code: 'second_factor_needed' },
  });
  open(test.runtime);
  fireEvent.press(await screen.findByText('Paul Mercier'));
  await settle();
  await press('button', 'Open the second step');
  expect(test.fakes.opened).toEqual([url]);
});

it.each([
  ['a capture', {}],
  ['a change of a team', { kind: 'team_edit', entity: 'team:3' }],
] as const)('sends %s again that was refused, from the list', async (_what, part) => {
  const test = await createTestRuntime();
  const id = await put(test, { who: 'Paul Mercier', ...part }, 'parked', refused);
  open(test.runtime);
  await screen.findByRole('button', { name: 'Send again' });
  await press('button', 'Send again');
  expect(await getOutboxRow(test.store, test.scope, id)).toMatchObject({ state: 'queued', problem: null });
  expect(test.fakes.sendNows).toBe(1);
});

it('deletes a record only after its file was shared and the word was typed', async () => {
  const test = await createTestRuntime();
  await put(test, { who: 'Paul Mercier' }, 'parked', refused);
  open(test.runtime);
  fireEvent.press(await screen.findByText('Paul Mercier'));
  await settle();
  await screen.findByRole('button', { name: 'Remove from this phone' });
  await press('button', 'Remove from this phone');

  await type('Type REMOVE', 'remove');
  expect(screen.getByRole('button', { name: 'Remove for good', disabled: true })).toBeTruthy();
  await screen.findByRole('button', { name: 'Share this record' });
  await press('button', 'Share this record');
  await screen.findByText('Anyone who gets this file can read it');
  await press('button', 'Share without encryption');
  await screen.findByRole('button', { name: 'Shared 15:24' });
  await type('Type REMOVE', 'yes');
  expect(screen.getByRole('button', { name: 'Remove for good', disabled: true })).toBeTruthy();
  await type('Type REMOVE', 'remove');
  await press('button', 'Remove for good');
  expect(await screen.findByText('Nothing to send')).toBeTruthy();
  expect(await listOutbox(test.store, test.scope)).toEqual([]);
});

it('shares all unsent records as a file that only the treasurer can open', async () => {
  const test = await createTestRuntime();
  await put(test, { who: 'Jeanne Lacombe' });
  const key = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';
  await test.store.write((tx) => setTreasurerKey(tx, test.scope, key));
  open(test.runtime);
  await screen.findByRole('button', { name: 'Share unsent records' });
  await screen.findByText('Encrypted: only your treasurer can open the file.');
  await press('button', 'Share unsent records');
  expect(await screen.findByText('Shared')).toBeTruthy();
  expect(test.fakes.shared.map(({ text }) => text.includes('Lacombe'))).toEqual([false]);
});

it('warns before it shares a readable file, and shares nothing when declined', async () => {
  const test = await createTestRuntime();
  await put(test, { who: 'Jeanne Lacombe' });
  open(test.runtime);
  await screen.findByRole('button', { name: 'Share unsent records' });
  await press('button', 'Share unsent records');
  await screen.findByText('Anyone who gets this file can read it');
  await press('button', 'Cancel');
  expect(screen.queryByText('Anyone who gets this file can read it')).toBeNull();
  expect(test.fakes.shared).toEqual([]);
});

it('writes the times of a day that began while the list was open', async () => {
  const test = await createTestRuntime();
  open(test.runtime);
  await screen.findByText('Nothing to send');
  await put(test, { who: 'Jeanne Lacombe', amount: 2000 });
  expect(await screen.findByText('15:23')).toBeTruthy();
  test.fakes.now += 24 * 3_600_000;
  act(() => test.fakes.setStatus({ isOnline: false }));
  expect(await screen.findByText('14 Nov, 15:23')).toBeTruthy();
});

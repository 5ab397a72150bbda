import assert from 'node:assert';

import { act, fireEvent, screen, waitFor } from '@testing-library/react-native';
import { router } from 'expo-router';
import { renderRouter } from 'expo-router/testing-library';
import { AccessibilityInfo } from 'react-native';

import { applyActions } from '@/db/actions';
import { listDayEntries } from '@/db/dayTotals';
import { StoreError } from '@/db/errors';
import { setFact } from '@/db/facts';
import { applyForms } from '@/db/forms';
import { getGift } from '@/db/gifts';
import { applyTransition, listOutbox } from '@/db/outbox/outbox';
import { claimNext } from '@/db/outbox/claims';
import { addRecentPeople } from '@/db/recentPeople';
import { dayOf } from '@/domain/day';
import { CaptureFormView } from '@/features/capture/CaptureFormView';
import { openForm } from '@/features/capture/openForm';
import type { Runtime } from '@/features/shared/runtime';
import { answerQueries } from '@/queries/answers';
import { contactQueries } from '@/queries/contacts';

import { saturday } from '../support/runtime';
import { createWrapper, press, settle, type } from '../support/render';

import { open, withCatalogue } from './captureForm';

describe('a donation by a contact', () => {
  it('takes two taps from their page: the price is suggested, Save saves and returns', async () => {
    const { runtime, store, scope, fakes } = await withCatalogue();
    await open(runtime);
    await screen.findByText('Jeanne Lacombe');
    expect(screen.getByRole('radio', { name: '€20 An evening’s hall', checked: true })).toBeTruthy();
    expect(screen.getByText('€20.00')).toBeTruthy();
    expect(screen.getByText('twenty euros, in cash')).toBeTruthy();

    await press('button', 'Save');
    await screen.findByText('The door');
    expect(screen.getByText('Saved on this phone')).toBeTruthy();
    expect(fakes.feels).toBe(1);
    expect(await listOutbox(store, scope)).toMatchObject([
      { who: 'Jeanne Lacombe', amount: 2000, contactId: 7 },
    ]);
  });

  it('is one record when Save is pressed twice', async () => {
    const { runtime, store, scope } = await withCatalogue();
    await open(runtime);
    await screen.findByText('Jeanne Lacombe');
    const save = screen.getByRole('button', { name: 'Save' });
    fireEvent.press(save);
    fireEvent.press(save);
    await screen.findByText('The door');
    expect(await listOutbox(store, scope)).toHaveLength(1);
  });
});

describe('from an action', () => {
  it('is recorded for that campaign, which the form shows before saving', async () => {
    const { runtime, store, scope } = await withCatalogue();
    await store.write((tx) => applyActions(tx, scope, [{ Action: { id: 3, name: 'Old town doors' } }]));
    await open(runtime, '/record?action=3');
    await press('button', 'No name');
    expect(screen.getByText('Campaign: Old town doors')).toBeTruthy();
    await press('button', 'Save');
    await screen.findByText('The door');
    const [row] = await listOutbox(store, scope);
    expect(JSON.parse(row?.body ?? '').data.transactions[0].code_campaign).toBe('Old town doors');
  });

  it('a new supporter at a door has its address, and the note does not repeat it', async () => {
    const { runtime, store, scope } = await withCatalogue();
    await open(runtime, '/record?action=3&place=3%20rue%20Neuve');
    await press('button', 'New supporter');
    await type('Name', 'Ada Lovelace');
    expect(screen.getByText('3 rue Neuve')).toBeTruthy();
    await press('button', 'Save');
    await screen.findByText('The door');
    const [row] = await listOutbox(store, scope);
    expect(JSON.parse(row?.body ?? '').data.transactions[0].comment).toBe(
      'New supporter\nName: Ada Lovelace\nAddress: 3 rue Neuve'
    );
  });

  it('that is not on the phone has no campaign', async () => {
    const { runtime, store, scope } = await withCatalogue();
    await open(runtime, '/record?action=44');
    await press('button', 'No name');
    expect(screen.queryByText(/^Campaign:/)).toBeNull();
    await press('button', 'Save');
    await screen.findByText('The door');
    const [row] = await listOutbox(store, scope);
    expect(JSON.parse(row?.body ?? '').data.transactions[0].code_campaign).toBeUndefined();
  });
});

it('finds a person by any letters, and records a new one', async () => {
  const { runtime, store, scope } = await withCatalogue();
  await open(runtime, '/record');
  await screen.findByLabelText('Search');
  await type('Search', 'arma');
  await press('button', 'Luc Armand');
  expect(screen.getByText('Luc Armand')).toBeTruthy();

  await press('button', 'Change');
  await type('Search', 'Ada Lovelace');
  await press('button', 'New supporter: Ada Lovelace');
  await press('button', 'Address, mail, phone');
  await type('Mail', 'ada@');
  await press('button', 'Save');
  expect(screen.getByText('This mail address is not complete.')).toBeTruthy();
  expect(await listOutbox(store, scope)).toEqual([]);

  await type('Mail', 'ada@post.example');
  await press('button', 'Save');
  expect(screen.getByText('Ask whether mail and phone may be kept, or clear them.')).toBeTruthy();
  expect(await listOutbox(store, scope)).toEqual([]);

  await press('checkbox', 'They agree that we keep mail and phone');
  await press('button', 'Save');
  await screen.findByText('The door');
  const [row] = await listOutbox(store, scope);
  expect(row?.who).toBe('Ada Lovelace');
  expect(row?.body).toContain(
    'New supporter\\nName: Ada Lovelace\\nMail: ada@post.example\\nMay be contacted: yes'
  );
});

it('shows the period of a membership, and a field for it if the price has none', async () => {
  const { runtime } = await withCatalogue();
  await open(runtime);
  await screen.findByText('Jeanne Lacombe');
  await press('radio', 'Membership');
  await press('radio', '€24 Full');
  expect(screen.getByText('Member from 14 Nov 2026 to 31 Dec 2026')).toBeTruthy();
  await press('radio', '€12 Reduced');
  await type('Member until', '2027-03-31');
  expect(screen.getByText('31 Mar 2027')).toBeTruthy();
});

it('shows errors at the fields, and counts them', async () => {
  const { runtime, store, scope } = await withCatalogue();
  await open(runtime);
  await screen.findByText('Jeanne Lacombe');
  await press('radio', 'Other Type an amount');
  expect(screen.getByLabelText('Amount').props.autoFocus).toBe(true);
  await type('Amount', 'lots');
  expect(screen.queryByText('Type an amount in figures, like 20 or 20.50.')).toBeNull();
  await press('button', 'Save');
  expect(screen.getByText('Type an amount in figures, like 20 or 20.50.')).toBeTruthy();
  expect(screen.getByText('Fix one thing before you save.')).toBeTruthy();
  expect(await listOutbox(store, scope)).toEqual([]);
});

it('sends a screen reader to what is not chosen', async () => {
  const sentTo = jest.spyOn(AccessibilityInfo, 'sendAccessibilityEvent');
  const { runtime } = await withCatalogue();
  await open(runtime);
  await screen.findByText('Jeanne Lacombe');
  await press('radio', 'Membership');
  sentTo.mockClear();
  await press('button', 'Save');
  expect(screen.getByText('Choose or type an amount.')).toBeTruthy();
  expect(sentTo.mock.calls.map(([, event]) => event)).toEqual(['focus']);
});

it('offers to undo for ten seconds: the record is cancelled, stays visible and is not counted', async () => {
  const { runtime, store, scope } = await withCatalogue();
  await open(runtime);
  await screen.findByText('Jeanne Lacombe');
  await press('radio', /€20/);
  await press('button', 'Save');
  await screen.findByText('The door');
  await press('button', 'Undo');
  await screen.findByText('Cancelled. It will never be sent.');
  expect(await listOutbox(store, scope)).toMatchObject([
    { state: 'cancelled', problem: { reason: 'undone' }, amount: 2000 },
  ]);
  expect(await listDayEntries(store, scope, dayOf(saturday))).toEqual([]);
});

it('adds no person to the payment when Back closes the person picker', async () => {
  const { runtime } = await withCatalogue();
  await open(runtime);
  await screen.findByText('Jeanne Lacombe');
  await press('button', 'Add a person to this payment');
  await screen.findByLabelText('Search');
  await press('button', 'Back');
  expect(screen.getByText('Jeanne Lacombe')).toBeTruthy();
  expect(screen.getByText('€20.00')).toBeTruthy();
  expect(screen.queryByText('€40.00')).toBeNull();
});

it('counts up the cash in hand', async () => {
  const { runtime } = await withCatalogue();
  await open(runtime);
  await screen.findByText('Cash in hand with this: €20.00');
  await press('button', 'Save');
  await screen.findByText('The door');
  act(() => router.push('/record?contact=8' as '/'));
  expect(await screen.findByText('Cash in hand with this: €40.00')).toBeTruthy();
});

it('counts a saved record once while the form closes', async () => {
  const { runtime } = await withCatalogue();
  const opened = await openForm(
    runtime,
    { kind: 'contact', contactId: 7 },
    { now: saturday, offsetMinutesAt: () => 60, locale: 'en-GB', nameOfNumber: String }
  );
  assert(opened.kind === 'open');
  const leave = jest.fn();
  const Form = () => (
    <CaptureFormView
      opened={{ ...opened, draftKey: 'capture:contact:7', onDiscard: leave }}
      onLeave={leave}
      onContinue={leave}
      onTyped={() => undefined}
      onCounted={leave}
    />
  );
  renderRouter({ index: Form }, { initialUrl: '/', wrapper: createWrapper(runtime) });
  await screen.findByText('Cash in hand with this: €20.00');
  await press('button', 'Save');
  await waitFor(() => expect(leave).toHaveBeenCalled());
  await settle();
  expect(screen.getByText('Cash in hand with this: €20.00')).toBeTruthy();
});

it('a promise and a changed record are not the payment method of the next record', async () => {
  const { runtime, store, scope } = await withCatalogue();
  await open(runtime);
  await press('button', 'Save');
  await screen.findByText('The door');
  act(() => router.push('/record?contact=8' as '/'));
  await screen.findByText('Luc Armand');
  await press('radio', 'Cheque');
  await press('radio', 'Pays later');
  await press('button', 'Save');
  await screen.findByText('The door');
  const gift = (await listOutbox(store, scope)).find(({ contactId }) => contactId === 7);
  act(() => router.push(`/record?fix=${gift?.id}` as '/'));
  await screen.findByText('This replaces the waiting record');
  await press('radio', 'Card');
  await press('button', 'Save');
  await screen.findByText('The door');
  act(() => router.push('/record?contact=8' as '/'));
  await screen.findByText('Luc Armand');
  expect(screen.getByRole('radio', { name: 'Cash', checked: true })).toBeTruthy();
});

it('counts a refused record that is being fixed once', async () => {
  const { runtime, store, scope, fakes } = await withCatalogue();
  await open(runtime);
  await press('button', 'Save');
  await screen.findByText('The door');
  const [row] = await listOutbox(store, scope);
  const id = row?.id ?? '';
  const { now } = fakes;
  await store.write((tx) => claimNext(tx, { scope, now, leaseMs: 60_000, owner: 'test' }));
  const problem = { kind: 'refused' as const, refusal: { status: 422, code: 'invalid' } };
  await store.write((tx) =>
    applyTransition(tx, { id, from: 'sending', to: 'parked', owner: 'test', now, patch: { problem } })
  );
  act(() => router.push(`/record?fix=${id}` as '/'));
  await screen.findByText('This replaces the refused record');
  // The totals of today are read after the form is rendered.
  await settle();
  expect(screen.getByText('Cash in hand with this: €20.00')).toBeTruthy();
});

it('never shows Saved when the write failed', async () => {
  const { runtime, store, scope, fakes } = await withCatalogue();
  let isFull = false;
  const noRoom = new StoreError('full', 'no room');
  const full: Runtime = {
    ...runtime,
    store: {
      ...store,
      write: (work) => (isFull ? Promise.reject(noRoom) : store.write(work)),
    },
  };
  await open(full);
  await screen.findByText('Jeanne Lacombe');
  isFull = true;
  await press('button', 'Save');
  await screen.findByText('Not saved yet');
  expect(screen.queryByText('Saved on this phone')).toBeNull();
  expect(fakes.feels).toBe(0);

  isFull = false;
  await press('button', 'Save');
  await screen.findByText('The door');
  expect(await listOutbox(store, scope)).toHaveLength(1);
});

describe('questions for a new supporter', () => {
  async function openAsking(url = '/record') {
    const test = await withCatalogue();
    const { store, scope, runtime } = test;
    await store.write(async (tx) => {
      await setFact(tx, scope, 'capabilities', ['changes', 'answers']);
      await applyForms(tx, scope, [
        { id: 5, label: 'Newsletter', type: 'consent', wording: 'Write to me.', version: 2 },
        { id: 6, label: 'How many at home?', type: 'number' },
      ]);
      const Action = { id: 1, name: 'Walk', Forms: [{ id: 5 }, { id: 6 }], Users: [], Teams: [] };
      await applyActions(tx, scope, [{ Action }]);
    });
    await open(runtime, url);
    return test;
  }

  it('are asked on the form, saved behind the gift, and found by it', async () => {
    const { store, scope, runtime } = await openAsking('/record?action=1');
    await press('button', /New supporter/);
    await type('Name', 'Ida Blum');
    await press('button', /Questions/);
    expect(screen.getByText('Write to me.')).toBeTruthy();
    await press('radio', 'Yes');
    await type('How many at home?', 'three');
    await press('button', 'Save');
    expect(screen.getByText('Type a number, like 3.')).toBeTruthy();
    expect(await listOutbox(store, scope)).toEqual([]);
    await type('How many at home?', '3');
    await press('button', 'Save');
    await screen.findByText('The door');
    const [gift, answers] = await listOutbox(store, scope);
    expect(answers).toMatchObject({ kind: 'answers_create', entity: gift?.entity, who: 'Ida Blum' });
    const view = await getGift(store, scope, gift?.id ?? '');
    expect(view && (await answerQueries.ofGift(runtime, view).queryFn())).toMatchObject([
      {
        state: 'queued',
        answers: [
          { form_id: 5, data: '1', version: 2 },
          { form_id: 6, data: '3' },
        ],
      },
    ]);
  });

  it('are not asked of a contact, who has a page for them', async () => {
    await openAsking('/record?contact=7');
    await screen.findByText('Jeanne Lacombe');
    expect(screen.queryByText('Questions')).toBeNull();
  });
});

describe('recent people', () => {
  it('are offered before anything is typed, the last one first, and only those who are on the phone', async () => {
    const { runtime, store, scope } = await withCatalogue();
    await store.write((tx) => addRecentPeople(tx, scope, [99, 8]));
    await open(runtime, '/record?contact=7');
    await screen.findByText('Jeanne Lacombe');
    await press('button', 'Save');
    await screen.findByText('The door');
    expect((await contactQueries.recent(runtime).queryFn()).map(({ id }) => id)).toEqual([7, 8]);
    act(() => router.push('/record'));
    await screen.findByText('Recent people');
    await press('button', /Luc Armand/);
    await press('button', 'Save');
    await screen.findByText('The door');
    const rows = await listOutbox(store, scope);
    expect(rows.map(({ contactId }) => contactId)).toEqual([7, 8]);
  });
});

it('keeps the mail and the phone in view when the permission that was missing is given', async () => {
  const { runtime } = await withCatalogue();
  await open(runtime, '/record');
  await press('button', /^New supporter/);
  await type('Name', 'Nora Blum');
  await press('button', 'Address, mail, phone');
  await type('Mail', 'nora@example.org');
  await press('button', /^Address, mail, phone/);
  expect(screen.queryByLabelText('Mail')).toBeNull();
  await press('button', 'Save');
  expect(screen.getByText('Ask whether mail and phone may be kept, or clear them.')).toBeTruthy();
  await press('checkbox', 'They agree that we keep mail and phone');
  expect(screen.getByLabelText('Mail')).toBeTruthy();
});

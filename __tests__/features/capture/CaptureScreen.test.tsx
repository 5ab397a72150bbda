import { act, fireEvent, screen } from '@testing-library/react-native';
import { router } from 'expo-router';
import { renderRouter } from 'expo-router/testing-library';

import { applyActions } from '@/db/actions';
import { applyContacts } from '@/db/contacts';
import { listDayEntries } from '@/db/dayTotals';
import { getDraft, setDraft } from '@/db/drafts';
import { StoreError } from '@/db/errors';
import { setFact } from '@/db/facts';
import { applyForms } from '@/db/forms';
import { getGift } from '@/db/gifts';
import { applyTransition, listOutbox } from '@/db/outbox/outbox';
import { claimNext } from '@/db/outbox/claims';
import { addRecentPeople } from '@/db/recentPeople';
import { applyDonationPrices, applyMembershipPriceGroups } from '@/db/prices';
import { applyTransactionSettings } from '@/db/settings';
import { dayOf } from '@/domain/day';
import { CaptureScreen } from '@/features/capture/CaptureScreen';
import type { Draft } from '@/features/capture/draft';
import type { Runtime } from '@/features/shared/runtime';
import { answerQueries } from '@/queries/answers';
import { contactQueries } from '@/queries/contacts';
import { Text } from '@/ui/Text';

import { contact } from '../../db/harness';
import { saveFive } from '../support/dayTotals';
import { createTestRuntime, saturday } from '../support/runtime';
import { createWrapper, press, settle, type } from '../support/render';
import { demoCatalogue, draftOf } from './catalogue';

async function withContacts() {
  const test = await createTestRuntime();
  await test.store.write((tx) =>
    applyContacts(tx, test.scope, [
      contact(7, { firstname: 'Jeanne', surname: 'Lacombe' }),
      contact(8, { firstname: 'Luc', surname: 'Armand' }),
    ])
  );
  return test;
}

/** As the first fetch brings it. */
async function fetchCatalogue({ store, scope }: Awaited<ReturnType<typeof createTestRuntime>>) {
  await store.write(async (tx) => {
    await applyDonationPrices(tx, scope, demoCatalogue.donationPrices);
    await applyMembershipPriceGroups(tx, scope, demoCatalogue.membershipPriceGroups);
    if (demoCatalogue.settings) await applyTransactionSettings(tx, scope, demoCatalogue.settings);
  });
}

async function withCatalogue() {
  const test = await withContacts();
  await fetchCatalogue(test);
  return test;
}

async function open(runtime: Runtime, url = '/record?contact=7') {
  renderRouter(
    { index: () => <Text>The door</Text>, record: CaptureScreen },
    { initialUrl: '/', wrapper: createWrapper(runtime) }
  );
  act(() => router.push(url as '/'));
  await settle();
}

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

it('asks for confirmation when the amount is ten times the usual, and saves nothing before', async () => {
  const { runtime, store, scope } = await withCatalogue();
  await saveFive(store, scope, saturday);
  await open(runtime);
  await screen.findByText('Jeanne Lacombe');
  await press('radio', 'Other Type an amount');
  await type('Amount', '200');
  await press('button', 'Save');
  expect(screen.getByText('That is a lot')).toBeTruthy();
  expect(await listOutbox(store, scope)).toEqual([]);
  await press('button', 'No, change the amount');
  expect(screen.queryByText('That is a lot')).toBeNull();
  await press('button', 'Save');
  await press('button', 'Yes, save €200.00');
  await screen.findByText('The door');
  expect(await listOutbox(store, scope)).toMatchObject([{ amount: 20000 }]);
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

it('begins anew and offers the unfinished form, which is continued only on request', async () => {
  const { runtime, store, scope } = await withCatalogue();
  await store.write((tx) =>
    setDraft(tx, scope, 'capture:new:door', draftOf({ note: 'ring twice' }), saturday)
  );
  await open(runtime, '/record');
  await screen.findByText('Who is it?');
  await press('button', /^Unfinished: Jeanne.*€20.00/);
  await screen.findByText('Draft kept');
  await press('button', 'Start over');
  expect(await getDraft(store, scope, 'capture:new:door')).not.toBeNull();
  expect(screen.getByText('What you typed here is deleted.')).toBeTruthy();
});

it('discards an unfinished form after a question', async () => {
  const { runtime, store, scope } = await withCatalogue();
  await store.write((tx) => setDraft(tx, scope, 'capture:new:door', draftOf(), saturday));
  await store.write((tx) => setDraft(tx, scope, 'capture:fix:5', { ...draftOf(), replaces: '5' }, saturday));
  await open(runtime, '/record');
  await screen.findByText('Who is it?');
  // A correction is no unfinished gift.
  expect(screen.getAllByRole('button', { name: /^Unfinished/ })).toHaveLength(1);
  await press('button', 'Discard');
  expect(screen.getByText(/^Discard Jeanne.*€20.00\?$/)).toBeTruthy();
  await press('button', 'Discard');
  expect(await getDraft(store, scope, 'capture:new:door')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Unfinished/ })).toBeNull();
});

it('names the form in its address, so that the same one opens again', async () => {
  const { runtime } = await withCatalogue();
  const opened = renderRouter(
    { index: () => <Text>The door</Text>, record: CaptureScreen },
    { initialUrl: '/record', wrapper: createWrapper(runtime) }
  );
  await settle();
  await press('button', 'No name');
  await press('radio', 'Other Type an amount');
  await type('Amount', '35');
  const { draft } = opened.getSearchParams();
  expect(draft).toMatch(/^capture:new:/);
  screen.unmount();
  await open(runtime, `/record?draft=${String(draft)}`);
  expect((await screen.findByLabelText('Amount')).props.value).toBe('35');
});

it('asks before the same gift is saved again within minutes, and saves a second one on Yes', async () => {
  const { runtime, store, scope, fakes } = await withCatalogue();
  await open(runtime);
  await press('button', 'Save');
  await screen.findByText('The door');
  fakes.now += 20_000;
  act(() => router.push('/record?contact=7' as '/'));
  await settle();
  await press('button', 'Save');
  await screen.findByText('The same gift was saved 20 s ago');
  await press('button', 'No, do not save it');
  expect(await listOutbox(store, scope)).toHaveLength(1);
  await press('button', 'Save');
  await press('button', 'Yes, save a second one');
  await screen.findByText('The door');
  expect(await listOutbox(store, scope)).toHaveLength(2);
  fakes.now += 6 * 60_000;
  act(() => router.push('/record?contact=7' as '/'));
  await settle();
  await press('button', 'Save');
  expect(await listOutbox(store, scope)).toHaveLength(3);
});

it('stores every letter: the form is restored with its input', async () => {
  const { runtime, store, scope } = await withCatalogue();
  await open(runtime);
  await screen.findByText('Jeanne Lacombe');
  await press('radio', 'Other Type an amount');
  await type('Amount', '3');
  await type('Amount', '35');
  await screen.findByText('Draft kept');
  expect((await getDraft<Draft>(store, scope, 'capture:contact:7'))?.draft.people[0]?.donation.typed).toBe(
    '35'
  );

  screen.unmount();
  await open(runtime);
  expect((await screen.findByLabelText('Amount')).props.value).toBe('35');
  expect(screen.getByText('Draft kept')).toBeTruthy();
});

it('works without a catalogue: an amount is typed, and the form shows why', async () => {
  const { runtime, store, scope, fakes } = await createTestRuntime();
  fakes.setStatus({ lastPulledAt: null });
  await open(runtime, '/record');
  await press('button', 'No name');
  expect(screen.getByText('No prices on this phone yet')).toBeTruthy();
  await type('Amount', '15');
  await press('button', 'Save');
  await screen.findByText('The door');
  expect(await listOutbox(store, scope)).toMatchObject([{ amount: 1500, who: null }]);
});

it('shows no missing prices in a space that has none', async () => {
  const { runtime } = await createTestRuntime();
  await open(runtime, '/record');
  // Without a search there is no "not found".
  expect(screen.queryByText('No contact with this name on this phone.')).toBeNull();
  await press('button', 'No name');
  expect(screen.getByLabelText('Amount')).toBeTruthy();
  expect(screen.getByText('€', { includeHiddenElements: true })).toBeTruthy();
  expect(screen.queryByText('No prices on this phone yet')).toBeNull();
});

describe('opened before the first download is complete', () => {
  it('suggests the price once it is downloaded, and does not change a chosen one', async () => {
    const test = await withContacts();
    const { runtime, store, scope, fakes } = test;
    fakes.setStatus({ lastPulledAt: null });
    await open(runtime, '/record');
    await type('Search', 'arma');
    await press('button', 'Luc Armand');
    expect(screen.getByText('No prices on this phone yet')).toBeTruthy();
    await fetchCatalogue(test);
    await screen.findByRole('radio', { name: '€20 An evening’s hall', checked: true });
    expect(screen.queryByText('No prices on this phone yet')).toBeNull();
    await press('button', 'Save');
    await screen.findByText('The door');
    expect(await listOutbox(store, scope)).toMatchObject([{ who: 'Luc Armand', amount: 2000 }]);
  });

  it('does not change a typed amount', async () => {
    const test = await withContacts();
    await open(test.runtime);
    await type('Amount', '35');
    await fetchCatalogue(test);
    await screen.findByRole('radio', { name: '€20 An evening’s hall', checked: false });
    expect(screen.getByLabelText('Amount').props.value).toBe('35');
  });
});

it('marks prices that are older than a day', async () => {
  const { runtime, fakes } = await withCatalogue();
  fakes.setStatus({ lastPulledAt: fakes.now - 2 * 86_400_000 });
  await open(runtime);
  expect(await screen.findByText('Prices from 12 Nov')).toBeTruthy();
});

it('warns of a wrong clock of the phone, with both times', async () => {
  const { runtime, fakes } = await withCatalogue();
  fakes.setStatus({ clockAheadMs: 59 * 60_000 });
  await open(runtime);
  await screen.findByText('Jeanne Lacombe');
  expect(screen.queryByText('This phone’s clock is wrong')).toBeNull();
  act(() => fakes.setStatus({ clockAheadMs: -365 * 86_400_000 }));
  expect(screen.getByText('This phone’s clock is wrong')).toBeTruthy();
  expect(
    screen.getByText(/^The phone says 14 Nov 2026, 15:24, the service says 14 Nov 2027, 15:24\./)
  ).toBeTruthy();
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

describe('the limits of the space', () => {
  const rules = { largest_per_person_year: 3000, most_cash_carried: 5000 };

  async function withRules() {
    const test = await withCatalogue();
    const { store, scope } = test;
    const settings = { ...demoCatalogue.settings, additional_settings: { rules } };
    await store.write((tx) => applyTransactionSettings(tx, scope, settings));
    return test;
  }

  const record = async (contactId: number) => {
    act(() => router.push(`/record?contact=${contactId}`));
    await screen.findByRole('button', { name: 'Save' });
    await settle();
  };
  const save = async () => {
    await press('button', 'Save');
    await screen.findByText('The door');
  };

  it('warn of more from one person in a year than allowed, and do not prevent saving', async () => {
    const { runtime, store, scope, fakes } = await withRules();
    await open(runtime, '/record?contact=7');
    expect(screen.queryByText(/from this person this year/)).toBeNull();
    await save();
    // Later than the question about the same gift.
    fakes.now += 10 * 60_000;
    await record(8);
    expect(screen.queryByText(/from this person this year/)).toBeNull();
    await save();
    await record(7);
    expect(await screen.findByText('More than €30.00 from this person this year')).toBeTruthy();
    expect(screen.getByText(/^€20\.00 in 2026, as far as this phone knows/)).toBeTruthy();
    await save();
    expect(await listOutbox(store, scope)).toHaveLength(3);
  });

  it('warn of more cash than one person should carry, and of no other payment method', async () => {
    const { runtime, fakes } = await withRules();
    await open(runtime, '/record?contact=7');
    await save();
    fakes.now += 10 * 60_000;
    await record(8);
    expect(screen.queryByText(/^You carry more/)).toBeNull();
    await save();
    await record(8);
    expect(await screen.findByText('You carry more than €50.00 in cash')).toBeTruthy();
    await press('radio', 'Card');
    expect(screen.queryByText(/^You carry more/)).toBeNull();
  });
});

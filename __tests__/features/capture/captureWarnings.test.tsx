import { act, screen } from '@testing-library/react-native';
import { router } from 'expo-router';

import { listOutbox } from '@/db/outbox/outbox';
import { applyTransactionSettings } from '@/db/settings';

import { saveFive } from '../support/dayTotals';
import { createTestRuntime, saturday } from '../support/runtime';
import { press, settle, type } from '../support/render';
import { demoCatalogue } from './catalogue';

import { fetchCatalogue, open, withCatalogue, withContacts } from './captureForm';

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

import { screen } from 'expo-router/testing-library';

import { setFact } from '@/db/facts';
import { listDonationPrices } from '@/db/prices';
import { applyTransactionSettings } from '@/db/settings';

import { press, type } from '../../support/render';
import { openOrganiser, withSpace } from '../../support/organiser';

async function asAdmin() {
  const test = await withSpace('admin');
  const { store, scope } = test;
  await store.write((tx) => setFact(tx, scope, 'capabilities', ['catalogue_write']));
  return test;
}

it('offers forms to admins with a service that has them, and to nobody else', async () => {
  const { runtime } = await asAdmin();
  openOrganiser(runtime, '/catalogue');
  expect(await screen.findByText('Add a group')).toBeTruthy();
  screen.unmount();
  const manager = await withSpace('manager');
  openOrganiser(manager.runtime, '/catalogue');
  expect(await screen.findByText('Settings for payments')).toBeTruthy();
  expect(screen.queryByText('Add a group')).toBeNull();
});

it('changes a price: only the difference is sent, and the phone shows it', async () => {
  const { runtime, store, scope } = await asAdmin();
  const small = { id: 21, amount: 1000, currency: 'eur', name: 'Small', allow_custom_amount: true };
  runtime.online.read = () =>
    Promise.resolve({ kind: 'read', value: { good: [small], bad: [] } as never, etag: '"1"' });
  const sent: unknown[] = [];
  runtime.online.write = (call) => {
    sent.push([call.endpoint, call.params, call.body, call.ifMatch]);
    return Promise.resolve({ kind: 'written', value: { ...small, amount: 1250 } as never });
  };
  openOrganiser(runtime, '/catalogue/edit?kind=donation_price&id=21');
  await screen.findByLabelText('Name');
  await type('Amount in EUR', 'ten');
  await press('button', 'Save');
  expect(screen.getByText('Type an amount, like 20 or 20.50.')).toBeTruthy();
  await type('Amount in EUR', '12.50');
  await press('button', 'Save');
  expect(sent).toEqual([['updateDonationPrice', { id: 21 }, { data: { amount: 1250 } }, '"1"']]);
  expect((await listDonationPrices(store, scope)).find(({ id }) => id === 21)?.amount).toBe(1250);
});

it('shows both values in words when somebody else changed the same field, and sends the chosen one', async () => {
  const { runtime } = await asAdmin();
  const theirs = { id: 21, amount: 1500, currency: 'eur', name: 'Small', allow_custom_amount: true };
  runtime.online.read = () =>
    Promise.resolve({ kind: 'read', value: { good: [theirs], bad: [] } as never, etag: '"2"' });
  const sent: unknown[] = [];
  runtime.online.write = (call) => {
    sent.push(call.body);
    return Promise.resolve({ kind: 'written', value: { ...theirs, amount: 1250 } as never });
  };
  openOrganiser(runtime, '/catalogue/edit?kind=donation_price&id=21');
  await screen.findByLabelText('Name');
  await type('Amount in EUR', '12.50');
  await press('button', 'Save');
  expect(await screen.findByText('Two people changed this')).toBeTruthy();
  expect(screen.getByRole('radio', { name: /€15\.00$/ })).toBeTruthy();
  expect(sent).toEqual([]);
  await press('radio', /€12\.50$/);
  await press('button', 'Use these values');
  await press('button', 'Save');
  expect(sent).toEqual([{ data: { amount: 1250 } }]);
});

it('shows both values in words when another admin changed the same setting, and sends the chosen ones', async () => {
  const { runtime } = await asAdmin();
  // Meanwhile: another limit and prefix, and a limit that this admin does not touch.
  const theirs = {
    currency: 'eur',
    payment_method_kinds: ['cash', 'card'],
    default_status_id: 3,
    batch_prefix: 'C-',
    additional_settings: { rules: { largest_cash_gift: 20_000, largest_per_person_year: 50_000 } },
  };
  runtime.online.read = () => Promise.resolve({ kind: 'read', value: theirs as never, etag: '"2"' });
  const sent: unknown[] = [];
  runtime.online.write = (call) => {
    sent.push([call.endpoint, call.ifMatch, call.body]);
    return Promise.resolve({ kind: 'written', value: theirs as never });
  };
  openOrganiser(runtime, '/catalogue/settings');
  await screen.findByLabelText('Largest gift in cash');
  await type('Largest gift in cash', '150');
  await type('Most cash that one person should carry', '300');
  await type('Before a batch number', 'M-');
  await press('button', 'Save');
  expect(await screen.findByText('Two people changed this')).toBeTruthy();
  expect(sent).toEqual([]);
  expect(screen.getByRole('radio', { name: /€200\.00$/ })).toBeTruthy();
  await press('radio', /€150\.00$/);
  await press('radio', /C-$/);
  await press('button', 'Use these values');
  await press('button', 'Save');
  const rules = { largest_cash_gift: 15_000, largest_per_person_year: 50_000, most_cash_carried: 30_000 };
  expect(sent).toEqual([['updateTransactionSettings', '"2"', { data: { rules } }]]);
});

it('adds a price with the currency of the space', async () => {
  const { runtime } = await asAdmin();
  const sent: unknown[] = [];
  runtime.online.write = (call) => {
    sent.push([call.endpoint, call.body]);
    return Promise.resolve({
      kind: 'written',
      value: { id: 30, name: 'Big', amount: 10_000, currency: 'eur' } as never,
    });
  };
  openOrganiser(runtime, '/catalogue/edit?kind=donation_price');
  await screen.findByLabelText('Name');
  await type('Name', 'Big');
  await type('Amount in EUR', '100');
  await press('button', 'Save');
  expect(sent).toEqual([
    [
      'createDonationPrice',
      { data: { name: 'Big', amount: 10_000, currency: 'eur', allow_custom_amount: false, hidden: false } },
    ],
  ]);
});

it('warns where a price with the same name and amount is there, and saves it all the same', async () => {
  const { runtime } = await asAdmin();
  const sent: unknown[] = [];
  runtime.online.write = (call) => {
    sent.push(call.endpoint);
    return Promise.resolve({ kind: 'written', value: { id: 31, name: 'Small', amount: 1000 } as never });
  };
  openOrganiser(runtime, '/catalogue/edit?kind=donation_price');
  await screen.findByLabelText('Name');
  await type('Name', ' small');
  await type('Amount in EUR', '20');
  expect(screen.queryByText('There is already a price with this name and amount')).toBeNull();
  await type('Amount in EUR', '10');
  expect(screen.getByText('There is already a price with this name and amount')).toBeTruthy();
  await press('button', 'Save');
  expect(sent).toEqual(['createDonationPrice']);
});

it('marks prices of another currency as not offered, and makes one again in the present currency', async () => {
  const { runtime, store, scope } = await asAdmin();
  await store.write((tx) =>
    applyTransactionSettings(tx, scope, { currency: 'chf', payment_method_kinds: ['cash'] })
  );
  const sent: unknown[] = [];
  runtime.online.write = (call) => {
    sent.push([call.endpoint, call.body]);
    return Promise.resolve({ kind: 'written', value: { id: 1, membership_prices: [] } as never });
  };
  openOrganiser(runtime, '/catalogue');
  expect(await screen.findAllByText('Not offered: the organisation now uses CHF.')).toHaveLength(2);
  await press('button', 'Make Full in CHF');
  await screen.findByLabelText('Amount in CHF');
  await press('button', 'Save');
  expect(sent).toEqual([
    [
      'createMembershipPrice',
      {
        data: {
          name: 'Full',
          amount: 2000,
          currency: 'chf',
          allow_custom_amount: false,
          hidden: false,
          rolling_period: 'rolling',
          duration: 'P1Y',
          membership_price_group_id: 1,
        },
      },
    ],
  ]);
});

it('says how many prices another currency takes out of the offer, before it is saved', async () => {
  const { runtime } = await asAdmin();
  openOrganiser(runtime, '/catalogue/settings');
  await screen.findByLabelText('Currency');
  await type('Currency', 'CH');
  expect(screen.queryByText(/will not be offered/)).toBeNull();
  await type('Currency', 'chf');
  expect(screen.getByText('2 prices are not in CHF and will not be offered')).toBeTruthy();
});

it('shows limits, the account and other settings in words', async () => {
  const { runtime, store, scope } = await asAdmin();
  await store.write((tx) =>
    applyTransactionSettings(tx, scope, {
      currency: 'eur',
      payment_method_kinds: ['cash'],
      additional_settings: {
        rules: { largest_cash_gift: 15_000 },
        transfer: { payee: 'Les Amis', iban: 'FR7630006000011234567890189' },
        blind_count: true,
        denominations: { EUR: [5000, 2000] },
        receipt_footer: 'Thank you',
      },
      open_periods: { money: { from: '2026-11' } },
    })
  );
  openOrganiser(runtime, '/catalogue');
  expect(await screen.findByText('Largest gift in cash')).toBeTruthy();
  for (const words of ['€150.00', 'Les Amis', 'FR76 3000 6000 0112 3456 7890 189', 'Nov 2026'])
    expect(screen.getByText(words)).toBeTruthy();
  expect(screen.getByText('€50 and €20')).toBeTruthy();
  expect(screen.getByText('Counted without seeing the expected sum')).toBeTruthy();
  expect(screen.getByText('receipt footer')).toBeTruthy();
  expect(screen.queryByText(/rules|transfer ·|blind count|denominations|money ·/)).toBeNull();
});

it('keeps what was typed for a membership price in its group', async () => {
  const { runtime } = await asAdmin();
  openOrganiser(runtime, '/catalogue/edit?kind=membership_price&group=1');
  await screen.findByLabelText('Name');
  await type('Name', 'Reduced');
  await screen.findByText('Draft kept');
  screen.unmount();
  openOrganiser(runtime, '/catalogue/edit?kind=membership_price&group=2');
  expect((await screen.findByLabelText('Name')).props.value).toBe('');
  screen.unmount();
  openOrganiser(runtime, '/catalogue/edit?kind=membership_price&group=1');
  expect((await screen.findByLabelText('Name')).props.value).toBe('Reduced');
});

import { itemFields, itemForm, newItemFields, readItemForm } from '@/features/catalogue/edit/itemForm';
import {
  readSettingsForm,
  settingsChanges,
  settingsFields,
  settingsForm,
} from '@/features/catalogue/edit/settingsForm';

const money = { currency: 'eur', locale: 'en-GB' };

test('a form that was not touched changes nothing', () => {
  const price = {
    id: 4,
    name: 'Full',
    amount: 2000,
    currency: 'eur',
    hidden: false,
    duration: 'P1Y',
    rolling_period: 'calendar',
  };
  const seen = itemFields('membership_price', price);
  expect(readItemForm('membership_price', itemForm(seen, money), seen, money)).toMatchObject({
    isChanged: false,
  });
  const settings = settingsFields({
    currency: 'eur',
    payment_method_kinds: ['cash'],
    additional_settings: {
      rules: { largest_cash_gift: 15_000 },
      transfer: { payee: 'Plateau e.V.', iban: 'DE89 3704 0044 0532 0130 00' },
    },
  });
  expect(readSettingsForm(settingsForm(settings, 'de'), settings, 'de')).toEqual({
    kind: 'fields',
    fields: settings,
    isChanged: false,
  });
});

test('an amount is read in the notation of the language', () => {
  const form = { ...itemForm({}, money), name: 'Twenty', amount: '20,50' };
  expect(readItemForm('donation_price', form, null, { currency: 'eur', locale: 'de' })).toMatchObject({
    fields: { name: 'Twenty', amount: 2050, currency: 'eur', hidden: false, allow_custom_amount: false },
  });
});

test.each([
  ['donation_price', { name: '', amount: '' }, { name: 'name_missing', amount: 'bad_amount' }],
  ['donation_price', { name: 'x', amount: 'twenty' }, { amount: 'bad_amount' }],
  ['transaction_status', { name: 'x', color: 'red' }, { color: 'bad_color' }],
] as const)('%s %j is refused at the field', (kind, part, errors) => {
  const form = { ...itemForm(newItemFields(kind), money), ...part };
  expect(readItemForm(kind, form, null, money)).toEqual({ kind: 'errors', errors });
});

test('a free amount needs none', () => {
  const form = { ...itemForm({}, money), name: 'Free', hasCustomAmount: true };
  expect(readItemForm('donation_price', form, null, money)).toMatchObject({ fields: { amount: 0 } });
});

test('settings: bad input is named, and a changed rule is sent with all rules', () => {
  const seen = settingsFields({
    currency: 'eur',
    payment_method_kinds: ['cash'],
    additional_settings: { rules: { largest_cash_gift: 15_000 } },
  });
  const form = settingsForm(seen, 'en-GB');
  expect(form.rules.largest_cash_gift).toBe('150');
  expect(
    readSettingsForm(
      { ...form, currency: 'euro', methods: [], rules: { ...form.rules, most_cash_carried: 'x' } },
      seen,
      'en-GB'
    )
  ).toEqual({
    kind: 'errors',
    errors: { currency: 'bad_currency', methods: 'no_method', most_cash_carried: 'bad_amount' },
  });
  expect(readSettingsForm({ ...form, currency: 'xxq' }, seen, 'en-GB')).toMatchObject({
    errors: { currency: 'bad_currency' },
  });
  expect(settingsChanges({ most_cash_carried: 50_000, batch_prefix: null }, seen)).toEqual({
    batch_prefix: null,
    rules: { largest_cash_gift: 15_000, largest_per_person_year: null, most_cash_carried: 50_000 },
  });
});

test('settings: the account for transfers is checked, sent as one value, and removed when it is empty', () => {
  const seen = settingsFields({ currency: 'eur', payment_method_kinds: ['cash'] });
  const form = settingsForm(seen, 'en-GB');
  const read = (account: typeof form.account, before = seen) =>
    readSettingsForm({ ...form, account }, before, 'en-GB');
  expect(read({ payee: ' ', iban: 'DE89 3704 0044 0532 0130 01', bic: 'COBA' })).toEqual({
    kind: 'errors',
    errors: { payee: 'no_payee', iban: 'bad_iban', bic: 'bad_bic' },
  });
  const transfer = { payee: 'Plateau e.V.', iban: 'DE89370400440532013000', bic: 'COBADEFF' };
  expect(
    read({ payee: ' Plateau  e.V.', iban: 'de89 3704 0044 0532 0130 00', bic: 'cobadeff' })
  ).toMatchObject({ isChanged: true, fields: { transfer } });
  const stored = { ...seen, transfer };
  expect(settingsForm(stored, 'en-GB').account.iban).toBe('DE89 3704 0044 0532 0130 00');
  const empty = { payee: '', iban: ' ', bic: '' };
  expect(read(empty, stored)).toMatchObject({ isChanged: true, fields: { transfer: null } });
  expect(settingsChanges({ transfer }, stored)).toEqual({ transfer });
});

import {
  girocode,
  ibanInGroups,
  isIban,
  transferAccountOf,
  transferReference,
  transferTokenIn,
} from '@/domain/girocode';

const iban = 'DE89370400440532013000';
const account = { payee: 'Plateau e.V.', iban, bic: '' };

it('checks the digits of an IBAN', () => {
  expect(
    ['DE89370400440532013000', 'FR1420041010050500013M02606', 'GB29NWBK60161331926819'].map(isIban)
  ).toEqual([true, true, true]);
  expect(['DE89370400440532013001', 'DE98370400440532013000', 'DE89', ''].map(isIban)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

it('reads the account of a space, and none that is incomplete or has a wrong digit', () => {
  const of = (transfer: unknown) => transferAccountOf({ additional_settings: { transfer } });
  expect(of({ payee: ' Plateau  e.V. ', iban: 'de89 3704 0044 0532 0130 00' })).toEqual(account);
  expect([
    of({ payee: 'Plateau', iban: 'DE89370400440532013001' }),
    of({ iban }),
    of('DE'),
    of(undefined),
  ]).toEqual([null, null, null, null]);
  expect(transferAccountOf(null)).toBeNull();
});

it('writes the lines of an EPC code, in euros and cents', () => {
  const code = girocode(account, { amount: 5_050, currency: 'eur', reference: 'AB12 Jeanne\nLacombe' });
  expect(code?.split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    '',
    'Plateau e.V.',
    iban,
    'EUR50.50',
    '',
    '',
    'AB12 Jeanne Lacombe',
  ]);
  expect(girocode(account, { amount: 5_050, currency: 'CHF', reference: '' })).toBeNull();
  expect(girocode(account, { amount: 0, currency: 'EUR', reference: '' })).toBeNull();
});

it('groups an IBAN', () => {
  expect(ibanInGroups(iban)).toBe('DE89 3704 0044 0532 0130 00');
});

test('the reference of a transfer leads back to its payment, as a bank shows it', () => {
  const reference = transferReference('0f3a91bc-1111-4222-8333-444455556666', 'Jeanne Lacombe');
  expect(reference).toBe('0F3A91BC Jeanne Lacombe');
  expect(transferTokenIn(` ${reference}`)).toBe('0f3a91bc');
  expect(transferTokenIn('Jeanne Lacombe')).toBeNull();
  expect(transferTokenIn('0F3A91B')).toBeNull();
});

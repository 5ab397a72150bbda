import { digitsOf, formatForTyping, formatMoney, parseAmount, sumByCurrency } from '@/domain/money';

import { fc } from '../support/property';

const amount = (value: number) => ({ kind: 'amount', amount: value });

describe('typed amounts', () => {
  test.each([
    ['20', 'eur', 'en', 2000],
    ['20.5', 'eur', 'en', 2050],
    ['20,50', 'eur', 'en', 2050],
    ['20,50 €', 'EUR', 'fr', 2050],
    ['1 234,50', 'eur', 'fr', 123450],
    ['1.234,50', 'eur', 'de', 123450],
    ['1,234.50', 'eur', 'en', 123450],
    ["1'234.50", 'chf', 'de-CH', 123450],
    ['1,000', 'eur', 'en', 100000],
    ['1.000', 'eur', 'de', 100000],
    ['1,000,000', 'eur', 'fr', 100000000],
    ['٢٠٫٥', 'eur', 'ar', 2050],
    ['۲۰', 'eur', 'fa', 2000],
    ['२०', 'inr', 'hi', 2000],
    ['２０', 'jpy', 'ja', 20],
    ['500', 'jpy', 'ja', 500],
    ['1.250', 'kwd', 'en', 1250],
    ['.5', 'eur', 'en', 50],
    ['5.', 'eur', 'en', 500],
    ['20.00', 'jpy', 'en', 20],
    ['5.000', 'xof', 'en', 5000],
    ['5,000', 'xof', 'fr', 5000],
    ['1,50,000', 'inr', 'hi', 15000000],
    ['1 234 567', 'eur', 'fr', 123456700],
    [' € 20 ', 'eur', 'en', 2000],
  ])('%s %s in %s is %i', (text, currency, locale, expected) => {
    expect(parseAmount(text, currency, locale)).toEqual(amount(expected));
  });

  test('text that is not an amount is reported with its kind', () => {
    expect(parseAmount('  ', 'eur', 'en')).toEqual({ kind: 'empty' });
    expect(parseAmount('twenty', 'eur', 'en')).toEqual({ kind: 'not_a_number' });
    expect(parseAmount('-5', 'eur', 'en')).toEqual({ kind: 'not_a_number' });
    expect(parseAmount('.', 'eur', 'en')).toEqual({ kind: 'not_a_number' });
    expect(parseAmount('20.505', 'eur', 'en')).toEqual({ kind: 'too_many_decimals', digits: 2 });
    expect(parseAmount('20,5', 'jpy', 'en')).toEqual({ kind: 'too_many_decimals', digits: 0 });
    expect(parseAmount('9'.repeat(14), 'eur', 'en')).toEqual({ kind: 'too_large' });
  });

  test.each(['10..50', '10 50', '12.50.00', '10,5,0', '1,2.50', '10.5 0'])(
    '%s is grouped as nobody groups: not a hundred times as much',
    (text) => {
      expect(parseAmount(text, 'eur', 'en')).toEqual({ kind: 'not_a_number' });
    }
  );

  test('an amount formatted for typing is parsed to itself, in every locale and currency', () => {
    const locales = fc.constantFrom('en', 'fr', 'de', 'es', 'ar', 'ar-EG', 'de-CH', 'hi');
    const currencies = fc.constantFrom('eur', 'JPY', 'kwd', 'CHF');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), currencies, locales, (value, currency, locale) => {
        expect(parseAmount(formatForTyping(value, currency, locale), currency, locale)).toEqual(
          amount(value)
        );
      })
    );
  });
});

test('the number of decimals follows the currency in any case; an unknown code has two', () => {
  expect([digitsOf('eur'), digitsOf('JPY'), digitsOf('kwd'), digitsOf('€')]).toEqual([2, 0, 3, 2]);
});

test('amounts are shown with the sign of their currency, and unknown currencies by their code', () => {
  expect(formatMoney(2000, 'eur', 'en')).toBe('€20.00');
  expect(formatMoney(2000, 'eur', 'fr').replace(/\s/g, ' ')).toBe('20,00 €');
  expect(formatMoney(2000, 'points', 'en')).toBe('20 points');
});

test('sums are separate per currency, and eur and EUR are one', () => {
  const sums = sumByCurrency([
    { amount: 100, currency: 'eur' },
    { amount: 5, currency: 'chf' },
    { amount: 50, currency: 'EUR' },
  ]);
  expect(sums).toEqual([
    { amount: 150, currency: 'eur' },
    { amount: 5, currency: 'chf' },
  ]);
});

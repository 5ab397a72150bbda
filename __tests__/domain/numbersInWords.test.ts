import { amountInWords } from '@/domain/numbersInWords';
import { english } from '@/domain/words/english';

test.each([
  [2000, 'eur', 'twenty euros'],
  [100, 'eur', 'one euro'],
  [2050, 'eur', 'twenty euros and fifty cents'],
  [1, 'eur', 'one cent'],
  [0, 'eur', 'zero euros'],
  [20000, 'eur', 'two hundred euros'],
  [12345, 'gbp', 'one hundred and twenty-three British pounds and forty-five pence'],
  [101000, 'eur', 'one thousand and ten euros'],
  [123456700, 'eur', 'one million two hundred and thirty-four thousand five hundred and sixty-seven euros'],
  [500, 'jpy', 'five hundred Japanese yen'],
  [1050, 'sek', 'ten Swedish kronor and 50/100'],
])('%i %s is said "%s"', (amount, currency, words) => {
  expect(amountInWords(amount, currency, english, 'en-GB')).toBe(words);
});

test('a fraction of a cent and an absurd sum give no words', () => {
  expect(amountInWords(20.5, 'eur', english, 'en')).toBeNull();
  expect(amountInWords(1e14, 'eur', english, 'en')).toBeNull();
});

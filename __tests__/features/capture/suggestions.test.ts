import { withSuggestions } from '@/features/capture/suggestions';

import { demoCatalogue, draftOf, emptyCatalogue } from './catalogue';

const open = { priceId: null, typed: null };
const untouched = draftOf({}, { donation: open });
const inFrancs = {
  ...demoCatalogue,
  settings: { ...demoCatalogue.settings, payment_method_kinds: ['card', 'transfer'], currency: 'CHF' },
};

it('fills a price that was not chosen, for every person on the form', () => {
  const two = draftOf({ people: [...untouched.people, ...untouched.people] });
  const filled = withSuggestions(two, demoCatalogue, 'cash');
  expect(filled.people.map(({ donation }) => donation.priceId)).toEqual([2, 2]);
});

it.each([
  ['a price', { priceId: 3, typed: null }],
  ['an amount', { priceId: null, typed: '35' }],
  ['an amount that was taken out again', { priceId: null, typed: '' }],
])('changes nothing where somebody has chosen %s', (_what, donation) => {
  const draft = draftOf({}, { donation });
  expect(withSuggestions(draft, demoCatalogue, 'cash')).toBe(draft);
});

it('is the same draft where the catalogue is empty', () => {
  expect(withSuggestions(untouched, emptyCatalogue, 'cash')).toBe(untouched);
});

it('does not change a refused record', () => {
  const corrected = { ...untouched, replaces: 'row-1' };
  expect(withSuggestions(corrected, inFrancs, 'cash')).toBe(corrected);
});

it('suggests no price of another currency than that of the record', () => {
  const filled = withSuggestions(untouched, inFrancs, 'cash');
  expect(filled.people[0]?.donation.priceId).toBeNull();
});

it('uses the currency of the space while there is no amount, and does not change it afterwards', () => {
  expect(withSuggestions(untouched, inFrancs, 'cash').currency).toBe('CHF');
  const typed = draftOf({}, { donation: { priceId: null, typed: '35' } });
  expect(withSuggestions(typed, inFrancs, 'cash').currency).toBe('EUR');
});

it('replaces a suggested method, never a chosen one', () => {
  expect(withSuggestions(untouched, inFrancs, 'cash').method).toBe('card');
  expect(withSuggestions({ ...untouched, method: 'cheque' }, inFrancs, 'cash').method).toBe('cheque');
  expect(withSuggestions(untouched, inFrancs, null).method).toBe('cash');
});

import {
  currencyOf,
  customPriceOf,
  knowsCurrency,
  methodsOf,
  offeredDonations,
  offeredMemberships,
  suggestedMethod,
  suggestedPriceId,
} from '@/domain/catalogue';

import { demoCatalogue, emptyCatalogue } from '../features/capture/catalogue';

describe('the catalogue', () => {
  it('offers no hidden price', () => {
    expect(offeredDonations(demoCatalogue)[0]?.prices.map(({ id }) => id)).toEqual([1, 2, 3]);
    const hidden = demoCatalogue.membershipPriceGroups.map((group) => ({ ...group, hidden: true }));
    expect(offeredMemberships({ ...demoCatalogue, membershipPriceGroups: hidden })).toEqual([]);
  });

  it('allows a typed amount for a price that allows it and without a catalogue, and for no other price', () => {
    expect(customPriceOf(offeredDonations(demoCatalogue), null)).toEqual({ priceId: 2, kind: 'price' });
    expect(customPriceOf([], null)).toEqual({ priceId: null, kind: 'free' });
    expect(customPriceOf(offeredMemberships(demoCatalogue), null)).toBeNull();
  });

  it('suggests the values of the settings and the last capture, while they are offered', () => {
    const sets = offeredDonations(demoCatalogue);
    expect(suggestedPriceId(sets, 2)).toBe(2);
    expect(suggestedPriceId(sets, 4)).toBeNull();
    expect(suggestedMethod(methodsOf(demoCatalogue), 'card')).toBe('card');
    expect(suggestedMethod(methodsOf(demoCatalogue), 'shells')).toBe('cash');
    expect(methodsOf(emptyCatalogue)).toContain('cash');
  });

  it('gets its currency from the settings, the prices, or the last capture', () => {
    expect(currencyOf(demoCatalogue, 'USD')).toBe('EUR');
    expect(currencyOf({ ...demoCatalogue, settings: null }, 'USD')).toBe('EUR');
    expect(currencyOf(emptyCatalogue, 'USD')).toBe('USD');
    expect([knowsCurrency(demoCatalogue), knowsCurrency(emptyCatalogue)]).toEqual([true, false]);
  });
});

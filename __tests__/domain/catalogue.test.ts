import {
  currencyOf,
  customPriceOf,
  knowsCurrency,
  methodsOf,
  offeredDonations,
  offeredMemberships,
  pricesNotIn,
  suggestedMethod,
  suggestedPriceId,
} from '@/domain/catalogue';

import { demoCatalogue, emptyCatalogue } from '../features/capture/catalogue';

describe('the catalogue', () => {
  it('offers no hidden price', () => {
    expect(offeredDonations(demoCatalogue, 'EUR')[0]?.prices.map(({ id }) => id)).toEqual([1, 2, 3]);
    const hidden = demoCatalogue.membershipPriceGroups.map((group) => ({ ...group, hidden: true }));
    expect(offeredMemberships({ ...demoCatalogue, membershipPriceGroups: hidden }, 'EUR')).toEqual([]);
  });

  it('offers only prices of the currency of the record, and those without a currency', () => {
    expect(offeredDonations(demoCatalogue, 'eur')[0]?.prices).toHaveLength(3);
    expect(offeredDonations(demoCatalogue, 'CHF')).toEqual([]);
    expect(offeredMemberships(demoCatalogue, 'CHF')).toEqual([]);
    const [first] = demoCatalogue.donationPrices;
    const plain = { ...demoCatalogue, donationPrices: [{ ...first, id: 1, currency: undefined }] };
    expect(offeredDonations(plain as typeof demoCatalogue, 'CHF')[0]?.prices).toHaveLength(1);
  });

  it('counts the prices that another currency takes out of the offer, without hidden ones', () => {
    expect(pricesNotIn(demoCatalogue, 'eur')).toEqual([]);
    expect(pricesNotIn(demoCatalogue, 'CHF').map(({ id }) => id)).toEqual([1, 2, 3, 11, 12]);
  });

  it('allows a typed amount for a price that allows it and without a catalogue, and for no other price', () => {
    expect(customPriceOf(offeredDonations(demoCatalogue, 'EUR'), null)).toEqual({
      priceId: 2,
      kind: 'price',
    });
    expect(customPriceOf([], null)).toEqual({ priceId: null, kind: 'free' });
    expect(customPriceOf(offeredMemberships(demoCatalogue, 'EUR'), null)).toBeNull();
  });

  it('suggests the values of the settings and the last capture, while they are offered', () => {
    const sets = offeredDonations(demoCatalogue, 'EUR');
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

import type { Capture } from '@/domain/bundle';
import type { Catalogue } from '@/domain/catalogue';
import { assemble } from '@/features/capture/assemble';
import { type Draft, startDraft, type Who } from '@/features/capture/draft';
import { openedDraft } from '@/features/capture/fix';

import { saturday } from '../support/runtime';

const jeanne: Who = { kind: 'contact', contactId: 7, name: 'Jeanne Lacombe', detail: 'Lyon' };

/** Three donation prices of which one may be changed, two groups of memberships, one price withdrawn. */
export const demoCatalogue: Catalogue = {
  settings: {
    payment_method_kinds: ['cash', 'cheque', 'card'],
    max_batch_size: 4,
    default_donation_price_id: 2,
    currency: 'EUR',
  },
  donationPrices: [
    {
      id: 1,
      amount: 1000,
      currency: 'EUR',
      name: 'A leaflet run',
      hidden: false,
      allow_custom_amount: false,
    },
    {
      id: 2,
      amount: 2000,
      currency: 'EUR',
      name: 'An evening’s hall',
      hidden: false,
      allow_custom_amount: true,
    },
    { id: 3, amount: 5000, currency: 'EUR', name: 'A bus seat', hidden: false, allow_custom_amount: false },
    { id: 4, amount: 9900, currency: 'EUR', name: 'Last year', hidden: true, allow_custom_amount: false },
  ],
  membershipPriceGroups: [
    {
      id: 1,
      name: 'Yearly',
      hidden: false,
      membership_prices: [
        {
          id: 11,
          amount: 2400,
          currency: 'EUR',
          name: 'Full',
          hidden: false,
          allow_custom_amount: false,
          duration: 'P1Y',
          rolling_period: 'calendar',
        },
        {
          id: 12,
          amount: 1200,
          currency: 'EUR',
          name: 'Reduced',
          hidden: false,
          allow_custom_amount: false,
          duration: 'a while',
          rolling_period: 'sometimes',
        },
      ],
    },
  ],
};

export const emptyCatalogue: Catalogue = { settings: null, donationPrices: [], membershipPriceGroups: [] };

export function draftOf(part: Partial<Draft> = {}, person: Partial<Draft['people'][number]> = {}): Draft {
  const draft = startDraft({
    id: 'capture-1',
    externalId: 42,
    who: jeanne,
    method: 'cash',
    currency: 'EUR',
    campaign: '',
    answersId: 'answers-1',
    donationPriceId: 2,
    membershipPriceId: null,
  });
  return { ...draft, ...part, people: part.people ?? draft.people.map((one) => ({ ...one, ...person })) };
}

const paris = { now: saturday, offsetMinutesAt: () => 60, locale: 'en-GB' };

/** What the form of a saved record would save if nothing was changed on it. */
export function openedCapture(draft: Draft, catalogue: Catalogue = demoCatalogue): Capture | null {
  const opened = openedDraft(draft, catalogue, paris);
  return opened && assemble(opened, catalogue, paris).capture;
}

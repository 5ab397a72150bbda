import {
  type Catalogue,
  currencyOf,
  knowsCurrency,
  methodsOf,
  offeredDonations,
  offeredMemberships,
  suggestedMethod,
  suggestedPriceId,
} from '@/domain/catalogue';
import type { Draft, PriceChoice } from './draft';

/** The prices that the settings of the space suggest for a record of this currency. */
export function suggestedPrices(
  catalogue: Catalogue,
  currency: string
): {
  donation: number | null;
  membership: number | null;
} {
  const { settings } = catalogue;
  return {
    donation: suggestedPriceId(offeredDonations(catalogue, currency), settings?.default_donation_price_id),
    membership: suggestedPriceId(
      offeredMemberships(catalogue, currency),
      settings?.default_membership_price_id
    ),
  };
}

const isOpen = ({ priceId, typed }: PriceChoice) => priceId === null && typed === null;

/**
 * Fills a form from a catalogue that was downloaded after it opened: only fields that are unchanged. Returns the same
 * draft if nothing changes; a chosen price is never changed.
 *
 * `methodAtOpening`: the suggested payment method when the form opened; null if a person chose it.
 */
export function withSuggestions(draft: Draft, catalogue: Catalogue, methodAtOpening: string | null): Draft {
  // A refused record has its own values.
  if (draft.replaces !== null) return draft;
  const currency = suggestCurrency(draft, catalogue);
  const prices = suggestedPrices(catalogue, currency);
  const fill = (choice: PriceChoice, priceId: number | null): PriceChoice =>
    isOpen(choice) && priceId !== null ? { priceId, typed: null } : choice;
  const filled = {
    people: draft.people.map((person) => ({
      ...person,
      donation: fill(person.donation, prices.donation),
      membership: fill(person.membership, prices.membership),
    })),
    method: suggestMethod(draft.method, catalogue, methodAtOpening),
    currency,
  };
  const isSame =
    filled.method === draft.method &&
    filled.currency === draft.currency &&
    filled.people.every(
      ({ donation, membership }, place) =>
        donation === draft.people[place]?.donation && membership === draft.people[place]?.membership
    );
  return isSame ? draft : { ...draft, ...filled };
}

/** A suggested method that the space does not offer is replaced. */
function suggestMethod(method: string, catalogue: Catalogue, atOpening: string | null): string {
  const methods = methodsOf(catalogue);
  return method !== atOpening || methods.includes(method) ? method : suggestedMethod(methods, null);
}

/** Without an amount the currency is that of the space. */
function suggestCurrency({ people, currency }: Draft, catalogue: Catalogue): string {
  const hasAmount = people.some(({ donation, membership }) => !isOpen(donation) || !isOpen(membership));
  return hasAmount || !knowsCurrency(catalogue) ? currency : currencyOf(catalogue, null);
}

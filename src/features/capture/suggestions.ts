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

/** The prices that stand before anybody chooses, by the settings of the space. */
export function suggestedPrices(catalogue: Catalogue): {
  donation: number | null;
  membership: number | null;
} {
  const { settings } = catalogue;
  return {
    donation: suggestedPriceId(offeredDonations(catalogue), settings?.default_donation_price_id),
    membership: suggestedPriceId(offeredMemberships(catalogue), settings?.default_membership_price_id),
  };
}

const isOpen = ({ priceId, typed }: PriceChoice) => priceId === null && typed === null;

/**
 * What a form takes from a catalogue that came after it was opened: only what nobody has chosen or typed. The same
 * draft where there is nothing to take; a price that stands already is never changed under anybody's fingers.
 *
 * `methodAtOpening`: how money was to be taken when the form was opened; null where somebody chose it before that.
 */
export function withSuggestions(draft: Draft, catalogue: Catalogue, methodAtOpening: string | null): Draft {
  // A refused record is mended from what it says, not from what is usual.
  if (draft.mends !== null) return draft;
  const prices = suggestedPrices(catalogue);
  const fill = (choice: PriceChoice, priceId: number | null): PriceChoice =>
    isOpen(choice) && priceId !== null ? { priceId, typed: null } : choice;
  const filled = {
    people: draft.people.map((person) => ({
      ...person,
      donation: fill(person.donation, prices.donation),
      membership: fill(person.membership, prices.membership),
    })),
    method: suggestMethod(draft.method, catalogue, methodAtOpening),
    currency: suggestCurrency(draft, catalogue),
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

/** A method that was only supposed, and turns out not to be taken here, gives way. */
function suggestMethod(method: string, catalogue: Catalogue, atOpening: string | null): string {
  const methods = methodsOf(catalogue);
  return method !== atOpening || methods.includes(method) ? method : suggestedMethod(methods, null);
}

/** A currency means something once there is an amount; until then it is the one of the space. */
function suggestCurrency({ people, currency }: Draft, catalogue: Catalogue): string {
  const hasAmount = people.some(({ donation, membership }) => !isOpen(donation) || !isOpen(membership));
  return hasAmount || !knowsCurrency(catalogue) ? currency : currencyOf(catalogue, null);
}

import type { DonationPrice, MembershipPrice, MembershipPriceGroup } from '@/contract/price';
import type { TransactionSettings } from '@/contract/settings';

/** Prices and settings on the phone. Every part may be missing. */
export interface Catalogue {
  settings: TransactionSettings | null;
  donationPrices: DonationPrice[];
  membershipPriceGroups: MembershipPriceGroup[];
}

type Price = DonationPrice | MembershipPrice;

/** Prices under one heading; donations have one set without a heading. */
export interface PriceSet<P extends Price = Price> {
  name: string | null;
  prices: P[];
}

const FALLBACK_CURRENCY = 'EUR';
const METHODS_WITHOUT_SETTINGS = ['cash', 'cheque', 'card'];

/** Whether a price can be used in a record of this currency. One without a currency fits every record. */
export function isInCurrency({ currency }: Pick<Price, 'currency'>, wanted: string): boolean {
  return !currency || currency.toUpperCase() === wanted.toUpperCase();
}

const isOffered = (price: Price, currency: string) => price.hidden !== true && isInCurrency(price, currency);

/** The prices on offer today that a space with another currency would not offer. */
export function pricesNotIn(
  { donationPrices, membershipPriceGroups }: Omit<Catalogue, 'settings'>,
  currency: string
): Price[] {
  const shown = membershipPriceGroups.filter((group) => group.hidden !== true);
  return [...donationPrices, ...shown.flatMap((group) => group.membership_prices ?? [])].filter(
    (price) => price.hidden !== true && !isInCurrency(price, currency)
  );
}

/** Donation prices on offer for a record of this currency, smallest first. */
export function offeredDonations({ donationPrices }: Catalogue, currency: string): PriceSet<DonationPrice>[] {
  const prices = donationPrices.filter((price) => isOffered(price, currency)).sort(byAmount);
  return prices.length === 0 ? [] : [{ name: null, prices }];
}

/** Membership prices on offer for a record of this currency, by group; headings only for more than one group. */
export function offeredMemberships(
  { membershipPriceGroups }: Catalogue,
  currency: string
): PriceSet<MembershipPrice>[] {
  const sets = membershipPriceGroups
    .filter((group) => group.hidden !== true)
    .map((group) => ({
      name: group.name ?? null,
      prices: (group.membership_prices ?? []).filter((price) => isOffered(price, currency)).sort(byAmount),
    }))
    .filter((set) => set.prices.length > 0);
  return sets.length > 1 ? sets : sets.map((set) => ({ ...set, name: null }));
}

const byAmount = (one: Price, other: Price) => (one.amount ?? 0) - (other.amount ?? 0);

export function findDonationPrice(catalogue: Catalogue, id: number | null): DonationPrice | null {
  return catalogue.donationPrices.find((price) => price.id === id) ?? null;
}

/** A price in a hidden group is hidden. */
export function findMembershipPrice(catalogue: Catalogue, id: number | null): MembershipPrice | null {
  for (const group of catalogue.membershipPriceGroups) {
    const price = group.membership_prices?.find((candidate) => candidate.id === id);
    if (price) return group.hidden === true ? { ...price, hidden: true } : price;
  }
  return null;
}

/** A price with an amount is a button; one without only opens the amount field. */
export const hasOwnAmount = (price: Price) => (price.amount ?? 0) > 0;

/**
 * The price for a typed amount: the chosen one if it allows that, else the first that does. `free` without a
 * catalogue; null where no price allows it.
 */
export function customPriceOf(
  sets: readonly PriceSet[],
  chosenId: number | null
): { priceId: number | null; kind: 'price' | 'free' } | null {
  const prices = sets.flatMap((set) => set.prices);
  if (prices.length === 0) return { priceId: null, kind: 'free' };
  const allowing = prices.filter((price) => price.allow_custom_amount === true);
  const price = allowing.find((candidate) => candidate.id === chosenId) ?? allowing[0];
  return price === undefined ? null : { priceId: price.id, kind: 'price' };
}

/** The default price of the settings, if it is on offer. */
export function suggestedPriceId(sets: readonly PriceSet[], suggested: number | undefined): number | null {
  const prices = sets.flatMap((set) => set.prices);
  return prices.find((price) => price.id === suggested && hasOwnAmount(price))?.id ?? null;
}

/** The currency of the space: from its settings, else its prices, else the last capture. */
export function currencyOf(catalogue: Catalogue, lastUsed: string | null): string {
  const fromPrices = [
    ...catalogue.donationPrices,
    ...catalogue.membershipPriceGroups.flatMap((group) => group.membership_prices ?? []),
  ].find((price) => price.currency)?.currency;
  return catalogue.settings?.currency ?? fromPrices ?? lastUsed ?? FALLBACK_CURRENCY;
}

/** Whether the catalogue defines a currency. */
export function knowsCurrency(catalogue: Catalogue): boolean {
  return currencyOf(catalogue, '') !== '';
}

/** Whether this is the currency of the space; if not, the user must see it and can change it. */
export function hasCurrencyOf(catalogue: Catalogue, currency: string): boolean {
  return knowsCurrency(catalogue) && currencyOf(catalogue, '').toLowerCase() === currency.toLowerCase();
}

/** The payment methods of the settings, or the usual ones. */
export function methodsOf({ settings }: Catalogue): string[] {
  const kinds = settings?.payment_method_kinds ?? [];
  return kinds.length > 0 ? kinds : METHODS_WITHOUT_SETTINGS;
}

/** The preselected payment method: the last used, else cash, else the first. */
export function suggestedMethod(methods: readonly string[], lastUsed: string | null): string {
  if (lastUsed !== null && methods.includes(lastUsed)) return lastUsed;
  return methods.find((method) => method.toLowerCase() === 'cash') ?? methods[0] ?? '';
}

/** The amounts of the catalogue: used as typical amounts before the first capture. */
export function catalogueAmounts(catalogue: Catalogue, currency: string): number[] {
  return [...offeredDonations(catalogue, currency), ...offeredMemberships(catalogue, currency)].flatMap(
    (set) => set.prices.flatMap((price) => (hasOwnAmount(price) ? [price.amount ?? 0] : []))
  );
}

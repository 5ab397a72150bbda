import { isWithin, type HostileProfile } from './hostileProfile';

type Item = {
  id: number;
  date?: string;
  payment_method?: object;
  delivery_token?: string;
  external_transaction_id?: number;
};
/** A bundle as the real service returns it. */
export type Shown = { id: number; transactions: Item[]; donations: Item[]; memberships: Item[] };
export type StoredRecord = { bundle: Shown; storedAt: number };

type PageRequest = { limit: string | null; offset: number; reading: number };

/** A page of the bundle list as this service returns it. */
export function shapeList(
  stored: readonly StoredRecord[],
  profile: HostileProfile,
  { limit, offset, reading }: PageRequest,
  at: number
): object {
  const isHiding = isWithin(profile.hidden, at);
  const visible = stored
    .filter(({ bundle, storedAt }) => storedAt + profile.lagMs <= at && !(isHiding && bundle.id % 2 === 0))
    .map(({ bundle }) => bundle)
    .sort(orders[profile.order]);
  const size = Math.min(profile.pageCap, limit === null ? profile.pageCap : Number(limit));
  const data = visible.slice(offset, offset + size).map((bundle) => shapeBundle(bundle, profile));
  return { status: 'success', data, ...totalOf(profile, visible.length, reading) };
}

function totalOf({ total }: HostileProfile, count: number, reading: number): { total?: number } {
  switch (total) {
    case 'right':
      return { total: count };
    case 'wrong':
      return { total: count + 3 };
    case 'moving':
      return { total: count + (reading % 3) };
    case 'absent':
      return {};
  }
}

type Order = (one: Shown, other: Shown) => number;
const dateOf = ({ transactions }: Shown) => transactions[0]?.date ?? '';
/** Stable, and unrelated to the numbers. */
const placeOf = ({ id }: Shown) => Math.imul(id + 1, 0x9e3779b1) >>> 0;

const orders: Record<HostileProfile['order'], Order> = {
  oldest: (one, other) => one.id - other.id,
  newest: (one, other) => other.id - one.id,
  date: (one, other) =>
    dateOf(one) === dateOf(other) ? one.id - other.id : dateOf(one) < dateOf(other) ? -1 : 1,
  shuffled: (one, other) => placeOf(one) - placeOf(other),
};

/** A bundle as this service returns it. */
export function shapeBundle(bundle: Shown, profile: HostileProfile): object {
  return {
    ...bundle,
    id: profile.ids === 'large' ? `@${bundle.id}@` : bundle.id,
    transactions: bundle.transactions.map((item) => shapeItem(item, profile)),
    donations: bundle.donations.map((item) => shapeItem(item, profile)),
    memberships: bundle.memberships.map((item) => shapeItem(item, profile)),
  };
}

function shapeItem(
  { delivery_token: token, external_transaction_id: external, payment_method, ...item }: Item,
  { markers, dates, details }: HostileProfile
): object {
  const keepsToken = markers === 'both' || markers === 'token';
  const keepsExternal = markers === 'both' || markers === 'external';
  return {
    ...item,
    ...(details === 'kept' && payment_method !== undefined ? { payment_method } : {}),
    ...(dates === 'day' && item.date !== undefined ? { date: `${item.date.slice(0, 10)}T00:00:00Z` } : {}),
    ...(keepsToken && token !== undefined ? { delivery_token: token } : {}),
    ...(keepsExternal && external !== undefined ? { external_transaction_id: external } : {}),
  };
}

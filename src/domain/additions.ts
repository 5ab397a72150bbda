/** An item of a bundle: a transaction, a membership or a donation. */
type Item = { id?: number | undefined; amount?: number | undefined; delivery_token?: string | undefined };
type Items = { transactions?: Item[]; memberships?: Item[]; donations?: Item[] };

const kinds = ['transactions', 'memberships', 'donations'] as const;

/** The items that an update adds; all others have an id and change an item. */
export function additionsOf(update: Items): Item[] {
  return kinds.flatMap((kind) => (update[kind] ?? []).filter(isAdded));
}

/**
 * The additions of an update that a bundle of the service does not contain. An item is recognised by its delivery
 * token, else by its content among the items that the person did not see (`base`). Items are never counted: other
 * users add items too.
 */
export function missingAdditions(update: Items, bundle: Items, base: unknown): Set<Item> {
  const missing = new Set<Item>();
  for (const kind of kinds) {
    const seen = itemsOf(base, kind);
    const seenIds = new Set(seen.map(({ id }) => id));
    const unseen = (bundle[kind] ?? []).filter(({ id }) => id === undefined || !seenIds.has(id));
    const take = (ours: Item): boolean => {
      const byToken = unseen.findIndex(
        ({ delivery_token: token }) => token !== undefined && token === ours.delivery_token
      );
      const index = byToken >= 0 ? byToken : unseen.findIndex((theirs) => hasSameContent(ours, theirs));
      if (index >= 0) unseen.splice(index, 1);
      return index >= 0;
    };
    // What the person had added before without a number is in the bundle too, and is not this addition.
    seen.filter(isAdded).forEach(take);
    for (const ours of (update[kind] ?? []).filter(isAdded)) if (!take(ours)) missing.add(ours);
  }
  return missing;
}

const isAdded = ({ id }: Item) => id === undefined;

function itemsOf(bundle: unknown, kind: (typeof kinds)[number]): Item[] {
  const items: unknown = typeof bundle === 'object' && bundle !== null ? Reflect.get(bundle, kind) : null;
  return Array.isArray(items) ? items : [];
}

/** A service may drop fields, so only the fields that it returns are compared; an amount must be there. */
function hasSameContent(ours: Item, theirs: Item): boolean {
  const [mine, other] = [fieldsOf(ours), fieldsOf(theirs)];
  if (other.amount !== mine.amount) return false;
  return Object.entries(mine).every(
    ([name, value]) => other[name] === undefined || isSameValue(name, value, other[name])
  );
}

const fieldsOf = (item: Item): Record<string, unknown> => ({ ...item });

function isSameValue(name: string, ours: unknown, theirs: unknown): boolean {
  if (typeof ours !== 'string' || typeof theirs !== 'string')
    return JSON.stringify(ours) === JSON.stringify(theirs);
  if (name.endsWith('date') || name.endsWith('_at')) return isSameDate(ours, theirs);
  return ours.trim().toUpperCase() === theirs.trim().toUpperCase();
}

const dayMs = 86_400_000;

/** Whether two dates can be the same time: a service may store only the day, in any time zone. */
export function isSameDate(ours: string, theirs: string): boolean {
  const [here, there] = [Date.parse(ours), Date.parse(theirs)];
  const isDayOnly = there % dayMs === 0 || here % dayMs === 0;
  return Math.abs(there - here) < (isDayOnly ? 2 * dayMs : 1_000);
}

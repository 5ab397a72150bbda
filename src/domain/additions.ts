import { isSameJson } from './sameJson';
/**
 * An item of a bundle: a transaction, a membership or a donation. An update changes an item by its number, or by its place
 * among the items of its kind where it had no number yet (`at`); an item with neither is added.
 */
type Item = {
  id?: number | undefined;
  at?: number | undefined;
  amount?: number | undefined;
  delivery_token?: string | undefined;
};
type Items = { transactions?: Item[]; memberships?: Item[]; donations?: Item[] };

const kinds = ['transactions', 'memberships', 'donations'] as const;

/** The items that an update adds; all others change an item. */
export function additionsOf(update: Items): Item[] {
  return kinds.flatMap((kind) => (update[kind] ?? []).filter(isAdded));
}

/** Whether an update names items by their places. */
export function hasPlaces(update: Items): boolean {
  return kinds.some((kind) => (update[kind] ?? []).some(({ at }) => at !== undefined));
}

/** The update with the numbers of a bundle in place of places; null if the bundle has no item there. */
export function withNumbers<Update extends Items>(update: Update, bundle: Items): Update | null {
  if (!hasPlaces(update)) return update;
  let isComplete = true;
  const numbered = { ...update };
  for (const kind of kinds) {
    const items = update[kind];
    if (items === undefined) continue;
    numbered[kind] = items.map(({ at, ...item }) => {
      if (at === undefined) return item;
      const id = bundle[kind]?.[at]?.id;
      if (id === undefined) isComplete = false;
      return { ...item, id };
    });
  }
  return isComplete ? numbered : null;
}

/** The update with every changed item in full, as the bundle has it: a service may reset what is left out. */
export function withWholeItems<Update extends Items>(update: Update, bundle: Items): Update {
  const whole = { ...update };
  for (const kind of kinds) {
    const items = update[kind];
    if (items === undefined) continue;
    whole[kind] = items.map((item) => {
      const known = item.id === undefined ? undefined : bundle[kind]?.find(({ id }) => id === item.id);
      return { ...known, ...item };
    });
  }
  return whole;
}

/** An update with the bundle that the person saw. */
export type UpdateOfBase = { update: Items; base: unknown };

/**
 * A bundle of the service with the acknowledged updates that it does not show: what it returns may be behind what it
 * stored. A field that somebody else has changed since stays as it is.
 */
export function withAcknowledged<Bundle extends Items>(
  bundle: Bundle,
  acked: readonly UpdateOfBase[]
): Bundle {
  const shown = { ...bundle };
  for (const { update, base } of acked)
    for (const kind of kinds)
      shown[kind] = shown[kind]?.map((item, place) => {
        const changed = (update[kind] ?? []).find(({ id }) => id !== undefined && id === item.id);
        if (!changed) return item;
        const seen = itemsOf(base, kind);
        const before = fieldsOf(seen.find(({ id }) => id === item.id) ?? seen[place] ?? {});
        const now = fieldsOf(item);
        const isBehind = ([name, value]: [string, unknown]) =>
          !isSameValue(name, value, now[name]) && isSameValue(name, before[name], now[name]);
        return { ...item, ...Object.fromEntries(Object.entries(changed).filter(isBehind)) };
      });
  return shown;
}

/** An update that is sent again, with the values of later ones in place of those that they have changed since. */
export function withLaterValues<Update extends Items>(update: Update, later: readonly Items[]): Update {
  const wanted = { ...update };
  for (const other of later)
    for (const kind of kinds)
      wanted[kind] = wanted[kind]?.map((item) => {
        const newer = (other[kind] ?? []).find(({ id }) => id !== undefined && id === item.id);
        const isWanted = ([name]: [string, unknown]) => name in item;
        return newer ? { ...item, ...Object.fromEntries(Object.entries(newer).filter(isWanted)) } : item;
      });
  return wanted;
}

/** Whether an update changes items that exist. */
export function changesItems(update: Items): boolean {
  return kinds.some((kind) => (update[kind] ?? []).some((item) => !isAdded(item)));
}

/** What a bundle of the service has of the items that an update adds. */
export type FoundAdditions = {
  missing: Set<Item>;
  /** Recognised by their content only: another user may have added an equal item. */
  alike: Set<Item>;
  /** How many more items equal an addition: it was stored twice, or another user added the same. */
  extra: number;
};

/**
 * Finds the additions of an update in a bundle of the service. An item is recognised by its delivery token, else by its
 * content among the items that the person did not see (`base`). Items are never counted: other users add items too.
 */
export function findAdditions(update: Items, bundle: Items, base: unknown): FoundAdditions {
  const found: FoundAdditions = { missing: new Set(), alike: new Set(), extra: 0 };
  for (const kind of kinds) {
    const seen = itemsOf(base, kind);
    const seenIds = new Set(seen.map(({ id }) => id));
    const unseen = (bundle[kind] ?? []).filter(({ id }) => id === undefined || !seenIds.has(id));
    const take = (ours: Item): 'token' | 'content' | null => {
      const byToken = unseen.findIndex((theirs) => hasSameToken(ours, theirs));
      const index = byToken >= 0 ? byToken : unseen.findIndex((theirs) => hasSameContent(ours, theirs));
      if (index < 0) return null;
      unseen.splice(index, 1);
      return byToken >= 0 ? 'token' : 'content';
    };
    // What the person had added before without a number is in the bundle too, and is not this addition.
    seen.filter(isAdded).forEach(take);
    for (const ours of (update[kind] ?? []).filter(isAdded)) {
      const by = take(ours);
      if (by === null) found.missing.add(ours);
      if (by === 'content') found.alike.add(ours);
    }
    const added = (update[kind] ?? []).filter(isAdded);
    found.extra += unseen.filter((theirs) => added.some((ours) => isAlike(ours, theirs))).length;
  }
  return found;
}

/** The fields of an item that an update changes, by the bundle that the person saw. */
type ChangedItem = { kind: (typeof kinds)[number]; id: number; fields: Record<string, unknown> };

/** What an update changes in items that exist. Fields with the value that the person saw do not count. */
export function changesOf(update: Items, base: unknown): ChangedItem[] {
  return kinds.flatMap((kind) => {
    const seen = new Map(itemsOf(base, kind).map((item) => [item.id, fieldsOf(item)]));
    return (update[kind] ?? []).flatMap(({ id, ...item }) => {
      if (id === undefined) return [];
      const before = seen.get(id) ?? {};
      const changed = Object.entries(item).filter(([name, value]) => !isSameValue(name, value, before[name]));
      return changed.length === 0 ? [] : [{ kind, id, fields: Object.fromEntries(changed) }];
    });
  });
}

/**
 * Whether a bundle of the service shows an update: it has the additions, and every changed field that it returns has the
 * new value. A service may drop fields, but not all that were changed. What `later` updates change again does not count.
 */
export function showsUpdate(bundle: Items, update: Items, base: unknown, later: readonly Items[]): boolean {
  if (findAdditions(update, bundle, base).missing.size > 0) return false;
  return changesOf(update, base).every(({ kind, id, fields }) => {
    const theirs = (bundle[kind] ?? []).find((item) => item.id === id);
    if (!theirs) return false;
    const shown = fieldsOf(theirs);
    const overwritten = new Set(
      later.flatMap((other) =>
        (other[kind] ?? []).filter((item) => item.id === id).flatMap((item) => Object.keys(item))
      )
    );
    const left = Object.entries(fields).filter(([name]) => !overwritten.has(name));
    const returned = left.filter(([name, value]) => shown[name] !== undefined || isEmpty(value));
    if (returned.length === 0 && left.length > 0) return false;
    return returned.every(([name, value]) => isSameValue(name, value, shown[name]));
  });
}

/** How often a bundle has an addition of an update more than the updates to it have added it. */
export function countExtraAdditions(
  bundle: Items,
  update: Items,
  base: unknown,
  later: readonly Items[]
): number {
  const isOfUpdate = (item: Item) => additionsOf(update).some((ours) => isAlike(ours, item));
  const all = Object.fromEntries(
    kinds.map((kind) => {
      const ofOthers = later.flatMap((other) => other[kind] ?? []).filter(isAdded);
      return [kind, [...(update[kind] ?? []).filter(isAdded), ...ofOthers.filter(isOfUpdate)]];
    })
  );
  return findAdditions(all, bundle, base).extra;
}

const hasSameToken = (ours: Item, theirs: Item) =>
  ours.delivery_token !== undefined && ours.delivery_token === theirs.delivery_token;

const isAlike = (ours: Item, theirs: Item) => hasSameToken(ours, theirs) || hasSameContent(ours, theirs);

const isAdded = ({ id, at }: Item) => id === undefined && at === undefined;

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

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || isSameJson(value, {});

/** A service may trim a text, change its case, and store only the day of a date. */
function isSameValue(name: string, ours: unknown, theirs: unknown): boolean {
  if (isEmpty(ours) || isEmpty(theirs)) return isEmpty(ours) && isEmpty(theirs);
  if (typeof ours !== 'string' || typeof theirs !== 'string') return isSameJson(ours, theirs);
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

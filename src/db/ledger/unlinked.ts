import { type TransactionBundle } from '@/contract/bundle';
import { readSupporter, type Supporter } from '@/domain/contacts/supporter';

import { listDownloadedViews, type BundleView, type ShownBundle } from '../outbox/pendingBundles';
import { hasSupporter } from '../schema/ledger';
import { type Scope } from '../scopes';
import { type Reader } from '../store';

/** The items of one bundle that belong to one new supporter and to no contact. */
export type UnlinkedGift = {
  key: string;
  bundleId: number;
  view: BundleView;
  supporter: Supporter;
  /** The numbers of the items, by kind. */
  items: Record<ItemKind, number[]>;
};

const kinds = ['transactions', 'memberships', 'donations'] as const;
type ItemKind = (typeof kinds)[number];

/** Gifts of people who were no contact when they gave, the latest first, with unsent links on top. */
export async function listUnlinked(reader: Reader, scope: Scope): Promise<UnlinkedGift[]> {
  const views = await listDownloadedViews(reader, scope, hasSupporter('body'));
  return views.flatMap((view) => (view.id === null ? [] : unlinkedIn(view, view.id)));
}

/** Of one bundle: a payment may be of one supporter and a membership of another. */
function unlinkedIn(view: BundleView, bundleId: number): UnlinkedGift[] {
  const found = new Map<string, UnlinkedGift>();
  for (const kind of kinds)
    for (const { id, contact_id: contactId, comment = '' } of itemsOf(view.bundle, kind)) {
      const supporter = contactId === undefined ? readSupporter(comment)?.supporter : undefined;
      if (supporter === undefined || id === undefined) continue;
      const key = `${bundleId} ${JSON.stringify(supporter)}`;
      const items = { transactions: [], memberships: [], donations: [] };
      const gift = found.get(key) ?? { key, bundleId, view, supporter, items };
      gift.items[kind].push(id);
      found.set(key, gift);
    }
  return [...found.values()];
}

type Item = { id?: number; contact_id?: number; comment?: string };
const itemsOf = (bundle: ShownBundle, kind: ItemKind): readonly Item[] => bundle[kind];

/** The correction that links the items to a contact. The block of the supporter stays in the comment. */
export function linkTo({ bundleId, items }: UnlinkedGift, contactId: number) {
  const linked = (kind: ItemKind) =>
    items[kind].length === 0 ? {} : { [kind]: items[kind].map((id) => ({ id, contact_id: contactId })) };
  return {
    id: bundleId,
    ...linked('transactions'),
    ...linked('memberships'),
    ...linked('donations'),
  } as Pick<TransactionBundle, 'id'> & Partial<Record<ItemKind, { id: number; contact_id: number }[]>>;
}

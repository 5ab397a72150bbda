import { listContactLines } from '@/db/contacts';
import { listDoubledBundles } from '@/db/ledger/doubled';
import { getDownloadedView, type BundleView, type ShownBundle } from '@/db/outbox/pendingBundles';
import { listTransactionStatuses } from '@/db/statuses';
import { type Scope } from '@/db/scopes';
import { type Reader } from '@/db/store';
import { sumByCurrency } from '@/domain/money';

import { tableQuery, type Source } from './query';

/** One gift that the service has twice. */
export type DoubledGift = {
  first: number;
  second: number;
  /** The second bundle, with an unsent cancellation. */
  view: BundleView;
  /** `open`: both count. `sending`: the second is cancelled on this phone. `refused`: the service did not accept that. */
  state: 'open' | 'sending' | 'refused';
  who: string | null;
  sums: { amount: number; currency: string }[];
};

export type DoubledGifts = {
  gifts: DoubledGift[];
  /** The status of a cancelled payment; null if the space has none. */
  cancelStatusId: number | null;
};

export const doubledQueries = {
  list: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['doubled', scope.id],
      tables: ['transaction_bundles', 'transaction_statuses', 'outbox', 'contacts'],
      queryFn: () => store.read((reader) => readDoubledGifts(reader, scope)),
    }),
};

async function readDoubledGifts(reader: Reader, scope: Scope): Promise<DoubledGifts> {
  const groups = await listDoubledBundles(reader, scope);
  if (groups.length === 0) return { gifts: [], cancelStatusId: null };
  const statuses = (await listTransactionStatuses(reader, scope)).filter(({ kind }) => kind === 'cancel');
  const cancelled = new Set(statuses.map(({ id }) => id));
  const gifts: DoubledGift[] = [];
  for (const ids of groups) {
    const views: BundleView[] = [];
    for (const id of ids) {
      const view = await getDownloadedView(reader, scope, id);
      if (view !== null) views.push(view);
    }
    const gift = toGift(views, cancelled);
    if (gift !== null) gifts.push({ ...gift, who: await payerOf(reader, scope, gift.view.bundle) });
  }
  return { gifts, cancelStatusId: statuses.find(({ archived }) => archived !== true)?.id ?? null };
}

/** Null once all but one of the bundles are cancelled, and the service has that. */
function toGift(
  views: readonly BundleView[],
  cancelled: ReadonlySet<number>
): Omit<DoubledGift, 'who'> | null {
  const isCancelled = ({ bundle }: BundleView) =>
    bundle.transactions.length > 0 &&
    bundle.transactions.every(({ status_id: status }) => status !== undefined && cancelled.has(status));
  const [first, second] = views.filter((view) => !isCancelled(view));
  if (first === undefined) return null;
  const view = second ?? views.find((other) => isCancelled(other) && isUnsent(other));
  if (view === undefined || first.id === null || view.id === null) return null;
  const { transactions } = view.bundle;
  return {
    first: first.id,
    second: view.id,
    view,
    state: second !== undefined ? 'open' : isRefused(view) ? 'refused' : 'sending',
    sums: sumByCurrency(transactions.map(({ amount = 0, currency = '' }) => ({ amount, currency }))),
  };
}

const isUnsent = ({ pending }: BundleView) => pending.some(({ state }) => state !== 'acked');
const isRefused = ({ pending }: BundleView) =>
  pending.some(({ state }) => state === 'parked' || state === 'needs_person');

async function payerOf(reader: Reader, scope: Scope, { transactions }: ShownBundle): Promise<string | null> {
  const id = transactions[0]?.contact_id;
  if (id === undefined) return null;
  const [contact] = await listContactLines(reader, scope, [id]);
  return contact?.name ?? null;
}

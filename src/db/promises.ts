import { usablePhone } from '@/domain/contacts/contactLinks';
import { idIn } from '@/domain/entity';
import { readSupporter } from '@/domain/contacts/supporter';

import { listCallBackIds } from './callBacks';
import { getGift, getPromise, type OpenPromise } from './gifts';
import { getDownloadedView, listPendingBundles, type BundleView } from './outbox/pendingBundles';
import { getContactView } from './outbox/pendingContacts';
import { hasPromise } from './schema/ledger';
import { type Scope } from './scopes';
import { type Reader } from './store';

/** Who promised, and how to reach them. */
type Promiser = {
  name: string | null;
  contactId: number | null;
  phone?: string;
  mail?: string;
  optedOut: boolean;
};

/** A promise as the call-back list shows it. `id` finds its gift, see `getGift`. */
export type PromisedGift = OpenPromise & {
  id: string;
  view: BundleView;
  amount: number;
  currency: string;
  /** The timestamp of the promise. */
  date: string | undefined;
  who: Promiser;
  /** Null where the service does not return it, and for what is only on this phone. */
  recordedBy: number | null;
  /** Recorded by this person; also where the recorder is not stored. */
  isOwn: boolean;
};

/** The open promises on this phone, the earliest day first and those without a day last. */
export async function listPromises(reader: Reader, scope: Scope): Promise<PromisedGift[]> {
  const downloaded = await reader.all<{ id: number }>(
    `SELECT id FROM transaction_bundles WHERE scope_id = ? AND ${hasPromise('body')} ORDER BY id`,
    [scope.id]
  );
  const views = await listPendingBundles(reader, scope);
  for (const { id } of downloaded) {
    const view = await getDownloadedView(reader, scope, id);
    if (view !== null) views.push(view);
  }
  // Those that the service returns without the promise.
  for (const id of await listCallBackIds(reader, scope)) {
    const view = await getGift(reader, scope, id);
    if (view !== null && !isListed(view, views)) views.push(view);
  }
  const found = new Map<string, PromisedGift>();
  for (const view of views) {
    const promise = await getPromise(reader, scope, view);
    const payment = promise && view.bundle.transactions[promise.place];
    if (!promise || !payment || found.has(view.entity)) continue;
    found.set(view.entity, {
      ...promise,
      id: idIn(view.entity),
      view,
      amount: payment.unpaid_amount ?? 0,
      currency: payment.currency ?? '',
      date: payment.date,
      who: await getPromiser(reader, scope, payment),
      recordedBy: view.bundle.created_by ?? null,
      isOwn: (view.bundle.created_by ?? scope.userId) === scope.userId,
    });
  }
  const lastDay = '9999';
  return [...found.values()].sort((one, other) =>
    (one.callBack ?? lastDay) < (other.callBack ?? lastDay) ? -1 : 1
  );
}

/** Whether the bundle that a row created is listed by its number: a service without markers does not return the row's id. */
function isListed({ pending }: BundleView, views: readonly BundleView[]): boolean {
  const number = pending.find(({ kind }) => kind === 'bundle_create')?.serverId ?? null;
  return number !== null && views.some(({ id }) => id === number);
}

async function getPromiser(
  reader: Reader,
  scope: Scope,
  { contact_id: contactId, comment = '' }: { contact_id?: number; comment?: string }
): Promise<Promiser> {
  if (contactId === undefined) {
    const { name = null, ...reach } = readSupporter(comment)?.supporter ?? {};
    return { name, contactId: null, ...reach, optedOut: false };
  }
  const contact = (await getContactView(reader, scope, contactId))?.contact;
  return {
    name: [contact?.firstname, contact?.surname].filter(Boolean).join(' ') || null,
    contactId,
    phone: contact ? usablePhone(contact) : undefined,
    mail: contact?.mail,
    optedOut: contact?.black_list === true,
  };
}

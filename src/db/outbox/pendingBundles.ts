import {
  type BundleCreate,
  type Donation,
  type Membership,
  type Transaction,
  type TransactionBundle,
} from '@/contract/bundle';
import { additionsOf, findAdditions, hasPlaces } from '@/domain/additions';
import { type BundleChange, type ChangedItem } from '@/domain/bundleChange';
import { entityOf, serverIdOf } from '@/domain/entity';

import { contactsOf, getBundle } from '../ledger/bundles';
import { getBundleByMarker, isMarkedBy } from '../ledger/markers';
import { outboxColumns, toOutboxRow, type OutboxRow, type StoredOutboxRow } from './row';
import { isPending, listPending, listPendingOf, sentData } from './pending';
import { parseBody } from '../recordTable';
import { type Scope } from '../scopes';
import { type Reader } from '../store';

/** An item that may not have got its number yet. */
type Unnumbered<T extends { id: number }> = Omit<T, 'id'> & { id?: number };

/** A bundle as a person sees it: the service's, or one that is only on this phone. */
export type ShownBundle = {
  transactions: Unnumbered<Transaction>[];
  memberships: Unnumbered<Membership>[];
  donations: Unnumbered<Donation>[];
} & Pick<TransactionBundle, 'created_by' | 'received_by' | 'batches' | 'counted' | 'receipt'>;

/** A bundle with the unsent changes of this phone on top. */
export type BundleView = {
  /** Its name in the outbox: by the service's id, or by the row that creates it. */
  entity: string;
  /** Null until a pull has downloaded it. */
  id: number | null;
  bundle: ShownBundle;
  /** Unsent bundles, and sent ones that no pull has confirmed; oldest first. */
  pending: OutboxRow[];
};

/** The amount of the bundle that has the number of the row, where the service returns no markers. */
const amountUnderNumber = `(SELECT sum(line.amount) FROM transaction_bundles AS downloaded
  JOIN bundle_transactions AS line ON line.scope_id = downloaded.scope_id AND line.bundle_id = downloaded.id
  WHERE downloaded.scope_id = outbox.scope_id AND downloaded.id = outbox.server_id AND downloaded.delivery_token IS NULL
    AND downloaded.external_transaction_id IS NULL)`;

/** Bundles of this phone that no pull has downloaded yet, the latest first. */
export async function listPendingBundles(reader: Reader, scope: Scope): Promise<BundleView[]> {
  // By its markers: a pull may download a bundle whose response was lost before the phone has its number. The number
  // counts only with the amount and where the service returns no markers: a restored service gives it to another bundle.
  const rows = await reader.all<StoredOutboxRow & { downloaded_amount: number | null }>(
    `SELECT ${outboxColumns}, ${amountUnderNumber} AS downloaded_amount FROM outbox
     WHERE scope_id = ? AND kind = 'bundle_create' AND ${isPending}
     AND NOT EXISTS (SELECT 1 FROM transaction_bundles AS downloaded
       WHERE downloaded.scope_id = outbox.scope_id AND downloaded.delivery_token = outbox.id)
     AND NOT EXISTS (SELECT 1 FROM transaction_bundles AS downloaded
       WHERE downloaded.scope_id = outbox.scope_id AND downloaded.external_transaction_id = outbox.external_transaction_id)
     ORDER BY seq DESC`,
    [scope.id]
  );
  if (rows.length === 0) return [];
  const updates = await listPending(reader, scope, ['bundle_update']);
  return rows.flatMap(({ downloaded_amount: amount, ...stored }) => {
    const row = toOutboxRow(stored);
    return amount !== null && hadAmount(row, updates, amount)
      ? []
      : [viewOfCreated(row, row.entity, updates)];
  });
}

/** Every bundle a contact paid or benefits from, with those of this phone on top. */
export async function listBundlesOfContact(
  reader: Reader,
  scope: Scope,
  contactId: number
): Promise<BundleView[]> {
  const pending = (await listPendingBundles(reader, scope)).filter((view) =>
    contactsOf(view.bundle).includes(contactId)
  );
  const rows = await reader.all<{ id: number; delivery_token: string | null; body: string }>(
    `SELECT bundle.id, delivery_token, body FROM bundle_contacts AS person
     JOIN transaction_bundles AS bundle ON bundle.scope_id = person.scope_id AND bundle.id = person.bundle_id
     WHERE person.scope_id = ? AND person.contact_id = ? ORDER BY bundle.id DESC`,
    [scope.id, contactId]
  );
  const written = await listPending(reader, scope, ['bundle_create', 'bundle_update']);
  const downloaded = rows.map(({ body }) => viewOfDownloaded(parseBody<TransactionBundle>(body), written));
  // A pull may have run between the two reads: then the bundle is in both.
  const tokens = new Set(rows.map((row) => row.delivery_token));
  return [...pending.filter((view) => !view.pending.some((row) => tokens.has(row.id))), ...downloaded];
}

/** Bundles of the service that have a correction on this phone, as corrected. */
export async function listCorrectedBundles(reader: Reader, scope: Scope): Promise<BundleView[]> {
  const updates = await listPending(reader, scope, ['bundle_update']);
  const entities = new Set(updates.map(({ entity }) => entity));
  const views = new Map<number, BundleView>();
  for (const entity of entities) {
    const view = await getBundleView(reader, scope, entity);
    // What is only on this phone is among the pending ones already.
    if (view !== null && view.id !== null) views.set(view.id, view);
  }
  return [...views.values()];
}

/**
 * One bundle by its name in the outbox, or null when this phone does not have it. The number of a gift that a person is asked
 * about may be that of another one by now.
 */
export async function getBundleView(
  reader: Reader,
  scope: Scope,
  entity: string
): Promise<BundleView | null> {
  const id = serverIdOf(entity);
  const written = await listPending(reader, scope, ['bundle_create', 'bundle_update']);
  const row = written.find(
    (each) =>
      each.kind === 'bundle_create' && (each.entity === entity || (id !== null && each.serverId === id))
  );
  // A pull may have downloaded the bundle before the phone has its number.
  const marked = row && id === null ? await getBundleByMarker(reader, scope, row) : null;
  const downloaded = id === null ? marked : await getBundle(reader, scope, id);
  if (downloaded && !(row?.state === 'acked' && isOfAnother(downloaded, row, written)))
    return viewOfDownloaded(downloaded, written);
  return row ? viewOfCreated(row, entity, written) : null;
}

/**
 * A downloaded bundle by its number. Unlike the name in the outbox, the number never means a bundle that a restored
 * service has lost.
 */
export async function getDownloadedView(
  reader: Reader,
  scope: Scope,
  id: number
): Promise<BundleView | null> {
  const bundle = await getBundle(reader, scope, id);
  if (bundle === null) return null;
  return viewOfDownloaded(bundle, await listPending(reader, scope, ['bundle_create', 'bundle_update']));
}

/** The downloaded bundles of a condition on `transaction_bundles`, the latest first. */
export async function listDownloadedViews(
  reader: Reader,
  scope: Scope,
  condition: string
): Promise<BundleView[]> {
  const rows = await reader.all<{ body: string }>(
    `SELECT body FROM transaction_bundles WHERE scope_id = ? AND ${condition} ORDER BY id DESC`,
    [scope.id]
  );
  if (rows.length === 0) return [];
  const written = await listPending(reader, scope, ['bundle_create', 'bundle_update']);
  return rows.map(({ body }) => viewOfDownloaded(parseBody<TransactionBundle>(body), written));
}

/** A restored service gives the number of a lost bundle to another one. */
function isOfAnother(bundle: TransactionBundle, row: OutboxRow, written: readonly OutboxRow[]): boolean {
  if (row.kind !== 'bundle_create' || row.serverId !== bundle.id || isMarkedBy(bundle, row)) return false;
  const { transactions = [] } = bundle;
  const isMarked = transactions.some((each) => each.delivery_token || each.external_transaction_id);
  return isMarked || !hadAmount(row, written, amountOf(transactions));
}

const amountOf = (transactions: readonly { amount?: number }[]) =>
  transactions.reduce((sum, { amount = 0 }) => sum + amount, 0);

/** Whether a created bundle has an amount, as it was sent or after changes of this phone. */
const hadAmount = (row: OutboxRow, written: readonly OutboxRow[], amount: number) =>
  row.amount === null ||
  versionsOf(row, written).some(({ transactions }) => amountOf(transactions) === amount);

/** A created bundle as it was sent, and after each change of it that the cache may not contain yet. */
export function versionsOf(row: OutboxRow, written: readonly OutboxRow[]): ShownBundle[] {
  const versions = [createdBundle(row)];
  for (const update of updatesOfCreated(row, written))
    versions.push(...versions.slice(-1).map((version) => overlayUpdate(version, update, false)));
  return versions;
}

/**
 * What another version of a bundle that was not stored has to contain: the bundle with the corrections that end with it.
 * Additions are sent after the other version.
 */
export async function getVersionToReplace(
  reader: Reader,
  scope: Scope,
  row: OutboxRow
): Promise<ShownBundle> {
  const written = await listPendingOf(reader, scope, row.entity);
  return updatesOfCreated(row, written)
    .filter((update) => hasPlaces(sentData<BundleChange>(update)))
    .reduce((under, update) => overlayUpdate(under, update, false), createdBundle(row));
}

/** A downloaded bundle with its updates. Until the row that creates it is acked they have the name of that row. */
function viewOfDownloaded(bundle: TransactionBundle, written: readonly OutboxRow[]): BundleView {
  const entity = entityOf('bundle', bundle.id);
  const creation = written.find((row) => row.kind === 'bundle_create' && isMarkedBy(bundle, row));
  const isNumberOfOther = written.some((row) => isOfAnother(bundle, row, written));
  const updates = written.filter(
    (row) =>
      row.kind === 'bundle_update' &&
      ((row.entity === entity && !isNumberOfOther) || row.entity === creation?.entity)
  );
  return viewOf(bundle.id, entity, toShownBundle(bundle), updates);
}

/** A bundle that is only on this phone, with its updates. */
function viewOfCreated(row: OutboxRow, entity: string, written: readonly OutboxRow[]): BundleView {
  return viewOf(null, entity, createdBundle(row), updatesOfCreated(row, written), row);
}

/** Once the service has assigned a number to a bundle, its updates use it. */
function updatesOfCreated(row: OutboxRow, written: readonly OutboxRow[]): OutboxRow[] {
  const names = [row.entity, ...(row.serverId === null ? [] : [entityOf('bundle', row.serverId)])];
  return written.filter((each) => each.kind === 'bundle_update' && names.includes(each.entity));
}

function viewOf(
  id: number | null,
  entity: string,
  bundle: ShownBundle,
  updates: readonly OutboxRow[],
  creation?: OutboxRow
): BundleView {
  return {
    entity,
    id,
    bundle: updates.reduce((under, row) => overlayUpdate(under, row, id !== null), bundle),
    pending: creation ? [creation, ...updates] : [...updates],
  };
}

function createdBundle(row: OutboxRow): ShownBundle {
  const { transactions, memberships = [], donations = [], receipt } = sentData<BundleCreate>(row);
  return { transactions, memberships, donations, ...(receipt === undefined ? {} : { receipt }) };
}

function toShownBundle(bundle: TransactionBundle): ShownBundle {
  const { transactions = [], memberships = [], donations = [] } = bundle;
  return { ...bundle, transactions, memberships, donations };
}

/**
 * As the service will do it: items with an id or a place are changed field by field, others are added. Of an update that
 * was sent the downloaded bundle may already contain the additions.
 */
function overlayUpdate(bundle: ShownBundle, row: OutboxRow, isDownloaded: boolean): ShownBundle {
  const update = sentData<BundleChange>(row);
  const missing =
    isDownloaded && row.attempts > 0
      ? findAdditions(update, bundle, row.base).missing
      : new Set(additionsOf(update));
  const overlayItems = <T extends { id?: number }>(
    items: readonly T[],
    sent: readonly ChangedItem<T>[] = []
  ): T[] => {
    const changeOf = ({ id }: T, place: number) =>
      sent.filter((item) => item.at === place || (id !== undefined && item.id === id));
    const changed = items.map((item, place) =>
      changeOf(item, place).reduce<T>((under, { at: _, ...fields }) => ({ ...under, ...fields }), item)
    );
    return [...changed, ...sent.filter((item): item is ChangedItem<T> & T => missing.has(item))];
  };
  return {
    ...bundle,
    transactions: overlayItems(bundle.transactions, update.transactions),
    memberships: overlayItems(bundle.memberships, update.memberships),
    donations: overlayItems(bundle.donations, update.donations),
    ...(update.receipt === undefined ? {} : { receipt: update.receipt }),
  };
}

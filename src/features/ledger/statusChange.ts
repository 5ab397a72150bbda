import { type TransactionStatus } from '@/contract/status';
import { type NewOutboxRow } from '@/db/outbox/outbox';
import { getBundleView } from '@/db/outbox/pendingBundles';
import { entityOf } from '@/domain/entity';
import { correctionRow } from '@/features/shared/correctionRow';
import { type Runtime } from '@/features/shared/runtime';

import { amountsOfKind, formOf, readCorrection } from './correction';
import { type LedgerEntry } from './filters';

/** A payment can be selected once the service has numbered it. */
export const isSelectable = ({ number }: LedgerEntry) => number !== null;

/** Selected payments by the number of their bundle: each bundle gets one correction. */
function placesByBundle(entries: readonly LedgerEntry[]): Map<number, { places: Set<number>; who: string }> {
  const bundles = new Map<number, { places: Set<number>; who: string }>();
  for (const { number, key, name } of entries) {
    if (number === null) continue;
    const found = bundles.get(number) ?? { places: new Set<number>(), who: name ?? '' };
    found.places.add(Number(key.slice(key.lastIndexOf(' ') + 1)));
    bundles.set(number, found);
  }
  return bundles;
}

/** How many bundles the entries belong to. */
export const countBundles = (entries: readonly LedgerEntry[]) => placesByBundle(entries).size;

interface StatusChange {
  entries: readonly LedgerEntry[];
  status: TransactionStatus;
  locale: string;
}

/**
 * One correction per bundle, made of the bundle as it is on this device at this time. A status of unpaid or refunded money
 * sets the amount that belongs to it, as in the form. A payment that has the status already is not changed.
 */
export async function statusCorrections(
  { store, scope, now, newId }: Pick<Runtime, 'store' | 'scope' | 'now' | 'newId'>,
  { entries, status, locale }: StatusChange
): Promise<NewOutboxRow[]> {
  const rows: NewOutboxRow[] = [];
  for (const [number, { places, who }] of placesByBundle(entries)) {
    const entity = entityOf('bundle', number);
    const view = await getBundleView(store, scope, entity);
    if (view === null) continue;
    const chosen = new Set([...places].map((place) => view.bundle.transactions[place]?.id));
    const form = formOf(view.bundle, locale);
    const transactions = form.transactions.map((edited) => {
      const before = view.bundle.transactions.find(({ id }) => id === edited.id);
      return chosen.has(edited.id) && edited.statusId !== status.id
        ? { ...edited, statusId: status.id, ...amountsOfKind(status.kind, before ?? {}, locale) }
        : edited;
    });
    const time = now();
    const reading = readCorrection({ ...form, transactions }, number, view.bundle, {
      locale,
      kindOf: (id) => (id === status.id ? status.kind : undefined),
      now: time,
      offsetMinutes: -new Date(time).getTimezoneOffset(),
    });
    if (reading.kind === 'update')
      rows.push(
        correctionRow({ id: newId(), entity: view.entity, seen: view.bundle, update: reading.update, who })
      );
  }
  return rows;
}

import { type TransactionStatus } from '@/contract/status';
import { type NewOutboxRow } from '@/db/outbox/outbox';
import { getPromise } from '@/db/gifts';
import { getDownloadedView, type ShownBundle } from '@/db/outbox/pendingBundles';
import { promiseIn } from '@/domain/promise';
import { correctionRow } from '@/features/shared/correctionRow';
import { type Runtime } from '@/features/shared/runtime';

import { amountsOfKind, formOf, readCorrection, type TransactionForm } from './correction';
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
  /** All statuses of the space: what a payment's own one says about its money. */
  statuses: readonly TransactionStatus[];
  locale: string;
}

interface StatusCorrections {
  rows: NewOutboxRow[];
  /** Whose promises were left out: they are paid and cancelled in their list. */
  promised: { number: number; who: string }[];
}

/**
 * One correction per bundle, made of the bundle as it is on this device at this time. A payment that has the status already
 * is not changed.
 */
export async function statusCorrections(
  { store, scope, now, newId }: Pick<Runtime, 'store' | 'scope' | 'now' | 'newId'>,
  { entries, status, statuses, locale }: StatusChange
): Promise<StatusCorrections> {
  const kinds = new Map(statuses.map(({ id, kind }) => [id, kind]));
  const rows: NewOutboxRow[] = [];
  const promised: StatusCorrections['promised'] = [];
  for (const [number, { places, who }] of placesByBundle(entries)) {
    const view = await getDownloadedView(store, scope, number);
    if (view === null) continue;
    const promise = await getPromise(store, scope, view);
    const form = formOf(view.bundle, locale);
    const changed = new Map(
      view.bundle.transactions.flatMap((payment, place) => {
        const { id, status_id: before } = payment;
        if (id === undefined || !places.has(place) || before === status.id) return [];
        if (promise?.place === place || promiseIn(payment) !== null) {
          promised.push({ number, who });
          return [];
        }
        const kind = before === undefined ? undefined : kinds.get(before);
        return [[id, { statusId: status.id, ...amountsInBulk(kind, status.kind, payment, locale) }] as const];
      })
    );
    const transactions = form.transactions.map((edited) => ({ ...edited, ...changed.get(edited.id) }));
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
  return { rows, promised };
}

/**
 * The amounts that a status of another kind gives to a payment. Nobody looks at each one here: another status of the same
 * kind leaves them, and a refund of a part stays.
 */
function amountsInBulk(
  before: string | undefined,
  kind: string | undefined,
  payment: ShownBundle['transactions'][number],
  locale: string
): Partial<Pick<TransactionForm, 'reimbursed' | 'unpaid'>> | null {
  const { amount = 0, reimbursed_amount: refund = 0, unpaid_amount: unpaid = 0 } = payment;
  const agrees: Record<string, boolean> = {
    valid: refund + unpaid < amount,
    unpaid: unpaid > 0,
    reimbursed: refund > 0,
  };
  if (kind !== undefined && kind === before && agrees[kind] === true) return null;
  const isPart = refund > 0 && refund < amount;
  if (!isPart || kind === 'reimbursed') return amountsOfKind(kind, payment, locale);
  const ofRest = amountsOfKind(kind, { ...payment, amount: amount - refund }, locale);
  return ofRest && { unpaid: ofRest.unpaid };
}

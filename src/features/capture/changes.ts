import { type Donation, type Transaction } from '@/contract/bundle';
import { type ShownBundle } from '@/db/outbox/pendingBundles';
import { type Capture, freezeBundle, readFrozenBundle } from '@/domain/bundle';
import {
  type BundleChange,
  type ChangedItem,
  changeTo,
  isSameField,
  parseChange,
} from '@/domain/bundleChange';
import { noteIn, withNote } from '@/domain/contacts/supporter';

import { type Draft, type PersonDraft } from './draft';

interface Versions {
  /** The record as the form showed it first. */
  seen: ShownBundle;
  /** What the form would have saved then: it has not every field of a record that others have changed. */
  opened: Capture;
  wanted: Capture;
  draft: Draft;
}

/** The correction with what was changed on the form, and nothing else. Null where it would remove something. */
export function changesOf({ seen, opened, wanted, draft }: Versions): BundleChange | null {
  if (!hasAllItems(draft, seen)) return null;
  const before = readFrozenBundle(freezeBundle(opened));
  const after = readFrozenBundle(freezeBundle(wanted));
  const change = before && after && changeTo(before, after);
  if (!change) return null;
  const [was] = before.transactions;
  const transactions = (change.transactions ?? []).map((item) => ofPayment(item, seen.transactions[0], was));
  const donations = (change.donations ?? [])
    .map((item) =>
      item.at === undefined ? item : ofDonation(item, seen.donations[item.at], before.donations?.[item.at])
    )
    .filter((item) => Object.keys(item).some((name) => name !== 'at'));
  return parseChange({
    id: change.id,
    ...(transactions.length > 0 && { transactions }),
    ...(change.memberships && { memberships: change.memberships }),
    ...(donations.length > 0 && { donations }),
  });
}

/** Whether every item of the record is still on the form. */
function hasAllItems({ people }: Draft, { donations, memberships }: ShownBundle): boolean {
  const has = (kind: 'donation' | 'membership', place: number) =>
    people.some(
      ({ takes, places }: PersonDraft) => places[kind] === place && (takes === kind || takes === 'both')
    );
  return (
    donations.every((_, place) => has('donation', place)) &&
    memberships.every((_, place) => has('membership', place))
  );
}

/**
 * A payment need not be the sum of the items: the office may have added one. What the items differ by is added to it. The
 * block of a supporter who was linked stays in its comment.
 */
function ofPayment(
  item: ChangedItem<Transaction>,
  seen: Partial<Transaction> = {},
  was: Partial<Transaction> = {}
): ChangedItem<Transaction> {
  const added = (item.amount ?? 0) - (was.amount ?? 0);
  const hasBlock = seen.contact_id !== undefined && noteIn(seen.comment ?? '') !== (seen.comment ?? '');
  return {
    ...item,
    ...(item.amount !== undefined && { amount: (seen.amount ?? 0) + added }),
    ...(item.unpaid_amount !== undefined && { unpaid_amount: (seen.unpaid_amount ?? 0) + added }),
    ...(item.comment !== undefined && hasBlock && { comment: withNote(seen.comment ?? '', item.comment) }),
  };
}

/** The form has one purpose and one time for all donations: one that has its own keeps it. */
function ofDonation(
  { affectation, date, ...item }: ChangedItem<Donation>,
  seen: Partial<Donation> = {},
  was: Partial<Donation> = {}
): ChangedItem<Donation> {
  return {
    ...item,
    ...(affectation !== undefined &&
      isSameField('affectation', seen.affectation, was.affectation) && { affectation }),
    ...(date !== undefined && isSameField('date', seen.date, was.date) && { date }),
  };
}

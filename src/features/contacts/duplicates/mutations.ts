import { type Contact } from '@/contract/contact';
import { type ChosenField } from '@/contract/contactMerge';
import { updatedAt } from '@/contract/tolerant';
import { applyContacts } from '@/db/contacts';
import { type OnlineFailure } from '@/domain/online';
import { whyNotSaved } from '@/features/shared/forms/saveRow';
import { type Runtime } from '@/features/shared/runtime';

type Parts = Pick<Runtime, 'online' | 'newId' | 'store' | 'scope' | 'sync'>;

/** `stale`: one of the two was changed or merged since it was read. */
export type MergeResult = 'done' | 'stale' | OnlineFailure;

const resultOf = (kind: string): MergeResult =>
  kind === 'stale' || kind === 'offline' || kind === 'not_now' || kind === 'missing' ? kind : 'refused';

/** Merges one contact into another. A repeat after a lost response changes nothing. */
export async function mergeContacts(
  { online, newId, store, scope, sync }: Parts,
  { stays, leaves, take }: { stays: Contact; leaves: Contact; take: readonly ChosenField[] }
): Promise<MergeResult> {
  const seen = { stays: updatedAt(stays), leaves: updatedAt(leaves) };
  const written = await online.write({
    endpoint: 'mergeContact',
    params: { id: stays.id },
    body: { data: { merged_id: leaves.id, take, seen } },
    key: newId(),
  });
  if (written.kind !== 'written') return resultOf(written.kind);
  // A phone that cannot store it gets it with the next round.
  await store.write((tx) => applyContacts(tx, scope, [written.value])).catch(whyNotSaved);
  // The next round removes the one that left.
  sync.sendNow();
  return 'done';
}

/** Stores that two contacts are two people. */
export async function markAsDifferent(
  { online, newId }: Parts,
  one: Contact,
  other: Contact
): Promise<MergeResult> {
  const written = await online.write({
    endpoint: 'markContactsAsDifferent',
    body: { data: { one: one.id, other: other.id } },
    key: newId(),
  });
  return written.kind === 'written' ? 'done' : resultOf(written.kind);
}

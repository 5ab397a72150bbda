import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

import { removeActions } from '../actions';
import { removeAnswers } from '../answers';
import { insertMany, type BulkInsert } from '../bulk';
import { removeCashRecords } from '../cash/cashRecords';
import { removeBundles } from '../ledger/bundles';
import { removeContacts } from '../contacts';
import { removeForms } from '../forms';
import { removeDonationPrices, removeMembershipPriceGroups } from '../prices';
import { removePublicTeams } from '../publicTeams';
import { removeRoles } from '../roles';
import { type Scope } from '../scopes';
import { removeTransactionStatuses } from '../statuses';
import { type Reader, type Transaction } from '../store';
import { removeTeams } from '../teams';
import { removeUsers } from '../users';
import { removeVisits } from '../visits';

type Remove = (tx: Transaction, scope: Scope, ids: readonly number[]) => Promise<unknown>;

/** The lists from which a complete read deletes the records that it did not contain, by table. */
const removers = {
  actions: removeActions,
  teams: removeTeams,
  public_teams: removePublicTeams,
  users: removeUsers,
  roles: removeRoles,
  contacts: removeContacts,
  forms: removeForms,
  membership_price_groups: removeMembershipPriceGroups,
  donation_prices: removeDonationPrices,
  transaction_statuses: removeTransactionStatuses,
  transaction_bundles: removeBundles,
  visits: removeVisits,
  cash_records: removeCashRecords,
  answers: removeAnswers,
} satisfies Record<string, Remove>;

export type ListName = keyof typeof removers;

export const removeRecords = (tx: Transaction, scope: Scope, list: ListName, ids: readonly number[]) =>
  removers[list](tx, scope, ids);

const insertListed: BulkInsert = {
  into: 'listed_ids',
  shared: ['scope_id', 'list'],
  columns: ['id'],
  onConflict: 'ON CONFLICT DO NOTHING',
};

/**
 * Notes what a page contained, in the page's own transaction. The notes survive a kill, so that a reading which is
 * resumed still has its first pages. Returns how many were new to this read.
 */
export function markListed(
  tx: Transaction,
  scope: Scope,
  list: ListName,
  ids: readonly number[]
): Promise<number> {
  return insertMany(
    tx,
    insertListed,
    [scope.id, list],
    ids.map((id) => [id])
  );
}

export async function countListed(reader: Reader, scope: Scope, list: ListName): Promise<number> {
  const row = await reader.get<{ count: number }>(
    'SELECT count(*) AS count FROM listed_ids WHERE scope_id = ? AND list = ?',
    [scope.id, list]
  );
  return row?.count ?? 0;
}

/** A hash of the ids that a read contained, to compare two reads. */
export async function hashListed(reader: Reader, scope: Scope, list: ListName): Promise<string> {
  const rows = await reader.all<{ id: number }>(
    'SELECT id FROM listed_ids WHERE scope_id = ? AND list = ? ORDER BY id',
    [scope.id, list]
  );
  return bytesToHex(sha256(utf8ToBytes(rows.map(({ id }) => id).join())));
}

/** Restarts a read. */
export async function clearListMarks(tx: Transaction, scope: Scope, list: ListName): Promise<void> {
  await tx.run('DELETE FROM listed_ids WHERE scope_id = ? AND list = ?', [scope.id, list]);
}

/** After a complete read: deletes the records that it did not contain, and its list of ids. Returns how many were deleted. */
export async function removeUnlisted(tx: Transaction, scope: Scope, list: ListName): Promise<number> {
  const gone = await tx.all<{ id: number }>(
    `SELECT id FROM ${list} WHERE scope_id = ?1
     EXCEPT SELECT id FROM listed_ids WHERE scope_id = ?1 AND list = ?2`,
    [scope.id, list]
  );
  await removers[list](
    tx,
    scope,
    gone.map(({ id }) => id)
  );
  await clearListMarks(tx, scope, list);
  return gone.length;
}

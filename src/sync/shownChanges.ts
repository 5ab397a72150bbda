import type { BundleUpdate } from '@/contract/bundle';
import type { TeamReplace } from '@/contract/team';
import type { User } from '@/contract/user';
import { getContact } from '@/db/contacts';
import { getBundle } from '@/db/ledger/bundles';
import { tokenOf } from '@/db/ledger/markers';
import type { OutboxRow } from '@/db/outbox/outbox';
import { sentData } from '@/db/outbox/pending';
import type { Scope } from '@/db/scopes';
import type { Transaction } from '@/db/store';
import { getDownloadedTeam } from '@/db/teams';
import { getUser } from '@/db/users';
import { changesOf, showsUpdate } from '@/domain/additions';
import { showsBefore, showsEdit, type Edit } from '@/domain/edits';
import { isOfGift, serverIdOf } from '@/domain/entity';
import { feedPassed } from '@/domain/position';

/** A row that was acknowledged before the service was restored, and the later rows of its record. */
export type RestoredRow = { row: OutboxRow; later: readonly OutboxRow[] };

/**
 * Whether a restored service has the change of a row, by the cache at the end of its feed. What a later row changes again
 * does not count, if the service has the later one: a repeat would overwrite it.
 */
export async function hasChange(
  tx: Transaction,
  scope: Scope,
  { row, later }: RestoredRow,
  feed: string
): Promise<boolean> {
  const stored: OutboxRow[] = [];
  for (const [index, other] of later.entries()) {
    if (other.kind !== row.kind || other.state !== 'acked') continue;
    const rest = { row: other, later: later.slice(index + 1) };
    if (isOfFeed(other, feed) || (await hasChange(tx, scope, rest, feed))) stored.push(other);
  }
  return showsChange(tx, scope, row, stored);
}

/** Whether a repeat could overwrite a later row that the restored service has. A team edit is merged instead. */
export function mayOverwrite({ row, later }: RestoredRow, feed: string): boolean {
  return changesFields(row) && later.some((other) => changesFields(other) && isOfFeed(other, feed));
}

function changesFields(row: OutboxRow): boolean {
  if (row.kind === 'bundle_update') return changesOf(sentData(row), row.base).length > 0;
  return row.kind === 'user_update' || row.kind === 'role_change';
}

/** Whether the service stored a row since it was restored. */
function isOfFeed({ position }: OutboxRow, feed: string): boolean {
  return position !== null && feedPassed(position, feed) !== 'other_epoch';
}

/** An update and answers must not be sent to another bundle that has the number of the lost one. */
export async function isTargetThere(tx: Transaction, scope: Scope, row: OutboxRow): Promise<boolean> {
  if (row.kind !== 'bundle_update' && !isOfGift(row)) return true;
  const id = serverIdOf(row.entity);
  const bundle = id === null ? null : await getBundle(tx, scope, id);
  return bundle !== null && tokenOf(bundle) === tokenOf({ ...Object(row.base) });
}

async function showsChange(
  tx: Transaction,
  scope: Scope,
  row: OutboxRow,
  later: readonly OutboxRow[]
): Promise<boolean> {
  const id = serverIdOf(row.entity);
  if (id === null) return false;
  switch (row.kind) {
    case 'bundle_update': {
      const bundle = (await isTargetThere(tx, scope, row)) ? await getBundle(tx, scope, id) : null;
      const updates = later.map(sentData<BundleUpdate>);
      return bundle !== null && showsUpdate(bundle, sentData(row), row.base, updates);
    }
    case 'team_edit': {
      const team = await getDownloadedTeam(tx, scope, id);
      return team !== null && showsEdit({ ...team }, editOf(row), later.map(editOf));
    }
    case 'user_update': {
      const user = await getUser(tx, scope, id);
      return user !== null && showsEdit({ ...user }, editOf(row), later.map(editOf));
    }
    case 'role_change': {
      const user = await getUser(tx, scope, id);
      return user !== null && showsEdit(roleOf(user), editOf(row), later.map(editOf));
    }
    case 'contact_update': {
      const contact = await getContact(tx, scope, id);
      return contact !== null && showsEdit({ ...contact }, editOf(row), later.map(editOf));
    }
    default:
      return false;
  }
}

function editOf(row: OutboxRow): Edit {
  const base: Record<string, unknown> = { ...Object(row.base) };
  if (row.kind === 'team_edit') return { base, mine: { ...sentData<{ team: TeamReplace }>(row).team } };
  if (row.kind === 'role_change') {
    const { role_id } = sentData<{ role_id: number }>(row);
    return { base: roleOf(row.base), mine: { role_id } };
  }
  // A profile and a contact are sent with what changes.
  return { base, mine: { ...base, ...sentData<object>(row) } };
}

const roleOf = (user: unknown) => ({ role_id: (user as Partial<User> | null)?.role_data?.id });

/**
 * Whether a list still shows the values of before a row, or the team that it deletes. Without keys anything in between can
 * acknowledge a row whose response has no id.
 */
export async function isUnchanged(
  tx: Transaction,
  scope: Scope,
  row: OutboxRow,
  later: readonly OutboxRow[]
): Promise<boolean> {
  const id = serverIdOf(row.entity);
  if (id === null) return false;
  if (row.kind === 'team_delete') return (await getDownloadedTeam(tx, scope, id)) !== null;
  if (row.kind !== 'user_update' && row.kind !== 'role_change') return false;
  const user = await getUser(tx, scope, id);
  if (user === null) return false;
  const edits = later.filter(({ kind }) => kind === row.kind).map(editOf);
  // A new mail is shown only when it is confirmed: the earlier one proves nothing.
  const shown = row.kind === 'role_change' ? roleOf(user) : { ...user, mail: undefined };
  return showsBefore(shown, editOf(row), edits);
}

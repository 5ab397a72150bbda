import { type User, type UserUpdate } from '@/contract/user';
import { entityOf, serverIdOf } from '@/domain/entity';

import { type OutboxRow } from './row';
import { listPending, listPendingOf, sentData } from './pending';
import { listRoles } from '../roles';
import { type Scope } from '../scopes';
import { type Reader } from '../store';
import { getUser } from '../users';

/** A person with what is still on this phone laid over them. */
export type UserView = {
  user: User;
  /** What is on its way, oldest first. */
  pending: OutboxRow[];
};

export async function getUserView(reader: Reader, scope: Scope, id: number): Promise<UserView | null> {
  const known = await getUser(reader, scope, id);
  if (!known) return null;
  const pending = await listPendingOf(reader, scope, entityOf('user', id));
  let user = known;
  for (const row of pending) user = await layOver(reader, scope, user, row);
  return { user, pending };
}

/** Who has a change on its way: lists say so beside the name. */
export async function listChangedUserIds(reader: Reader, scope: Scope): Promise<Set<number>> {
  const rows = await listPending(reader, scope, ['user_update', 'role_change']);
  return new Set(rows.flatMap((row) => serverIdOf(row.entity) ?? []));
}

async function layOver(reader: Reader, scope: Scope, user: User, row: OutboxRow): Promise<User> {
  if (row.kind === 'user_update') return { ...user, ...sentData<UserUpdate>(row) };
  if (row.kind !== 'role_change') return user;
  const { role_id: roleId } = sentData<{ role_id: number }>(row);
  const role = (await listRoles(reader, scope)).find(({ id }) => id === roleId);
  return { ...user, role: role?.name ?? user.role, role_data: role ?? { id: roleId } };
}

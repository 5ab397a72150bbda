import { type User, type UserUpdate } from '@/contract/user';
import { entityOf, serverIdOf } from '@/domain/entity';

import { type OutboxRow } from './row';
import { listPending, listPendingOf, sentData } from './pending';
import { listRoles } from '../roles';
import { type Scope } from '../scopes';
import { type Reader } from '../store';
import { getUser } from '../users';

/** A person with the unsent changes of this phone on top. */
export type UserView = {
  user: User;
  /** Unsent changes, oldest first. */
  pending: OutboxRow[];
};

export async function getUserView(reader: Reader, scope: Scope, id: number): Promise<UserView | null> {
  const downloaded = await getUser(reader, scope, id);
  if (!downloaded) return null;
  const pending = await listPendingOf(reader, scope, entityOf('user', id));
  let user = downloaded;
  for (const row of pending) user = await overlayChange(reader, scope, user, row);
  return { user, pending };
}

/** Users with an unsent change: lists show it next to the name. */
export async function listChangedUserIds(reader: Reader, scope: Scope): Promise<Set<number>> {
  const rows = await listPending(reader, scope, ['user_update', 'role_change']);
  return new Set(rows.flatMap((row) => serverIdOf(row.entity) ?? []));
}

async function overlayChange(reader: Reader, scope: Scope, user: User, row: OutboxRow): Promise<User> {
  if (row.kind === 'user_update') return { ...user, ...sentData<UserUpdate>(row) };
  if (row.kind !== 'role_change') return user;
  const { role_id: roleId } = sentData<{ role_id: number }>(row);
  const role = (await listRoles(reader, scope)).find(({ id }) => id === roleId);
  return { ...user, role: role?.name ?? user.role, role_data: role ?? { id: roleId } };
}

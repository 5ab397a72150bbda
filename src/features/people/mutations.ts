import { RoleChangeRequest, UserUpdateRequest, type UserUpdate } from '@/contract/user';
import { type NewOutboxRow } from '@/db/outbox/outbox';
import { entityOf } from '@/domain/entity';

interface About {
  /** Made when the form opened: a second tap is the same change. */
  id: string;
  userId: number;
  /** The name that the outbox shows. */
  who: string;
}

/** A change of a profile as the outbox takes it. */
export function userUpdateRow({ id, userId, who }: About, update: UserUpdate): NewOutboxRow {
  return {
    id,
    kind: 'user_update',
    entity: entityOf('user', userId),
    body: JSON.stringify(UserUpdateRequest.parse({ data: update })),
    bodyVersion: 1,
    who,
  };
}

/** Another role for somebody. Changes of one person are sent in the order they were made. */
export function roleChangeRow({ id, userId, who }: About, roleId: number): NewOutboxRow {
  return {
    id,
    kind: 'role_change',
    entity: entityOf('user', userId),
    body: JSON.stringify(RoleChangeRequest.parse({ data: { user_id: userId, role_id: roleId } })),
    bodyVersion: 1,
    who,
  };
}

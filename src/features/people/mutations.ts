import { RoleChangeRequest, UserUpdateRequest, type UserUpdate } from '@/contract/user';
import { type NewOutboxRow } from '@/db/outbox/outbox';
import { entityOf } from '@/domain/entity';

interface About {
  /** Created when the form opens: a second tap is the same change. */
  id: string;
  userId: number;
  /** The label in the outbox. */
  who: string;
}

/** The outbox row of a changed profile. */
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

/** The outbox row of a changed role. Changes of one person are sent in their order. */
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

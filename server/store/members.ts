import type { z } from 'zod';

import type { MemberSchema, MembershipState } from '@/contract/member';

import { listRoles } from './catalogue';
import { type Tx, query } from './database';
import { iso } from './shape';

type AwayRow = {
  id: number;
  firstname: string;
  surname: string;
  mail: string;
  role_id: number;
  state: 'suspended' | 'removed';
  since: Date;
};

/** The suspended and removed people of the space, by name. Empty for anybody but managers. */
export async function listMembersAway(tx: Tx): Promise<z.input<typeof MemberSchema>[]> {
  const [rows, roles] = await Promise.all([
    query<AwayRow>(tx, 'SELECT * FROM doorstep_members_away()'),
    listRoles(tx),
  ]);
  return rows.map(({ role_id: roleId, since, ...member }) => {
    const role = roles.find(({ id }) => id === roleId);
    return {
      ...member,
      since: iso(since),
      ...(role ? { role_data: { id: role.id, name: role.name, order: role.order, type: role.type } } : {}),
    };
  });
}

/** Changes a membership as far as the role of the caller allows. Returns the state before; null for a stranger. */
export async function setMembership(
  tx: Tx,
  userId: number,
  state: MembershipState,
  roleId: number | undefined
): Promise<MembershipState | null> {
  const [row] = await query<{ before: MembershipState | null }>(
    tx,
    'SELECT doorstep_set_membership($1, $2, $3) AS before',
    [userId, state, roleId ?? null]
  );
  return row?.before ?? null;
}

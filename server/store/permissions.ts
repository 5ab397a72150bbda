import { ROLE_TYPES, type RoleType } from '@/contract/role';

import { type Caller, type Tx, query } from './database';

/** 0 for the widest role. An unknown type counts as the narrowest. */
function rank(type: string): number {
  const index = ROLE_TYPES.findIndex((known) => known === type);
  return index < 0 ? ROLE_TYPES.length - 1 : index;
}

/** Whether the caller's role is this one or a wider one. */
export function isAtLeast(caller: Caller, type: RoleType): boolean {
  return rank(caller.roleType) <= rank(type);
}

/** Whether a role is wider than the caller's own. The caller cannot give or edit such a role. */
export function isAbove(type: string, caller: Caller): boolean {
  return rank(type) < rank(caller.roleType);
}

/** Managers and above edit teams and people, and see every team. */
export function isManager(caller: Caller): boolean {
  return isAtLeast(caller, 'manager');
}

/** Whether the caller sees every record of the space. For others lists begin with those they see (`doorstep_mine`). */
export async function seesAll(tx: Tx): Promise<boolean> {
  const [row] = await query<{ all: boolean }>(tx, 'SELECT doorstep_sees_all() AS all');
  return row?.all === true;
}

import { type Role } from '@/contract/role';

import { sortKeyOf } from '@/domain/fold';
import { recordTable } from './recordTable';

/** An integer whose text sorts as the number does, negative ones included. */
const sortableOrder = (order: number) => String(order + 1_000_000_000_000).padStart(16, '0');

const roles = recordTable<Role>('roles', {
  idOf: (role) => role.id,
  sortKey: (role) => `${sortableOrder(role.order ?? 0)} ${sortKeyOf(role.name)}`,
});

export const applyRoles = roles.apply;
export const removeRoles = roles.remove;
/** The roles of the space in their own order. */
export const listRoles = roles.list;

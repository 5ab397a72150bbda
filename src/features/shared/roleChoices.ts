import { type TFunction } from 'i18next';

import { ROLE_TYPES, type Role } from '@/contract/role';

/** Roles to choose from, each with what it allows. */
export function roleChoices(t: TFunction, roles: readonly Role[]) {
  return roles.map(({ id, name, color, type }) => {
    const known = ROLE_TYPES.find((candidate) => candidate === type);
    return {
      value: String(id),
      title: name ?? t('common.unnamed'),
      color,
      ...(known === undefined ? {} : { detail: t(`people.role.type.${known}`) }),
    };
  });
}

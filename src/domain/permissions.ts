import { ROLE_TYPES } from '@/contract/role';

type RoleHolder = { role_data?: { type?: string | undefined } | undefined };
type Led = { leaders?: readonly { id: number }[] | undefined };

/**
 * What a person may do in a space, as far as the phone can tell. It decides what a screen offers; the service has the
 * last word, and its refusal is shown like any other.
 */
export type Permissions = {
  canInvite: boolean;
  canChangeRoles: boolean;
  canCreateTeams: boolean;
  canDeleteTeams: boolean;
  canCorrectBundles: boolean;
  canEditPerson(person: RoleHolder & { id: number }): boolean;
  canChangeRoleOf(person: RoleHolder): boolean;
  canGiveRole(type: string | undefined): boolean;
  canEditTeam(team: Led): boolean;
};

/** 0 for the widest role. A kind that nobody here knows counts as the narrowest, as the service counts it. */
function rank(type: string): number {
  const index = ROLE_TYPES.findIndex((known) => known === type);
  return index < 0 ? ROLE_TYPES.length - 1 : index;
}

/**
 * The permissions of a person with this kind of role. A service that does not say which role somebody has is asked by
 * trying: everything is offered.
 */
export function permissionsOf(me: { id: number; roleType: string | undefined }): Permissions {
  const { roleType } = me;
  const isAtLeast = (type: string) => roleType === undefined || rank(roleType) <= rank(type);
  const isNotAbove = (type: string | undefined) =>
    roleType === undefined || type === undefined || rank(type) >= rank(roleType);
  const manages = isAtLeast('manager');
  const administers = isAtLeast('admin');
  return {
    canInvite: manages,
    canChangeRoles: administers,
    canCreateTeams: manages,
    canDeleteTeams: manages,
    canCorrectBundles: manages,
    canEditPerson: (person) => person.id === me.id || (manages && isNotAbove(person.role_data?.type)),
    canChangeRoleOf: (person) => administers && isNotAbove(person.role_data?.type),
    canGiveRole: isNotAbove,
    canEditTeam: ({ leaders }) => manages || (leaders ?? []).some(({ id }) => id === me.id),
  };
}

import { ROLE_TYPES } from '@/contract/role';

type RoleHolder = { role_data?: { type?: string | undefined } | undefined };
type Led = { leaders?: readonly { id: number }[] | undefined };

/** What a user may do in a space. Controls what screens offer; the service decides. */
export type Permissions = {
  canInvite: boolean;
  canChangeRoles: boolean;
  canCreateTeams: boolean;
  /** Adds people to teams. Leaders choose only among those who are in theirs. */
  canAddToTeams: boolean;
  canDeleteTeams: boolean;
  canPlanActions: boolean;
  canEditCatalogue: boolean;
  canCorrectBundles: boolean;
  /** Changes names and tags of contacts, takes opt-outs back, links gifts, imports and merges. */
  canEditContacts: boolean;
  /** Searches contacts of the service that are not on the phone. */
  canSearchEveryone: boolean;
  /** Reads the audit log, creates tokens for scripts, exports and erases the data of a person. */
  canAdminister: boolean;
  canEditPerson(person: RoleHolder & { id: number }): boolean;
  canChangeRoleOf(person: RoleHolder): boolean;
  /** Suspending, removing and re-admitting: people below the own role. */
  canEndMembershipOf(person: RoleHolder & { id: number }): boolean;
  canGiveRole(type: string | undefined): boolean;
  canEditTeam(team: Led): boolean;
};

/** 0 for the widest role. An unknown type counts as the narrowest, as on the service. */
function rank(type: string): number {
  const index = ROLE_TYPES.findIndex((known) => known === type);
  return index < 0 ? ROLE_TYPES.length - 1 : index;
}

/** The permissions of a role type. Where the service does not report a role, everything is offered. */
export function permissionsOf(me: { id: number; roleType: string | undefined }): Permissions {
  const { roleType } = me;
  const isAtLeast = (type: string) => roleType === undefined || rank(roleType) <= rank(type);
  const isNotAbove = (type: string | undefined) =>
    roleType === undefined || type === undefined || rank(type) >= rank(roleType);
  const isManager = isAtLeast('manager');
  const isAdmin = isAtLeast('admin');
  return {
    canInvite: isManager,
    canChangeRoles: isAdmin,
    canCreateTeams: isManager,
    canAddToTeams: isManager,
    canDeleteTeams: isManager,
    canPlanActions: isManager,
    canEditCatalogue: isAdmin,
    canCorrectBundles: isManager,
    canEditContacts: isManager,
    canSearchEveryone: isManager,
    canAdminister: isAdmin,
    canEditPerson: (person) => person.id === me.id || (isManager && isNotAbove(person.role_data?.type)),
    canChangeRoleOf: (person) => isAdmin && isNotAbove(person.role_data?.type),
    canEndMembershipOf: (person) =>
      isManager &&
      person.id !== me.id &&
      roleType !== undefined &&
      rank(person.role_data?.type ?? 'user') > rank(roleType),
    canGiveRole: isNotAbove,
    canEditTeam: ({ leaders }) => isManager || (leaders ?? []).some(({ id }) => id === me.id),
  };
}

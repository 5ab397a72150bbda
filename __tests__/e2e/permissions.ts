import { type Role } from './harness';

/** What a role can do besides reading and recording. */
type Permissions = {
  invites: boolean;
  edits: boolean;
  createsTeams: boolean;
  changesRoles: boolean;
  corrects: boolean;
};
const none: Permissions = {
  invites: false,
  edits: false,
  createsTeams: false,
  changesRoles: false,
  corrects: false,
};
const all: Permissions = {
  invites: true,
  edits: true,
  createsTeams: true,
  changesRoles: true,
  corrects: true,
};
/** The pages of each role; all other users see there that they have no permission. */
export const permissions: Record<Role, Permissions> = {
  admin: all,
  manager: { ...all, changesRoles: false },
  leader: none,
  volunteer: none,
};

import { type Role } from './harness';

/** What somebody may do beyond reading and recording. */
type Rights = {
  invites: boolean;
  edits: boolean;
  makesTeams: boolean;
  changesRoles: boolean;
  corrects: boolean;
};
const none: Rights = {
  invites: false,
  edits: false,
  makesTeams: false,
  changesRoles: false,
  corrects: false,
};
const all: Rights = { invites: true, edits: true, makesTeams: true, changesRoles: true, corrects: true };
/** What each role is offered; whoever else comes to the page of it is told that they may not. */
export const rights: Record<Role, Rights> = {
  admin: all,
  manager: { ...all, changesRoles: false },
  leader: none,
  volunteer: none,
};

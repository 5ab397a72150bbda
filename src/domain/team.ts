import { type PublicTeam, type Team, type TeamMember } from '@/contract/team';

/** A person of a team as lists show them. */
export type TeamPerson = Pick<TeamMember, 'id' | 'firstname' | 'surname' | 'mail' | 'phone' | 'role'> & {
  isLeader: boolean;
};

type Named = Pick<TeamPerson, 'firstname' | 'surname' | 'mail'>;
export type AnyTeam = Pick<Team | PublicTeam, 'leaders' | 'users' | 'hide_users'>;

/** The current user: a manager may see hidden members. */
export type Viewer = { userId: number; isManager: boolean };

/** Whether a person inside a record is an id without a name: the feed sends each person once, in the list of people. */
export function isReference({ firstname, surname, mail }: Named): boolean {
  return firstname === undefined && surname === undefined && mail === undefined;
}

export function isLedBy(team: AnyTeam, userId: number): boolean {
  return (team.leaders ?? []).some((leader) => leader.id === userId);
}

export function hasMember(team: AnyTeam, userId: number): boolean {
  return isLedBy(team, userId) || (team.users ?? []).some((user) => user.id === userId);
}

/** Whether the members may be shown. Leaders always are. */
export function seesMembers(team: AnyTeam, viewer: Viewer): boolean {
  return team.hide_users !== true || viewer.isManager || hasMember(team, viewer.userId);
}

/** The people of a team that this viewer may see: leaders first, no duplicates. */
export function peopleOf(team: AnyTeam, viewer: Viewer): TeamPerson[] {
  const leaders = team.leaders ?? [];
  const members = seesMembers(team, viewer) ? (team.users ?? []) : [];
  const leading = new Set(leaders.map((leader) => leader.id));
  const shown = new Map<number, TeamPerson>();
  for (const { id, firstname, surname, mail, phone, role } of [...leaders, ...members])
    shown.set(id, { id, firstname, surname, mail, phone, role, isLeader: leading.has(id) });
  return [...shown.values()];
}

/** "Amina Berger"; the mail address where there is no name. */
export function personName({ firstname, surname, mail }: Named): string {
  return [firstname, surname].filter(Boolean).join(' ') || (mail ?? '');
}

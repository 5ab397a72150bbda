import { type TeamView } from '@/db/teams';
import { hasMember, isLedBy } from '@/domain/team';

/** The team to show first: one that the person leads, else one they are in. */
export function myTeam(teams: readonly TeamView[], userId: number): TeamView | null {
  return (
    teams.find(({ team }) => isLedBy(team, userId)) ??
    teams.find(({ team }) => hasMember(team, userId)) ??
    null
  );
}

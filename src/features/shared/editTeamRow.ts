import { type Team, type TeamReplace } from '@/contract/team';
import { type NewOutboxRow } from '@/db/outbox/outbox';

interface Edit {
  id: string;
  entity: string;
  /** The team as the person saw it: the base of the merge with what others change meanwhile. */
  seen: Team;
  team: TeamReplace;
}

/** A change of a team with the team it was made on; merged with the service's team when it is sent. */
export function editTeamRow({ id, entity, seen, team }: Edit): NewOutboxRow {
  return {
    id,
    kind: 'team_edit',
    entity,
    body: JSON.stringify({ data: { team } }),
    bodyVersion: 1,
    base: seen,
    who: team.name ?? seen.name ?? '',
  };
}

import { type Team, type TeamCreate, type TeamReplace } from '@/contract/team';
import { type NewOutboxRow } from '@/db/outbox/outbox';
import { entityOf } from '@/domain/entity';

const BODY_VERSION = 1;

/** A new team. Until it has arrived, it goes by the id of this row. */
export function createTeamRow(id: string, team: TeamCreate): NewOutboxRow {
  return {
    id,
    kind: 'team_create',
    entity: entityOf('team', id),
    body: JSON.stringify({ data: { team } }),
    bodyVersion: BODY_VERSION,
    who: team.name,
  };
}

interface Edit {
  id: string;
  entity: string;
  /** The team as the person saw it: what others change meanwhile is told apart from it. */
  seen: Team;
  team: TeamReplace;
}

/** A change of a team, kept as the change and what it was made on; merged with the service's team on sending. */
export function editTeamRow({ id, entity, seen, team }: Edit): NewOutboxRow {
  return {
    id,
    kind: 'team_edit',
    entity,
    body: JSON.stringify({ data: { team } }),
    bodyVersion: BODY_VERSION,
    base: seen,
    who: team.name ?? seen.name ?? '',
  };
}

/** The end of a team. Behind a team that is not sent yet it waits until that has arrived. */
export function deleteTeamRow(id: string, entity: string, name: string): NewOutboxRow {
  return { id, kind: 'team_delete', entity, body: '', bodyVersion: BODY_VERSION, who: name };
}

import { RoleChangeRequest, UserUpdateRequest, type UserUpdate } from '@/contract/user';
import { TeamReplaceRequest } from '@/contract/team';
import { type NewOutboxRow } from '@/db/outbox/outbox';
import { type TeamView } from '@/db/teams';
import { entityOf } from '@/domain/entity';
import { editTeamRow } from '@/features/shared/editTeamRow';

interface About {
  /** Created when the form opens: a second tap is the same change. */
  id: string;
  userId: number;
  /** The label in the outbox. */
  who: string;
}

/** The outbox row of a changed profile. */
export function userUpdateRow({ id, userId, who }: About, update: UserUpdate): NewOutboxRow {
  return {
    id,
    kind: 'user_update',
    entity: entityOf('user', userId),
    body: JSON.stringify(UserUpdateRequest.parse({ data: update })),
    bodyVersion: 1,
    who,
  };
}

/** The outbox row of a changed role. Changes of one person are sent in their order. */
export function roleChangeRow({ id, userId, who }: About, roleId: number): NewOutboxRow {
  return {
    id,
    kind: 'role_change',
    entity: entityOf('user', userId),
    body: JSON.stringify(RoleChangeRequest.parse({ data: { user_id: userId, role_id: roleId } })),
    bodyVersion: 1,
    who,
  };
}

/** The outbox row that adds people to a team. Null where they are all in it, or its members are hidden from this person. */
export function joinTeamRow(id: string, view: TeamView, people: readonly number[]): NewOutboxRow | null {
  const { team, entity, id: number } = view;
  if (number === null || (team.users === undefined && team.hide_users === true)) return null;
  const ids = (list: readonly { id: number }[] | undefined) => (list ?? []).map((person) => person.id);
  const present = new Set([...ids(team.leaders), ...ids(team.users)]);
  const added = people.filter((person) => !present.has(person));
  if (added.length === 0) return null;
  const asReferences = (list: readonly number[]) => list.map((person) => ({ id: person }));
  // Every other field goes along: a replace clears what it omits.
  const { data } = TeamReplaceRequest.parse({
    data: {
      team: {
        ...team,
        id: number,
        leaders: asReferences(ids(team.leaders)),
        users: asReferences([...ids(team.users), ...added]),
      },
    },
  });
  return editTeamRow({ id, entity, seen: { ...team, id: number }, team: data.team });
}

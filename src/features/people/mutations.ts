import { RoleChangeRequest, UserUpdateRequest, type User, type UserUpdate } from '@/contract/user';
import { TeamReplaceRequest } from '@/contract/team';
import { type NewOutboxRow } from '@/db/outbox/outbox';
import { type TeamView } from '@/db/teams';
import { entityOf } from '@/domain/entity';
import { editTeamRow } from '@/features/shared/editTeamRow';

interface About {
  /** Created when the form opens: a second tap is the same change. */
  id: string;
  /** The person as the form showed them: a list that still shows this does not have the change. */
  seen: Pick<User, 'id' | 'role_data'>;
  /** The label in the outbox. */
  who: string;
}

/** The outbox row of a changed profile. */
export function userUpdateRow({ id, seen, who }: About, update: UserUpdate): NewOutboxRow {
  return {
    id,
    kind: 'user_update',
    entity: entityOf('user', seen.id),
    body: JSON.stringify(UserUpdateRequest.parse({ data: update })),
    bodyVersion: 1,
    base: seen,
    who,
  };
}

/** The outbox row of a changed role. Changes of one person are sent in their order. */
export function roleChangeRow({ id, seen, who }: About, roleId: number): NewOutboxRow {
  return {
    id,
    kind: 'role_change',
    entity: entityOf('user', seen.id),
    body: JSON.stringify(RoleChangeRequest.parse({ data: { user_id: seen.id, role_id: roleId } })),
    bodyVersion: 1,
    base: seen,
    who,
  };
}

const idsOf = (list: readonly { id: number }[] | undefined) => (list ?? []).map(({ id }) => id);

/** Which of these people are in a team; null where its members are hidden from this person. */
export function membersAmong({ team }: TeamView, people: readonly number[]): number[] | null {
  if (team.users === undefined && team.hide_users === true) return null;
  const present = new Set([...idsOf(team.leaders), ...idsOf(team.users)]);
  return people.filter((person) => present.has(person));
}

/** The outbox row that adds people to a team or removes them. Null where that changes nothing, or its members are hidden. */
export function teamMembersRow(
  id: string,
  view: TeamView,
  { what, people }: { what: 'join' | 'leave'; people: readonly number[] }
): NewOutboxRow | null {
  const { team, entity, id: number } = view;
  const members = membersAmong(view, people);
  if (number === null || members === null) return null;
  const moved = what === 'join' ? people.filter((person) => !members.includes(person)) : members;
  if (moved.length === 0) return null;
  const stays = (list: readonly { id: number }[] | undefined) =>
    idsOf(list).filter((person) => what === 'join' || !moved.includes(person));
  const asReferences = (list: readonly number[]) => list.map((person) => ({ id: person }));
  // Every other field is sent too: a replace clears what it omits.
  const { data } = TeamReplaceRequest.parse({
    data: {
      team: {
        ...team,
        id: number,
        leaders: asReferences(stays(team.leaders)),
        users: asReferences([...stays(team.users), ...(what === 'join' ? moved : [])]),
      },
    },
  });
  return editTeamRow({ id, entity, seen: { ...team, id: number }, team: data.team });
}

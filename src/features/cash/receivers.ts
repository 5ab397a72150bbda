import type { TeamView } from '@/db/teams';
import type { UserLine } from '@/db/users';
import { hasMember, isLedBy, personName } from '@/domain/team';

/** A person to whom cash can be handed over. `detail` is their team or role. */
export type Receiver = { id: number; name: string; detail: string };

/** The leaders of one's own teams first, then managers, then the leaders of other teams, with whom a leader can exchange cash. */
export function listReceivers(
  userId: number,
  teams: readonly Pick<TeamView, 'team'>[],
  managers: readonly Pick<UserLine, 'id' | 'name' | 'roleName'>[]
): Receiver[] {
  type Team = (typeof teams)[number]['team'];
  const isOwn = (team: Team) => !isLedBy(team, userId) && hasMember(team, userId);
  const leadersOf = (chosen: readonly Team[]): Receiver[] =>
    chosen.flatMap((team) =>
      (team.leaders ?? []).map((leader) => ({
        id: leader.id,
        name: personName(leader),
        detail: team.name ?? '',
      }))
    );
  const all = teams.map(({ team }) => team);
  const receivers = [
    ...leadersOf(all.filter(isOwn)),
    ...managers.map(({ id, name, roleName }) => ({ id, name, detail: roleName ?? '' })),
    ...leadersOf(all.filter((team) => !isOwn(team))),
  ];
  return receivers.filter(
    ({ id }, index) => id !== userId && receivers.findIndex((other) => other.id === id) === index
  );
}

import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useLocalSearchParams } from 'expo-router';

import { type OutboxRow } from '@/db/outbox/outbox';
import { type PublicTeam, type Team } from '@/contract/team';
import { peopleOf, seesMembers, type TeamPerson } from '@/domain/team';
import { readAddress, type Address } from '@/domain/address';
import { useRuntime } from '@/features/shared/runtime';
import { teamQueries } from '@/queries/teams';

/** A team as its screens show it, own or public. */
export interface ShownTeam {
  /** Null while the team is only on this phone. */
  id: number | null;
  team: Omit<Team, 'id'> | PublicTeam;
  /** Among the teams one has access to, rather than in the public list alone. */
  isOwn: boolean;
  isPrivate: boolean;
  pending: readonly OutboxRow[];
  people: TeamPerson[];
  areMembersHidden: boolean;
  address: Address | null;
}

/** The team in the address of the screen; null when it is not on the phone. */
export function useTeam(): { id: string; query: UseQueryResult<ShownTeam | null> } {
  const { id = '' } = useLocalSearchParams<{ id: string }>();
  const runtime = useRuntime();
  const query = useQuery({
    ...teamQueries.one(runtime, id),
    select: ({ own, open, viewer }): ShownTeam | null => {
      const team = own?.team ?? open;
      if (team === null) return null;
      return {
        id: own ? own.id : (open?.id ?? null),
        team,
        isOwn: own !== null,
        isPrivate: own?.team.private === true,
        pending: own?.pending ?? [],
        people: peopleOf(team, viewer),
        areMembersHidden: !seesMembers(team, viewer),
        address: team.address === undefined ? null : readAddress(team.address),
      };
    },
  });
  return { id, query };
}

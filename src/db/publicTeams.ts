import { type PublicTeam } from '@/contract/team';

import { sortKeyOf } from '@/domain/fold';
import { recordTable } from './recordTable';

const publicTeams = recordTable<PublicTeam>('public_teams', {
  idOf: (team) => team.id,
  sortKey: (team) => sortKeyOf(team.name),
});

export const applyPublicTeams = publicTeams.apply;
export const removePublicTeams = publicTeams.remove;
export const getPublicTeam = publicTeams.get;
export const listPublicTeams = publicTeams.list;

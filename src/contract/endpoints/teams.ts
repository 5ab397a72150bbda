import { bareList, envelopedList, envelopedOne } from '../envelope';
import { IdParams } from '../primitives';
import {
  PublicTeamListResponse,
  PublicTeamRead,
  TeamCreateRequest,
  TeamDeletedRead,
  TeamDeletedResponse,
  TeamListQuery,
  TeamListResponse,
  TeamParams,
  TeamRead,
  TeamReplaceBody,
  TeamReplaceRequest,
  TeamResponse,
} from '../team';
import { get, post, patch, type Endpoint } from './endpoint';

const readTeam = envelopedOne(TeamRead, 'team');

/** Teams. */
export const teamsEndpoints = {
  listTeams: {
    ...get,
    path: '/teams',
    query: TeamListQuery,
    response: TeamListResponse,
    read: envelopedList(TeamRead, 'teams'),
  },
  createTeam: { ...post, path: '/teams', body: TeamCreateRequest, response: TeamResponse, read: readTeam },
  getTeam: { ...get, path: '/teams/:id', params: TeamParams, response: TeamResponse, read: readTeam },
  replaceTeam: {
    ...patch,
    path: '/teams',
    body: TeamReplaceBody,
    request: TeamReplaceRequest,
    response: TeamResponse,
    read: readTeam,
  },
  deleteTeam: {
    ...post,
    method: 'DELETE',
    path: '/teams/:id',
    params: IdParams,
    response: TeamDeletedResponse,
    read: envelopedOne(TeamDeletedRead),
  },
  listPublicTeams: {
    ...get,
    path: '/teams/public',
    response: PublicTeamListResponse,
    read: bareList(PublicTeamRead),
    envelope: 'bare',
  },
} as const satisfies Record<string, Endpoint>;

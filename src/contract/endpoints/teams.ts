import {
  BoardEntrySchema,
  BoardReceivedSchema,
  BoardReportRequest,
  BoardReportResponse,
  TeamBoardResponse,
} from '../board';
import { bareList, envelopedList, envelopedOne } from '../envelope';
import { NewcomerCodeRequest, NewcomerCodeResponse, NewcomerCodeSchema } from '../newcomerCode';
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
  createNewcomerCode: {
    ...post,
    path: '/v1/teams/:id/newcomer_code',
    params: IdParams,
    body: NewcomerCodeRequest,
    response: NewcomerCodeResponse,
    read: envelopedOne(NewcomerCodeSchema),
    extension: 'newcomer_codes',
  },
  /** The counts of a phone for the boards of the person's leaders. */
  reportToBoard: {
    ...post,
    path: '/v1/board',
    body: BoardReportRequest,
    response: BoardReportResponse,
    read: envelopedOne(BoardReceivedSchema),
    extension: 'board',
  },
  getTeamBoard: {
    ...get,
    path: '/v1/teams/:id/board',
    params: IdParams,
    response: TeamBoardResponse,
    read: envelopedList(BoardEntrySchema, 'board'),
    extension: 'board',
  },
  listPublicTeams: {
    ...get,
    path: '/teams/public',
    response: PublicTeamListResponse,
    read: bareList(PublicTeamRead),
    envelope: 'bare',
  },
} as const satisfies Record<string, Endpoint>;

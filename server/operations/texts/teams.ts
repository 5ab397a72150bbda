import type { teamsEndpoints } from '@/contract/endpoints/teams';

import { type EndpointTexts, describe } from './describe';

export const teamsTexts: Readonly<Record<keyof typeof teamsEndpoints, EndpointTexts>> = {
  listTeams: describe(
    'Teams',
    'List the teams the caller can see',
    'With `user_id`, the teams of that user; an empty list if the caller cannot see the user.'
  ),
  createTeam: describe('Teams', 'Create a team'),
  getTeam: describe('Teams', 'Read one team'),
  replaceTeam: describe(
    'Teams',
    'Replace a team',
    'The complete team, with its id in the body: missing fields are reset to their default, except the name. With If-Match, the service refuses the request if the team has changed.'
  ),
  deleteTeam: describe('Teams', 'Delete a team'),
  listPublicTeams: describe(
    'Teams',
    'List the public teams',
    'The response is the list itself, without an envelope; leaders and users are full users.'
  ),
  createNewcomerCode: describe(
    'Teams',
    'Let people into a team on the spot',
    'For leaders of the team and for managers, where the space allows it (`newcomer_codes`). Somebody new enters the code with their mail address when they sign in, and joins the team with the lowest role. Valid for 15 minutes and 20 people; another code ends the one before. Only this response contains the code.'
  ),
  reportToBoard: describe(
    'Teams',
    'Report what a phone counted today',
    'Counts and sums only. Replaces the last report of this phone, which is deleted after a week. Not a record: nothing is in the feed or the audit log.'
  ),
  getTeamBoard: describe(
    'Teams',
    'Read the board of a team',
    'For leaders of the team and for managers: the last report of each phone of its people.'
  ),
};

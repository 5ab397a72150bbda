import type { BodyOf, ResponseOf } from '@/contract/endpoints';
import type { ProblemErrorSchema } from '@/contract/problem';
import type { z } from 'zod';

import { type Service, serveRead, serveWrite } from '../http/endpoint';
import { refuseStale } from '../http/etag';
import { ProblemError } from '../http/problems';
import { requireManager } from '../http/rights';
import type { Caller, Tx } from '../store/database';
import { isManager } from '../store/permissions';
import {
  type TeamWithPeople,
  isVisibleMember,
  getTeam,
  getWrittenTeam,
  insertTeam,
  isLeader,
  listNewcomers,
  listTeams,
  lockTeam,
  publicTeamAnswer,
  replacePeople,
  softDeleteTeam,
  teamAnswer,
  updateTeam,
} from '../store/teams';
import { listUnknownPeople } from '../store/users';

type ProblemItem = z.input<typeof ProblemErrorSchema>;

export function registerTeams(service: Service): void {
  serveRead(service, 'listTeams', async (tx, caller, { query }) => {
    const { user_id: userId } = query;
    const teams = await listTeams(tx, caller);
    const visible =
      userId === undefined ? teams : teams.filter((team) => isVisibleMember(team, userId, caller));
    return { status: 'success', data: { teams: visible.map((team) => teamAnswer(team, caller)) } };
  });

  serveRead(service, 'listPublicTeams', async (tx, caller) => {
    const teams = await listTeams(tx, caller);
    return teams.filter(({ team }) => !team.private).map((team) => publicTeamAnswer(team, caller));
  });

  serveRead(service, 'getTeam', async (tx, caller, { params }) =>
    teamResponse(await getTeam(tx, caller, params.id), caller)
  );

  serveWrite(service, 'createTeam', async (tx, caller, { body }) => {
    requireManager(caller);
    const { team } = body.data;
    const people = peopleOf(team);
    await refuseUnknownPeople(tx, people);
    const id = await insertTeam(tx, caller, contentOf(team, team.name));
    await replacePeople(tx, caller, id, people);
    return teamResponse(await getWrittenTeam(tx, id), caller);
  });

  serveWrite(service, 'replaceTeam', async (tx, caller, { body, headers }) => {
    const { team } = body.data;
    await lockTeam(tx, team.id);
    const before = await getTeam(tx, caller, team.id);
    if (!before) throw new ProblemError('not_found');
    if (!isManager(caller) && !isLeader(before, caller.userId)) throw new ProblemError('forbidden');
    // The ETag of GET /teams/{id} for this caller.
    if (service.config.extensions) refuseStale(headers, teamResponse(before, caller));
    const people = peopleOf(team);
    await refuseUnknownPeople(tx, people);
    if (!isManager(caller) && listNewcomers(before, [...people.leaders, ...people.users]).length > 0)
      throw new ProblemError('forbidden', { detail: 'Only managers add people to a team.' });
    await updateTeam(tx, team.id, contentOf(team, team.name ?? before.team.name));
    await replacePeople(tx, caller, team.id, people);
    return teamResponse(await getWrittenTeam(tx, team.id), caller);
  });

  serveWrite(service, 'deleteTeam', async (tx, caller, { params }) => {
    if (!(await getTeam(tx, caller, params.id))) throw new ProblemError('not_found');
    requireManager(caller);
    if (!(await softDeleteTeam(tx, params.id))) throw new ProblemError('not_found');
    return { status: 'success', data: { message: 'The team was deleted.', team_id: params.id } };
  });
}

function teamResponse(team: TeamWithPeople | null, caller: Caller): ResponseOf<'getTeam'> {
  if (!team) throw new ProblemError('not_found');
  return { status: 'success', data: { team: teamAnswer(team, caller) } };
}

type GivenTeam = BodyOf<'createTeam'>['data']['team'] | BodyOf<'replaceTeam'>['data']['team'];

/** A replace resets every missing field but the name to its default. */
function contentOf(team: GivenTeam, name: string) {
  const fields = Object.entries(team.address ?? {}).filter(
    ([, value]) => value !== null && value !== undefined
  );
  return {
    name,
    description: team.description ?? null,
    private: team.private ?? false,
    hideUsers: team.hide_users ?? false,
    address: fields.length === 0 ? null : Object.fromEntries(fields),
  };
}

function peopleOf({ leaders, users }: GivenTeam): { leaders: number[]; users: number[] } {
  const ids = (people: readonly { id: number }[] | null | undefined) => (people ?? []).map(({ id }) => id);
  return { leaders: ids(leaders), users: ids(users) };
}

async function refuseUnknownPeople(tx: Tx, people: { leaders: number[]; users: number[] }): Promise<void> {
  const unknown = await listUnknownPeople(tx, [...people.leaders, ...people.users]);
  if (unknown.size === 0) return;
  const errorsOf = (list: 'leaders' | 'users'): ProblemItem[] =>
    people[list].flatMap((id, index) =>
      unknown.has(id)
        ? { location: `body/data/team/${list}/${index}/id`, message: 'no user of this space has this id' }
        : []
    );
  throw new ProblemError('invalid', { errors: [...errorsOf('leaders'), ...errorsOf('users')] });
}

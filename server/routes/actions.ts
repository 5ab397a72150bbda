import type { ActionUpdate } from '@/contract/action';
import type { ResponseOf } from '@/contract/endpoints';
import type { ProblemErrorSchema } from '@/contract/problem';
import { readOutlines } from '@/domain/geo';
import { isStationList, isStreetList, outlineProblem } from '@/domain/turf';
import type { z } from 'zod';

import { type Service, serveRead, serveWrite } from '../http/endpoint';
import { refuseStale } from '../http/etag';
import { ProblemError, invalid } from '../http/problems';
import { requireManager } from '../http/rights';
import { getAction, listActions } from '../store/actions';
import {
  MOST_DOORS,
  TURF_FIELDS,
  insertAction,
  lockAction,
  replaceForms,
  replaceParticipants,
  replaceTurf,
  updateAction,
} from '../store/actionWrites';
import type { Caller, Tx } from '../store/database';
import { listTeamRows } from '../store/teams';
import { listUnknownPeople } from '../store/users';

type ProblemItem = z.input<typeof ProblemErrorSchema>;
type ActionAnswer = ResponseOf<'getAction'>;

export function registerActions(service: Service): void {
  serveRead(service, 'listActions', async (tx, caller, { query }) => ({
    status: 'success',
    data: { ActionsAggreg: await listActions(tx, caller, query) },
  }));

  serveRead(service, 'getAction', (tx, caller, { params }) => actionResponse(tx, caller, params.id));

  serveWrite(service, 'createAction', async (tx, caller, { body }) => {
    requireManager(caller);
    const { action } = body.data;
    refuseBadContent(action, {});
    const id = await insertAction(tx, caller, action);
    await writeParts(tx, caller, id, action);
    return actionResponse(tx, caller, id);
  });

  serveWrite(service, 'updateAction', async (tx, caller, { params, body, headers }) => {
    await lockAction(tx, params.id);
    const before = await actionResponse(tx, caller, params.id);
    requireManager(caller);
    refuseStale(headers, before);
    const { action } = body.data;
    refuseBadContent(action, before.data.Action);
    await updateAction(tx, params.id, action);
    await writeParts(tx, caller, params.id, action);
    return actionResponse(tx, caller, params.id);
  });
}

async function actionResponse(tx: Tx, caller: Caller, id: number): Promise<ActionAnswer> {
  const action = await getAction(tx, caller, id);
  if (!action) throw new ProblemError('not_found');
  return { status: 'success', data: action };
}

/** An outline is checked edge by edge, each with every other. */
const MOST_CORNERS = 2_000;
/** Every contact near the turf is compared with each corner of its areas. */
const MOST_CORNERS_OF_ALL = 10_000;

/** Refuses what a form shows at its field: an end before the start, an area that crosses itself. */
function refuseBadContent(
  action: ActionUpdate,
  before: { start?: string | undefined; end?: string | undefined }
): void {
  const start = action.start === undefined ? before.start : action.start;
  const end = action.end === undefined ? before.end : action.end;
  if (start && end && Date.parse(end) < Date.parse(start))
    throw invalid('body/data/action/end', 'the end is before the start');
  if (!isStreetList(action.address_included ?? ''))
    throw invalid('body/data/action/address_included', 'expected a list of streets');
  if (!isStationList(action.polling_station_included ?? ''))
    throw invalid('body/data/action/polling_station_included', 'expected a list of polling stations');
  for (const field of ['polygon', 'not_polygon'] as const) {
    const text = action[field] ?? '';
    if (text === '') continue;
    const outlines = readOutlines(text);
    if (outlines.length === 0)
      throw invalid(`body/data/action/${field}`, 'expected GeoJSON with at least one area');
    if (outlines.some((area) => area.length > MOST_CORNERS))
      throw invalid(`body/data/action/${field}`, `an area has more than ${MOST_CORNERS} corners`);
    if (outlines.reduce((sum, area) => sum + area.length, 0) > MOST_CORNERS_OF_ALL)
      throw invalid(
        `body/data/action/${field}`,
        `the areas have more than ${MOST_CORNERS_OF_ALL} corners together`
      );
    if (outlines.some((area) => outlineProblem(area) !== null))
      throw invalid(`body/data/action/${field}`, 'an area has too few corners or crosses itself');
  }
}

/** The parts of an action outside its row. */
async function writeParts(tx: Tx, caller: Caller, id: number, action: ActionUpdate): Promise<void> {
  const users = action.users?.map((user) => user.id);
  const teams = action.teams?.map((team) => team.id);
  const forms = action.forms?.map((form) => form.id);
  if (users) {
    const unknown = await listUnknownPeople(tx, users);
    refuseUnknown('users', users, unknown);
    await replaceParticipants(tx, caller, id, 'users', users);
  }
  if (teams) {
    const known = new Set((await listTeamRows(tx, caller, teams)).map((team) => team.id));
    refuseUnknown('teams', teams, new Set(teams.filter((team) => !known.has(team))));
    await replaceParticipants(tx, caller, id, 'teams', teams);
  }
  if (forms) refuseUnknown('forms', forms, new Set(await replaceForms(tx, id, forms)));
  const hasTurf = TURF_FIELDS.some((field) => action[field] !== undefined);
  if (hasTurf && !(await replaceTurf(tx, id, action)))
    throw invalid('body/data/action/polygon', `the turf has more than ${MOST_DOORS} doors`);
}

function refuseUnknown(
  list: 'users' | 'teams' | 'forms',
  ids: readonly number[],
  unknown: ReadonlySet<number>
): void {
  if (unknown.size === 0) return;
  const errors = ids.flatMap((id, index): ProblemItem[] =>
    unknown.has(id)
      ? [{ location: `body/data/action/${list}/${index}/id`, message: 'this space has no such record' }]
      : []
  );
  throw new ProblemError('invalid', { errors });
}

import { type Service, serveRead, serveWrite } from '../http/endpoint';
import { ProblemError } from '../http/problems';
import { listTeamBoard, setBoardReport } from '../store/board';
import { isManager } from '../store/permissions';
import { getTeam, isLeader } from '../store/teams';

/** The board of a leader. The database shows each person's counts to them, the leaders of their teams and managers only. */
export function registerBoard(service: Service): void {
  serveWrite(service, 'reportToBoard', async (tx, caller, { body }) => ({
    status: 'success',
    data: { received_at: await setBoardReport(tx, caller, body.data.report) },
  }));

  serveRead(service, 'getTeamBoard', async (tx, caller, { params: { id } }) => {
    const team = await getTeam(tx, caller, id);
    if (!team) throw new ProblemError('not_found');
    if (!isManager(caller) && !isLeader(team, caller.userId)) throw new ProblemError('forbidden');
    return { status: 'success', data: { board: await listTeamBoard(tx, id) } };
  });
}

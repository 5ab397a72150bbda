import type { z } from 'zod';

import type { BoardEntrySchema, BoardReport } from '@/contract/board';

import { type Caller, type Tx, query } from './database';
import { iso } from './shape';

type BoardEntryAnswer = z.input<typeof BoardEntrySchema>;
type BoardRow = {
  userId: number;
  deviceId: number;
  receivedAt: Date;
  report: BoardEntryAnswer['report'];
};

/** Replaces the last report of this phone. */
export async function setBoardReport(tx: Tx, caller: Caller, report: BoardReport): Promise<string> {
  const [row] = await query<{ receivedAt: Date }>(
    tx,
    `INSERT INTO board_reports (group_id, device_id, report) VALUES ($1, $2, $3)
     ON CONFLICT (group_id, user_id, device_id) DO UPDATE SET report = excluded.report, received_at = now()
     RETURNING received_at AS "receivedAt"`,
    [caller.groupId, caller.deviceId ?? 0, JSON.stringify(report)]
  );
  if (!row) throw new Error('the report was not stored');
  return iso(row.receivedAt);
}

/** The last report of each phone of the team's people. A check-in at another team is not theirs to see. */
export async function listTeamBoard(tx: Tx, teamId: number): Promise<BoardEntryAnswer[]> {
  const rows = await query<BoardRow>(
    tx,
    `SELECT b.user_id AS "userId", b.device_id AS "deviceId", b.received_at AS "receivedAt",
       CASE WHEN (b.report #>> '{checked_in,team_id}')::bigint = x.team_id THEN b.report
            ELSE b.report - 'checked_in' END AS report
     FROM board_reports b JOIN team_users x ON x.group_id = b.group_id AND x.user_id = b.user_id
     WHERE x.team_id = $1 AND b.received_at > now() - interval '7 days'
     ORDER BY b.user_id, b.device_id`,
    [teamId]
  );
  return rows.map(({ userId, deviceId, receivedAt, report }) => ({
    user_id: userId,
    device_id: deviceId,
    received_at: iso(receivedAt),
    report,
  }));
}

import { type CheckIn } from '@/domain/board';
import { currentRollCall } from '@/domain/rollCall';

import { parseBody } from './recordTable';
import { type Scope } from './scopes';
import { type Reader, type Transaction } from './store';

/** Who was present, and when each person was ticked. Stays on this phone. */
export type RollCall = {
  id: string;
  teamId: number;
  startedAt: number;
  present: { userId: number; at: number }[];
  /** Who was unticked, and when: an earlier check-in does not tick them again. */
  absent?: { userId: number; at: number }[];
  /** Who is here and not in the team. */
  guests?: { id: string; name: string; at: number }[];
};

export async function setRollCall(tx: Transaction, scope: Scope, rollCall: RollCall): Promise<void> {
  await tx.run(
    `INSERT INTO roll_calls (scope_id, id, team_id, started_at, body) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (scope_id, id) DO UPDATE SET body = excluded.body`,
    [scope.id, rollCall.id, rollCall.teamId, rollCall.startedAt, JSON.stringify(rollCall)]
  );
}

/** Deletes the roll calls that began before a time: they name who was where. */
export async function removeRollCallsBefore(tx: Transaction, scope: Scope, time: number): Promise<void> {
  await tx.run('DELETE FROM roll_calls WHERE scope_id = ? AND started_at < ?', [scope.id, time]);
}

/** The roll calls of a team, the latest first. */
export async function listRollCalls(reader: Reader, scope: Scope, teamId: number): Promise<RollCall[]> {
  const rows = await reader.all<{ body: string }>(
    'SELECT body FROM roll_calls WHERE scope_id = ? AND team_id = ? ORDER BY started_at DESC, id',
    [scope.id, teamId]
  );
  return rows.map((row) => parseBody<RollCall>(row.body));
}

/**
 * Ticks who checked in, in the roll call of that time; the first check-in starts one. A person whom the leader unticked later
 * stays absent.
 */
export async function applyCheckIns(
  tx: Transaction,
  scope: Scope,
  { teamId, checkIns, newId }: { teamId: number; checkIns: readonly CheckIn[]; newId: () => string }
): Promise<void> {
  for (const checkIn of checkIns) {
    const found = currentRollCall(await listRollCalls(tx, scope, teamId), checkIn.at);
    const rollCall = found ?? { id: newId(), teamId, startedAt: checkIn.at, present: [] };
    const isOf = ({ userId }: CheckIn) => userId === checkIn.userId;
    if (rollCall.present.some(isOf)) continue;
    if (rollCall.absent?.some((entry) => isOf(entry) && entry.at >= checkIn.at)) continue;
    await setRollCall(tx, scope, { ...rollCall, present: [...rollCall.present, checkIn] });
  }
}

import { setFact } from '@/db/facts';
import { applyCheckIns } from '@/db/rollCalls';
import { checkInsOf } from '@/domain/board';
import { isCheckedIn } from '@/domain/checkIn';

import { type OnlineFailure, type Runtime } from './runtime';

type Parts = Pick<Runtime, 'online' | 'store' | 'scope' | 'now' | 'newId' | 'sync'>;

/** Fetches the board of a team, stores it on this phone for when there is no signal, and ticks who checked in. */
export async function fetchBoard(
  { online, store, scope, now, newId, sync }: Parts,
  teamId: number
): Promise<OnlineFailure | 'read'> {
  const result = await online.read({ endpoint: 'getTeamBoard', params: { id: teamId } });
  if (result.kind !== 'read') return result.kind;
  const entries = result.value.good;
  const readAt = now();
  // A roll call has the times of this phone, whose clock may be wrong.
  const ahead = sync.getStatus().clockAheadMs ?? 0;
  const checkIns = checkInsOf(entries, teamId)
    .map(({ userId, at }) => ({ userId, at: at + ahead }))
    .filter(({ at }) => isCheckedIn(at, readAt));
  await store.write(async (tx) => {
    await setFact(tx, scope, 'board', { readAt, entries }, String(teamId));
    await applyCheckIns(tx, scope, { teamId, checkIns, newId });
  });
  return 'read';
}

import { setFact } from '@/db/facts';
import { type OnlineFailure, type Runtime } from '@/features/shared/runtime';

/** Fetches the board of a team and stores it on this phone, for when there is no signal. */
export async function fetchBoard(
  { online, store, scope, now }: Pick<Runtime, 'online' | 'store' | 'scope' | 'now'>,
  teamId: number
): Promise<OnlineFailure | 'read'> {
  const result = await online.read({ endpoint: 'getTeamBoard', params: { id: teamId } });
  if (result.kind !== 'read') return result.kind;
  const entries = result.value.good;
  await store.write((tx) => setFact(tx, scope, 'board', { readAt: now(), entries }, String(teamId)));
  return 'read';
}

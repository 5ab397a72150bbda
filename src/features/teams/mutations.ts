import { listRollCalls, setRollCall, type RollCall } from '@/db/rollCalls';
import { type Runtime } from '@/features/shared/runtime';

/** After this long a roll call is over: the next tick begins another one. */
const longestMs = 12 * 60 * 60_000;

/**
 * The roll call that is going on, among those of a team (latest first); null when the last one is over. One that began
 * under a clock set far ahead is not: before it lies the one that each further tick belongs to.
 */
export function currentRollCall(rollCalls: readonly RollCall[], now: number): RollCall | null {
  return rollCalls.find(({ startedAt }) => Math.abs(now - startedAt) < longestMs) ?? null;
}

type Parts = Pick<Runtime, 'store' | 'scope' | 'now' | 'newId'>;

/**
 * Notes that somebody is here, or is not after all. What is ticked already is read in the same transaction, so that
 * two quick taps never undo each other. The first tick begins a roll call.
 */
export async function tick(
  { store, scope, now, newId }: Parts,
  { teamId, userId, isHere }: { teamId: number; userId: number; isHere: boolean }
): Promise<void> {
  const moment = now();
  await store.write(async (tx) => {
    const current = currentRollCall(await listRollCalls(tx, scope, teamId), moment);
    const rollCall = current ?? { id: newId(), teamId, startedAt: moment, present: [] };
    const others = rollCall.present.filter((entry) => entry.userId !== userId);
    await setRollCall(tx, scope, {
      ...rollCall,
      present: isHere ? [...others, { userId, at: moment }] : others,
    });
  });
}

/** Begins another roll call with nobody ticked; the one before stays below it. */
export async function startRollCall({ store, scope, now, newId }: Parts, teamId: number): Promise<void> {
  await store.write((tx) => setRollCall(tx, scope, { id: newId(), teamId, startedAt: now(), present: [] }));
}
